import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, relative } from 'node:path';
import { type ServiceProcess, spawnService, stopService } from '../testing/service-process.ts';
import { waitFor } from '../testing/wait.ts';
import { firstLine, NotRun, runScript } from './npm.ts';

// `npm run installs`: installs and starts the checkout and the package, as README.md says, with the npm that people have.

interface Npm {
  npm: string;
  /** the Node that it comes with; undefined: the one of package-lock.json */
  node: string | undefined;
  /** npm leaves out the binary of sharp, which excludes this Node, where it does not read the lock file: in the package */
  withoutSharp?: boolean;
}

const npms: Npm[] = [
  { npm: '9.2.0', node: '18', withoutSharp: true }, // Debian 12
  { npm: '10.8', node: '20' },
  { npm: '10.9', node: '22' },
  { npm: 'latest', node: undefined },
];
const startTimeoutMs = 180_000;
const installTimeoutMs = 600_000;

const root = join(import.meta.dirname, '..');
/** What a fresh clone has not. */
const untracked =
  /^(node_modules|\.git|data|\.env|test-results|web\/dist|docs\/\.vitepress\/(cache|dist)|clients\/typescript\/dist)$|\.tgz$/;
/** The package of the Node that runs this script, of which other versions are installed for npm. */
const nodePackage = basename(join(process.execPath, '..', '..'));

const folder = mkdtempSync(join(tmpdir(), 'callout-installs-'));
chmodSync(folder, 0o755); // As root, the embedded server runs as another user.
const checkout = join(folder, 'the checkout');
const tools = join(folder, 'tools');

interface Machine extends Npm {
  name: string;
  env: Record<string, string>;
}

/** What users have set for their npm; what `npm run` sets for its scripts names this checkout. */
const inherited = Object.entries(process.env).filter(
  ([name]) => !name.startsWith('npm_') || /^npm_config_(cache|registry|userconfig)$/.test(name),
);

