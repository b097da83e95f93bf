import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { unprivilegedUser } from '../../src/appliance/embedded-postgres/host-user.ts';
import { freePort } from '../../testing/free-port.ts';
import { waitFor } from '../../testing/wait.ts';

// The npm package as an operator installs and starts it, in a folder without the sources.

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'callout-installed-'));
chmodSync(folder, 0o711); // the user of the embedded server runs its programs from here
const [prefix, home] = [join(folder, 'prefix'), join(folder, 'home')];
const installed = join(prefix, 'lib', 'node_modules', 'callout');
for (const path of [prefix, home]) mkdirSync(path);
const port = String(await freePort());
const url = `http://127.0.0.1:${port}`;
/** The machine's own Node stays out of it. */
const env = { PATH: `${join(prefix, 'bin')}:/usr/bin:/bin`, HOST: '127.0.0.1', PORT: port };
let service: ChildProcess | undefined;
after(() => {
  service?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

function installPackage(): string | false {
  const packed = spawnSync(process.execPath, ['scripts/package.ts', folder], { cwd: root, encoding: 'utf8' });
  assert.equal(packed.status, 0, packed.stderr);
  const options = ['--prefix', prefix, '--prefer-offline', '--ignore-scripts', '--no-audit', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', '--global', ...options, join(folder, `callout-${version}.tgz`)], {
    cwd: home,
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENOTCACHED/.test(stderr)) return `npm cannot reach its registry: ${stderr}`;
  assert.equal(status, 0, stderr);
  return false;
}

const skip = installPackage();

const callout = (...args: string[]) => spawnSync('callout', args, { cwd: home, env, encoding: 'utf8' });

/** @param printed what it prints besides, perhaps later than its log */
async function start(printed = ''): Promise<string> {
  const child = spawn('callout', ['start'], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  service = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const isStarted = (): boolean => output.includes('listening') && output.includes(printed);
  await waitFor(() => isStarted() || child.exitCode !== null, 60_000);
  assert.equal(child.exitCode, null, output);
  return output;
}

async function stop(): Promise<void> {
  const ended = new Promise((resolve) => service?.once('close', resolve));
  service?.kill('SIGTERM');
  assert.equal(await ended, 0);
}

async function post(path: string, token: string | undefined, body: unknown) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const answer = (await response.json()) as any;
  assert(response.ok, `${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const signIn = async (email: string, password: string): Promise<string> =>
  (await post('/auth/login', undefined, { email, password })).token;

describe('installed package', { skip }, () => {
  it('the package contains neither tests, sources of the console nor development tools', () => {
    for (const name of ['test', 'web/src', 'src/cli/main.ts', 'node_modules/typescript', 'node_modules/react'])
      assert(!existsSync(join(installed, name)), name);
  });

  it('the package has each file to which its pages link', () => {
    const pages = globSync(['*.md', 'docs/**/*.md', 'clients/**/*.md'], { cwd: installed });
    const missing = pages.flatMap((page) => {
      const links = [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
        ([, link = '']) => link,
      );
      const local = links.filter((link) => !/^[a-z]+:/.test(link));
      return local.filter((link) => !existsSync(join(installed, dirname(page), link))).map((link) => `${page}: ${link}`);
    });
    assert(pages.length > 20);
    assert.deepEqual(missing, []);
  });

  it('npm run sbom lists the packages of the package', (context) => {
    const file = join(folder, 'sbom.json');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.ts', file], { cwd: root, encoding: 'utf8' });
    if (status === 4) return context.skip(stderr);
    const { '': _, ...locked } = JSON.parse(readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8')).packages;
    const listed = JSON.parse(readFileSync(file, 'utf8')).components.map((entry: { 'bom-ref': string }) => entry['bom-ref']);
    const names = Object.entries<{ version: string }>(locked).map(
      ([path, entry]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`,
    );
    assert.deepEqual(listed.sort(), [...new Set(names)].sort());
  });

  it('callout --version and callout help run on the Node of the package', () => {
    assert.deepEqual([callout('--version').status, callout('--version').stdout], [0, `${version}\n`]);
    assert.match(callout('help').stdout, /^usage: callout <command>/);
    assert.equal(callout('link-postgres').status, 0);
  });

  it('callout start serves API and console in an empty folder and finds its tickets after a restart', async () => {
    const output = await start('Password ');
    const { ADMIN_PASSWORD: password = '' } = parseEnv(readFileSync(join(home, '.env'), 'utf8'));
    assert(password !== '' && !output.includes(password), 'a log does not have it');
    const admin = await signIn('admin@callout.localhost', password);
    const account = { email: 'anna@example.com', password: 'lift-and-lamp-7', role: 'client', name: 'Anna' };
    await post('/users', admin, account);
    const anna = await signIn(account.email, account.password);
    const project = await post('/projects', anna, { name: 'Tower' });
    const object = await post(`/projects/${project.id}/objects`, anna, { name: 'Lift', address: '1 Hill Street' });
    const ticket = await post('/tickets', anna, { object_id: object.id, category: 'electric', description: 'The lift is dark' });

    const page = await (await fetch(`${url}/app/`, { headers: { accept: 'text/html' } })).text();
    const [, script = ''] = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    const { status, headers } = await fetch(url + script);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /javascript/);
    const report = await fetch(`${url}/ext/tickets/${ticket.id}/report.pdf`, { headers: { authorization: `Bearer ${anna}` } });
    assert.deepEqual([report.status, report.headers.get('content-type')], [200, 'application/pdf']);
    assert.equal(callout('backup', 'today.backup').status, 0);
    await stop();
    assert.equal(callout('migrate').status, 0);

    await start();
    const again = await signIn(account.email, account.password);
    const found = await fetch(`${url}/tickets/${ticket.id}`, { headers: { authorization: `Bearer ${again}` } });
    assert.equal(found.status, 200);
    await stop();
  });

  it('the command of the image serves API and console as an ordinary user, and its health check follows it', async () => {
    const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
    const [, command = '[]'] = /^CMD (.*)$/m.exec(lines) ?? [];
    const [, check = '[]'] = /^HEALTHCHECK .*CMD (.*)$/m.exec(lines) ?? [];
    const [, path = ''] = /^ENV .*\bPATH=(\S+)$/m.exec(lines) ?? [];
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    const user = unprivilegedUser(); // PostgreSQL wants one that the machine knows, as the image knows its own
    if (user) chownSync(data, user.uid, user.gid);
    const PATH = path.replaceAll('/opt/callout', prefix).replace('$PATH', '/usr/bin:/bin');
    const settings = { PATH, NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(40), DATA_DIR: data, PORT: port };
    const [program = '', ...flags]: string[] = JSON.parse(command);
    const child = spawn(program, flags, { cwd: data, env: settings, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    service = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await waitFor(() => output.includes('listening') || child.exitCode !== null, 60_000);
    assert.equal(child.exitCode, null, output);
    assert.equal((await fetch(`${url}/ping`)).status, 200);
    assert.equal((await fetch(`${url}/app/`, { headers: { accept: 'text/html' } })).status, 200);
    const [checker = '', ...words]: string[] = JSON.parse(check);
    const checked = (PORT: string) => spawnSync(checker, words, { cwd: data, env: { PATH, PORT }, ...user }).status;
    await waitFor(() => checked(port) === 0);
    assert.equal(checked(String(await freePort())), 1);
    await stop();
  });
});
