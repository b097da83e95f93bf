import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type HostUser, unprivilegedUser } from '../src/appliance/embedded-postgres/host-user.ts';
import { type ServiceProcess, spawnService, stopService } from '../testing/service-process.ts';
import { waitFor } from '../testing/wait.ts';
import { firstLine, NotRun, runScript } from './npm.ts';

// `npm run installs`: installs and starts the checkout and the package, as README.md says, with the npm that people have. Started by
// root, it does so as an ordinary user with some of them.

interface Npm {
  npm: string;
  /** the Node that it comes with; undefined: the one of package-lock.json */
  node: string | undefined;
  /** npm leaves out the binary of sharp, which excludes this Node, where it does not read the lock file: in the package */
  withoutSharp?: boolean;
  /** whether root runs it as an ordinary user */
  asOrdinaryUser?: boolean;
}

const npms: Npm[] = [
  { npm: '9.2.0', node: '18', withoutSharp: true }, // Debian 12
  { npm: '10.8', node: '20', asOrdinaryUser: true },
  { npm: '10.9', node: '22' },
  { npm: 'latest', node: undefined, asOrdinaryUser: true },
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
const tools = join(folder, 'tools');
/** undefined: this user is one */
const ordinaryUser = unprivilegedUser();

interface Machine extends Npm {
  name: string;
  env: Record<string, string>;
  checkout: string;
  home: string;
  user: Partial<HostUser>;
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

const execute = promisify(execFile);

/** Runs a program that must succeed. @returns its seconds */
async function run({ name, env, user }: Machine, cwd: string, program: string, ...args: string[]): Promise<number> {
  const start = performance.now();
  await execute(program, args, { cwd, env, ...user, timeout: installTimeoutMs }).catch(({ message, stdout }) =>
    assert.fail(`${name}: ${message}${stdout}`),
  );
  return secondsSince(start);
}

const secondsSince = (startMs: number): number => Math.round((performance.now() - startMs) / 1_000);

/** Installs an npm and its Node, and copies the checkout. @throws NotRun when the registry does not answer */
async function createMachine(installed: Npm): Promise<Machine> {
  const { npm, node, asOrdinaryUser } = installed;
  const prefix = join(folder, `npm-${npm}`);
  const packages = [`npm@${npm}`, ...(node ? [`${nodePackage}@${node}`] : [])];
  const options = ['--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await execute('npm', ['install', ...options, ...packages], { timeout: installTimeoutMs }).catch(({ message, stderr }) => {
    throw new NotRun(`npm install ${packages.join(' ')}: ${firstLine(stderr || message)}`);
  });
  const modules = join(prefix, 'node_modules');
  const nodeFolder = node ? join(modules, nodePackage, 'bin') : copyNode(prefix);
  const bin = join(prefix, 'bin');
  mkdirSync(bin);
  for (const name of ['npm', 'npx']) symlinkSync(join(modules, 'npm', 'bin', `${name}-cli.js`), join(bin, name));
  const env = environment(nodeFolder, bin);
  const version = (program: string): string => spawnSync(program, ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  const name = `npm ${version('npm')} on Node ${version('node')}`;
  const place = join(folder, `with-npm-${npm}`);
  const home = join(place, 'home');
  const checkout = join(place, 'the checkout');
  mkdirSync(home, { recursive: true });
  cpSync(root, checkout, { recursive: true, filter: (path) => !untracked.test(relative(root, path)) });
  if (!asOrdinaryUser || !ordinaryUser) return { ...installed, name, env, checkout, home, user: {} };
  env['HOME'] = home;
  env['npm_config_cache'] = join(place, 'cache');
  const { uid, gid } = ordinaryUser;
  // The user cannot read the cache of root, and would download everything.
  await execute('cp', ['-r', npmCache, env['npm_config_cache']]);
  await execute('chown', ['-R', `${uid}:${gid}`, place]);
  return { ...installed, name: `${name} as user ${uid}`, env, checkout, home, user: ordinaryUser };
}

const npmCache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();

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
const loadSharp = (machine: Machine, place: string): Promise<number> =>
  run(machine, place, join(place, 'bin', 'with-node'), 'node', '--input-type=module', '--eval', 'import "sharp"');

/** Starts an installation, looks at its console and stops it. @returns its seconds */
async function startAndStop({ env, user }: Machine, cwd: string, ...program: string[]): Promise<number> {
  const start = performance.now();
  const service = await spawnService({ env: { ...env, DATA_DIR: join(cwd, 'data') }, cwd, program, command: 'start', ...user });
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

async function tryCheckout(machine: Machine): Promise<void> {
  const { name, checkout } = machine;
  const installed = await run(machine, checkout, 'npm', 'ci');
  await loadSharp(machine, checkout);
  const started = await startAndStop(machine, checkout, 'npm');
  console.log(`${name}: checkout installed in ${installed} s, started and stopped in ${started} s`);
}

async function tryPackage(machine: Machine, file: string): Promise<void> {
  const { name, home, withoutSharp } = machine;
  const prefix = join(home, 'prefix');
  const installed = await run(machine, home, 'npm', 'install', '--global', `--prefix=${prefix}`, '--ignore-scripts', file);
  if (!withoutSharp) await loadSharp(machine, join(prefix, 'lib', 'node_modules', 'callout'));
  const started = await startAndStop(machine, home, join(prefix, 'bin', 'callout'));
  console.log(`${name}: package installed in ${installed} s, started and stopped in ${started} s`);
}

/** The checkout without the Node of the packages. @param old a machine whose own Node is too old */
async function tryWithoutPackage(old: Machine): Promise<void> {
  const { name, checkout, env, user } = old;
  rmSync(join(checkout, 'node_modules', nodePackage), { recursive: true });
  const machine = { ...old, env: environment(copyNode(join(folder, 'own'))) };
  const started = await startAndStop(machine, checkout, join('bin', 'callout'));
  console.log(`the Node of the machine instead of ${nodePackage}: started and stopped in ${started} s`);
  const { status, stderr } = spawnSync('npm', ['start'], { cwd: checkout, env, ...user, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, new RegExp(`callout: Node \\d+ or newer is needed. The package ${nodePackage} is not installed`));
  console.log(`${name} without ${nodePackage}: exit code ${status}, with the reason`);
}

await runScript('installs', async () => {
  const start = performance.now();
  try {
    linkPrograms();
    const machines = await Promise.all(npms.map(createMachine));
    const [old] = machines;
    assert(old);
    const checkouts = machines.map(tryCheckout);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const packed = checkouts[0]?.then(() => run(old, old.checkout, 'npm', 'run', 'package', '--', folder));
    await Promise.all(
      machines.map(async (machine, i) => {
        await Promise.all([checkouts[i], packed]);
        await tryPackage(machine, join(folder, `callout-${version}.tgz`));
      }),
    );
    await tryWithoutPackage(old);
    console.log(`installs: ${secondsSince(start)} s`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