/** @param programs folders of the PATH, before programs without npm and Node */
const environment = (...programs: string[]): Record<string, string> => ({
  ...Object.fromEntries(inherited.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  PATH: [...programs, tools].join(delimiter),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
});

/** Runs a program that must succeed. @returns its seconds */
function run(env: Record<string, string>, cwd: string, program: string, ...args: string[]): number {
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', timeout: installTimeoutMs });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return secondsSince(start);
}

const secondsSince = (startMs: number): number => Math.round((performance.now() - startMs) / 1_000);

/** Installs an npm and its Node. @throws NotRun when the registry does not answer */
function createMachine(installed: Npm): Machine {
  const { npm, node } = installed;
  const prefix = join(folder, `npm-${npm}`);
  const packages = [`npm@${npm}`, ...(node ? [`${nodePackage}@${node}`] : [])];
  const options = ['--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', ['install', ...options, ...packages], {
    encoding: 'utf8',
    timeout: installTimeoutMs,
  });
  if (status !== 0) throw new NotRun(`npm install ${packages.join(' ')}: ${error?.message ?? firstLine(stderr)}`);
  const modules = join(prefix, 'node_modules');
  const nodeFolder = node ? join(modules, nodePackage, 'bin') : copyNode(prefix);
  const bin = join(prefix, 'bin');
  mkdirSync(bin);
  for (const name of ['npm', 'npx']) symlinkSync(join(modules, 'npm', 'bin', `${name}-cli.js`), join(bin, name));
  const env = environment(nodeFolder, bin);
  const version = (program: string): string => spawnSync(program, ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  return { ...installed, name: `npm ${version('npm')} on Node ${version('node')}`, env };
}

/** @returns a folder with nothing but the Node that runs this script */
function copyNode(place: string): string {
  const copy = join(place, 'node');
  mkdirSync(copy, { recursive: true });
  copyFileSync(process.execPath, join(copy, 'node'));
  return copy;
}

/** Links the programs of this machine that npm, the scripts in bin/ and PostgreSQL call, so that its own Node is not in the PATH. */
function linkPrograms(): void {
  mkdirSync(tools);
  for (const name of ['sh', 'env', 'readlink', 'sed', 'uname', 'getconf', 'ps', 'locale']) {
    const file = ['/usr/bin', '/bin'].map((bin) => join(bin, name)).find(existsSync);
    if (file) symlinkSync(file, join(tools, name));
  }
}

/** Loads sharp, whose binary is an optional package and which the service loads with the first photo. */
const loadSharp = (env: Record<string, string>, place: string): number =>
  run(env, place, join(place, 'bin', 'with-node'), 'node', '--input-type=module', '--eval', 'import "sharp"');

/** Starts an installation, looks at its console and stops it. @returns its seconds */
async function startAndStop(env: Record<string, string>, cwd: string, ...program: string[]): Promise<number> {
  const start = performance.now();
  const service = await spawnService({ env: { ...env, DATA_DIR: join(cwd, 'data') }, cwd, program, command: 'start' });
  try {
    await waitFor(async () => service.child.exitCode !== null || (await isReady(service)), startTimeoutMs);
    assert.equal(service.child.exitCode, null, service.output());
    const page = await fetch(`${service.url}/app/`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200, service.output());
    assert.match(await page.text(), /<script /);
    assert.equal(await stopService(service), 0, service.output());
    assert.equal(await isReady(service), false, 'the service runs on without npm');
  } finally {
    if (service.child.exitCode === null && service.child.pid) process.kill(-service.child.pid, 'SIGTERM');
  }
  return secondsSince(start);
}

const isReady = ({ url }: ServiceProcess): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function tryCheckout({ name, env }: Machine): Promise<void> {
  const installed = run(env, checkout, 'npm', 'ci');
  loadSharp(env, checkout);
  const started = await startAndStop(env, checkout, 'npm');
  console.log(`${name}: checkout installed in ${installed} s, started and stopped in ${started} s`);
}

async function tryPackage({ name, env, withoutSharp }: Machine, file: string): Promise<void> {
  const prefix = join(folder, 'prefix');
  const home = join(folder, 'home');
  for (const place of [prefix, home]) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
  }
  const installed = run(env, home, 'npm', 'install', '--global', `--prefix=${prefix}`, '--ignore-scripts', file);
  if (!withoutSharp) loadSharp(env, join(prefix, 'lib', 'node_modules', 'callout'));
  const started = await startAndStop(env, home, join(prefix, 'bin', 'callout'));
  console.log(`${name}: package installed in ${installed} s, started and stopped in ${started} s`);
}

/** The checkout without the Node of the packages. @param old a machine whose own Node is too old */
async function tryWithoutPackage(old: Machine): Promise<void> {
  rmSync(join(checkout, 'node_modules', nodePackage), { recursive: true });
  const started = await startAndStop(environment(copyNode(join(folder, 'own'))), checkout, join('bin', 'callout'));
  console.log(`the Node of the machine instead of ${nodePackage}: started and stopped in ${started} s`);
  const { status, stderr } = spawnSync('npm', ['start'], { cwd: checkout, env: old.env, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, new RegExp(`callout: Node \\d+ or newer is needed. The package ${nodePackage} is not installed`));
  console.log(`${old.name} without ${nodePackage}: exit code ${status}, with the reason`);
}

await runScript('installs', async () => {
  const start = performance.now();
  try {
    linkPrograms();
    const machines = npms.map(createMachine);
    cpSync(root, checkout, { recursive: true, filter: (path) => !untracked.test(relative(root, path)) });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const file = join(folder, `callout-${version}.tgz`);
    for (const machine of machines) {
      await tryCheckout(machine);
      if (!existsSync(file)) run(machine.env, checkout, 'npm', 'run', 'package', '--', folder);
      await tryPackage(machine, file);
    }
    const [old] = machines;
    assert(old);
    await tryWithoutPackage(old);
    console.log(`installs: ${secondsSince(start)} s`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
