import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, it } from 'node:test';
import { parseEnv } from 'node:util';
import { clusterFolder, killCluster } from '../../testing/embedded-cluster.ts';
import { freePort } from '../../testing/free-port.ts';
import { isRunning, processTree } from '../../testing/processes.ts';
import { type ServiceProcess, send, signIn, spawnService, stopService, waitUntilReady } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// `npm start` in a folder of its own, with the embedded database where the test needs its data.

const root = join(import.meta.dirname, '..', '..');
const checkout = mkdtempSync(join(tmpdir(), 'callout-supervise-'));
for (const name of ['bin', 'src', 'node_modules', 'package.json', 'docs']) symlinkSync(join(root, name), join(checkout, name));
const dataDirs: string[] = [];
after(() => {
  for (const dataDir of dataDirs) killCluster(dataDir);
  rmSync(checkout, { recursive: true, force: true });
});

function newDataDir(): string {
  const dataDir = join(checkout, `data-${dataDirs.length}`);
  dataDirs.push(dataDir);
  return dataDir;
}

/** Runs what package.json calls `start`. */
function npmStart(env: Record<string, string>): Promise<ServiceProcess> {
  return spawnService({ env, command: 'start', cwd: checkout });
}

const pidOf = ({ child }: ServiceProcess): number => child.pid ?? assert.fail('the process was not spawned');
/** The process that `npm start` supervises; undefined: none runs. */
const supervisedBy = (service: ServiceProcess): number | undefined =>
  processTree(pidOf(service)).find((pid) => pid !== pidOf(service));
const servedBy = async (service: ServiceProcess): Promise<number> => {
  await waitUntilReady(service);
  return supervisedBy(service) ?? assert.fail('no process is supervised');
};
const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8'), 10);

const settings = (): NodeJS.Dict<string> => parseEnv(readFileSync(join(checkout, '.env'), 'utf8'));
const signInAdmin = ({ url }: ServiceProcess): Promise<string> =>
  signIn(url, settings()['ADMIN_EMAIL'] ?? '', settings()['ADMIN_PASSWORD'] ?? '');

async function addClient(service: ServiceProcess): Promise<void> {
  const account = { email: 'anna@example.com', name: 'anna', password: 'correct-horse-1', role: 'client' };
  const { status } = await send(`${service.url}/users`, 'POST', await signInAdmin(service), account);
  assert.equal(status, 201);
}

async function clientNames(service: ServiceProcess): Promise<string[]> {
  const { body } = await send(`${service.url}/users?role=client`, 'GET', await signInAdmin(service));
  return body.items.map(({ name }: { name: string }) => name);
}

const countOf = (words: string, output: string): number => output.split(words).length - 1;

it('npm start writes .env for its owner only, restarts a killed service with the same data, and prints the address once and no password into a log', async () => {
  const service = await npmStart({ DATA_DIR: newDataDir() });
  const first = await servedBy(service);
  await addClient(service);
  process.kill(first, 'SIGKILL');
  await waitFor(() => service.output().includes('the service ended (SIGKILL) and is restarted in 1 s'));
  const second = await servedBy(service);
  assert.notEqual(second, first);
  assert.deepEqual(await clientNames(service), ['anna']);
  assert.equal(countOf(settings()['ADMIN_PASSWORD'] ?? '', service.output()), 0);
  assert.equal(countOf('ADMIN_PASSWORD in .env', service.output()), 1);
  assert.equal(countOf('/app/', service.output()), 1);
  assert.equal(statSync(join(checkout, '.env')).mode & 0o777, 0o600);
  assert((settings()['ADMIN_PASSWORD'] ?? '').length > 15);

  process.kill(second, 'SIGKILL');
  await waitFor(() => service.output().includes('is restarted in 2 s'));
  assert.equal(await stopService(service), 0, 'a stop ends the wait for a restart');
});

it('npm start exits with the exit code of a failed start and does not retry it', async () => {
  const database = await createEmptyDatabase();
  const [invalid, first] = [await npmStart({ PORT: 'eighty' }), await npmStart({ DATABASE_URL: database.url })];
  assert.equal(await invalid.ended, 2);
  assert.match(invalid.output(), /^callout: PORT[^\n]*\n$/);
  await waitUntilReady(first);
  const second = await npmStart({ DATABASE_URL: database.url, PORT: new URL(first.url).port, LOG_LEVEL: 'silent' });
  assert.equal(await second.ended, 1);
  assert.match(second.output(), /^callout: listen EADDRINUSE[^\n]*\n$/);
  assert.equal(await stopService(first), 0);
  await database.drop();
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  it(`npm start answers the request in progress and then stops service and database with exit code 0 on ${signal}`, async () => {
    const dataDir = newDataDir();
    const service = await npmStart({ DATA_DIR: dataDir });
    const supervised = await servedBy(service);
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings();
    const body = JSON.stringify({ email, password });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(`POST /auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`);
    await once(socket, 'connect');
    // The request is under way when the service has answered one that came after it.
    await send(`${service.url}/ping`, 'GET');
    // Ctrl-C in a terminal signals the whole process group.
    process.kill(signal === 'SIGINT' ? -pidOf(service) : pidOf(service), signal);
    await waitFor(() => service.output().includes('"stopping"'));
    socket.write(body);
    assert.match(await text(socket), /^HTTP\/1.1 200 /);
    assert.equal(await service.ended, 0, service.output());
    assert.equal(isRunning(supervised), false);
    assert.throws(() => postmasterPid(dataDir), { code: 'ENOENT' });
    assert.doesNotMatch(service.output(), /restarted/);
  });
}

it('kill -9 of npm start ends the service, and the next start gets its port and data at once', async () => {
  const env = { DATA_DIR: newDataDir(), PORT: String(await freePort()) };
  const first = await npmStart(env);
  const supervised = await servedBy(first);
  await addClient(first);
  const database = postmasterPid(env.DATA_DIR);
  assert.equal(await stopService(first, 'SIGKILL'), 'SIGKILL');
  await waitFor(() => !isRunning(supervised));
  const second = await npmStart(env);
  await waitUntilReady(second);
  assert.deepEqual(await clientNames(second), ['anna']);
  assert.equal(postmasterPid(env.DATA_DIR), database, 'the running database is adopted');
  assert.equal(await stopService(second), 0, second.output());
});

/** The shell block of a section of docs/api.md. */
function block(heading: string): string {
  const page = readFileSync(join(root, 'docs', 'api.md'), 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, code] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  assert(code, heading);
  return code;
}

function shell(script: string, port: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-eu'], { cwd: checkout, env: { PATH: process.env['PATH'], PORT: port } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    child.stdin.end(script);
  });
}

it('the tour of docs/api.md runs as printed and ends in a closed ticket with its journal', async () => {
  const service = await npmStart({ DATA_DIR: newDataDir() });
  await servedBy(service);
  const lines = (await shell(block('A tour'), new URL(service.url).port)).trim().split('\n');
  const statuses = lines.filter((line) => /^[a-z_]+$/.test(line));
  assert.equal(statuses.join(' '), 'assigned in_progress done rejected in_progress done rejected in_progress done closed');
  const journal = JSON.parse(lines.at(-1) ?? '');
  assert.equal(
    journal.items.map(({ action }: { action: string }) => action).join(' '),
    'created assigned started done rejected started photo_added done rejected started done confirmed',
  );
  assert.equal(await stopService(service), 0);
});
