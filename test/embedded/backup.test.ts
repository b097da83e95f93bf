import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { ExpectedState } from '../../chaos/lib/expected-state.ts';
import { WorkloadClient } from '../../chaos/lib/workload-client.ts';
import { tables } from '../../src/modules.ts';
import {
  createProjectFixture,
  createUser,
  type ProjectFixture,
  password,
  secret,
  serviceSettings,
  signInAdmin,
} from '../../testing/api-fixtures.ts';
import { clusterFolder, killCluster } from '../../testing/embedded-cluster.ts';
import { sendOk } from '../../testing/http-client.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { photoViolations, violations } from '../../testing/invariants.ts';
import { Random } from '../../testing/seeded-random.ts';
import { type ServiceProcess, send, signIn, spawnService, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// `npm run backup` and `npm run restore` as an operator calls them: beside a service under load,
// from the embedded server to an external one of another version, and back.

const parent = mkdtempSync(join(tmpdir(), 'callout-backup-'));
chmodSync(parent, 0o755);
const folder = (name: string): string => join(parent, name);
const file = folder('first.backup');
const backupKey = 'a key that nobody has guessed';
const started: ServiceProcess[] = [];

const machine = findInstalledPostgres(18);
const server = machine && (await startInstalledPostgres(machine));
const other = server ? { url: server.url.replace(/postgres$/, 'callout'), drop: async () => {} } : await createEmptyDatabase();
if (server) await onDatabase(server.url, (db) => db.query('create database callout'));

after(async () => {
  for (const service of started) if (service.child.exitCode === null) await stopService(service);
  for (const name of ['source', 'back', 'second']) killCluster(folder(name));
  await other.drop();
  await server?.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function serve(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startService({ env: { ...serviceSettings, ...env } });
  started.push(service);
  return service;
}

async function runCommand(command: 'backup' | 'restore', file: string, env: Record<string, string>, ...flags: string[]) {
  const run = await spawnService({ env: { JWT_SECRET: secret, ...env }, command, args: [file, ...flags] });
  return { code: await run.ended, output: run.output() };
}

async function onDatabase<T>(target: string | pg.ClientConfig, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(target);
  await db.connect();
  return work(db).finally(() => db.end());
}
const embedded = (name: string): pg.ClientConfig => ({ host: clusterFolder(folder(name)), user: 'callout', database: 'callout' });

/** All rows of all tables, as text. */
async function contentOf(target: string | pg.ClientConfig): Promise<Record<string, string>> {
  return onDatabase(target, async (db) => {
    await db.query("set timezone = 'UTC'");
    const content: Record<string, string> = {};
    for (const table of tables) {
      const { rows } = await db.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text collate "C")), '') as sum from ${table} t`,
      );
      content[table] = rows[0].sum;
    }
    return content;
  });
}

/** The events of one kind in the audit log, without their times. */
async function auditEvents(target: string | pg.ClientConfig, event: string) {
  const select = 'select actor_id, detail from audit_events where event = $1 order by id';
  return onDatabase(target, async (db) => (await db.query(select, [event])).rows);
}

/** What a browser keeps of a sign-in. */
async function openSession(url: string, email: string): Promise<{ token: string; cookie: string }> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/auth/login`, { method: 'POST', body });
  const { token } = (await response.json()) as { token: string };
  return { token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** @returns the statuses of a read with the access token and of a refresh with the cookie */
async function sessionStatuses(url: string, { token, cookie }: { token: string; cookie: string }): Promise<number[]> {
  const { status } = await send(`${url}/auth/me`, 'GET', token);
  const refresh = await fetch(`${url}/auth/refresh`, { method: 'POST', headers: { cookie } });
  return [status, refresh.status];
}

/** @returns the id of a ticket in a project of its own, with characters that COPY escapes */
async function newTicket(url: string, { token }: { token: string }, name: string): Promise<number> {
  const create = async (path: string, body: object) => (await sendOk(url, { method: 'POST', path, token, body })).body.id;
  const project = await create('/projects', { name });
  const object_id = await create(`/projects/${project}/objects`, { name: 'House', address: 'Ümläut street\t1\\2' });
  const ticket = { object_id, category: 'other', description: 'A line\nand "another" \\N' };
  return create('/tickets', ticket);
}

/** Clients who write all the time: tickets through all statuses, photos, projects, members and rules. */
class Load {
  readonly problems: string[] = [];
  readonly expected = new ExpectedState();
  #working = true;
  #clients: Promise<void>[] = [];

  async start(url: string, clients: number): Promise<ProjectFixture> {
    const root = await signInAdmin(url);
    const random = new Random(1);
    const fixture = await createProjectFixture(url, root, 1);
    for (let i = 0; i < clients; i++) {
      const invitee = await createUser(url, root, 'worker');
      const reports = { expected: this.expected, unexpected: (what: string) => void this.problems.push(what) };
      const load = { openTickets: 5, photoBytes: 40_000, onWrite: () => {} };
      const client = new WorkloadClient({ base: () => url, random: random.fork(), root, fixture, invitee, ...load, ...reports });
      this.#clients.push(this.#work(client));
    }
    return fixture;
  }

  async stop(): Promise<void> {
    this.#working = false;
    await Promise.all(this.#clients);
  }

  async #work(client: WorkloadClient): Promise<void> {
    while (this.#working) await client.step();
  }
}

describe('backup and restore of a service under load', async () => {
  const source = await serve({ DATA_DIR: folder('source') });
  const load = new Load();
  const { client: person } = await load.start(source.url, 3);
  await newTicket(source.url, person, 'Old');
  await waitFor(() => load.expected.acknowledged > 150, 60_000);
  const session = await openSession(source.url, person.email);

  it('backup writes one file that only its owner can read, while requests are served', async () => {
    const before = load.expected.acknowledged;
    const { code, output } = await runCommand('backup', file, { DATA_DIR: folder('source'), BACKUP_KEY: backupKey });
    assert.equal(code, 0, output);
    assert.match(output, /the backup is complete/);
    const [made, ...more] = await auditEvents(embedded('source'), 'backup_made');
    assert(made.detail.rows > 100, JSON.stringify(made));
    assert.deepEqual(
      [made, more],
      [{ actor_id: null, detail: { file: 'first.backup', rows: made.detail.rows, encrypted: true } }, []],
    );
    assert(load.expected.acknowledged > before, 'people worked during the backup');
    await load.stop();
    assert.deepEqual(load.problems, []);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(parent).filter((name) => name.includes('partial')),
      [],
    );
  });

  it('backup refuses an existing file, and restore a database that is in use or not empty', async () => {
    const again = await runCommand('backup', file, { DATA_DIR: folder('source') });
    assert.equal(again.code, 1);
    assert.match(again.output, /^callout: [^\n]* exists already: name another file\n$/);
    const running = await runCommand('restore', file, { DATA_DIR: folder('source'), LOG_LEVEL: 'silent' });
    assert.equal(running.code, 1);
    assert.match(running.output, /^callout: another Callout process runs on DATA_DIR [^\n]*\n$/);
    assert.equal(await stopService(source), 0);
    const before = statSync(join(folder('source'), 'photos')).mtimeMs;
    const stopped = await runCommand('restore', file, { DATA_DIR: folder('source'), LOG_LEVEL: 'silent' });
    assert.equal(stopped.code, 1);
    assert.match(stopped.output, /^callout: the database is not empty [^\n]*\n$/);
    assert.equal(statSync(join(folder('source'), 'photos')).mtimeMs, before);
  });

  it(`restore into ${server ? 'the older server of this machine' : 'another server'} keeps all invariants`, async () => {
    const env = { DATA_DIR: folder('moved'), DATABASE_URL: other.url };
    const { code, output } = await runCommand('restore', file, { ...env, BACKUP_KEY: backupKey });
    assert.equal(code, 0, output);
    const [restored] = await auditEvents(other.url, 'backup_restored');
    const { file: name, encrypted, sessions_kept } = restored.detail;
    assert.deepEqual([restored.actor_id, name, encrypted, sessions_kept], [null, 'first.backup', true, false]);
    await onDatabase(other.url, async (db) => {
      assert.deepEqual(await violations(db), []);
      assert.deepEqual(await photoViolations(db, folder('moved')), []);
      const { rows } = await db.query('select count(*)::int as photos from ticket_photos');
      assert(rows[0].photos > 5, `${rows[0].photos} photos`);
    });
    assert.equal(statSync(join(folder('moved'), 'photos')).mode & 0o777, 0o700);
  });

  it('the restored service assigns new ids, and its backup restores into an embedded server', async () => {
    const env = { DATA_DIR: folder('moved'), DATABASE_URL: other.url };
    const moved = await serve(env);
    assert.deepEqual(await sessionStatuses(moved.url, session), [401, 401], 'the sessions of the backup have ended');
    const { rows } = await onDatabase(other.url, (db) => db.query('select max(id) as id from tickets'));
    const token = await signIn(moved.url, person.email, password); // the tokens of the backup are not valid any more
    const id = await newTicket(moved.url, { token }, 'New');
    assert(id > rows[0].id, 'a new id');
    const second = folder('second.backup');
    const taken = await runCommand('backup', second, env);
    assert.equal(taken.code, 0, taken.output);
    await stopService(moved);
    const restored = await runCommand('restore', second, { DATA_DIR: folder('back') });
    assert.equal(restored.code, 0, restored.output);
    const back = await serve({ DATA_DIR: folder('back') });
    const again = await signIn(back.url, person.email, password);
    assert.equal((await send(`${back.url}/tickets/${id}`, 'GET', again)).status, 200);
    await stopService(back);
  });

  it('backup of a stopped embedded server restores to the same rows with --keep-sessions', async () => {
    const third = folder('third.backup');
    // What still waits to be delivered would change while the contents are compared.
    const delivering = await serve({ DATA_DIR: folder('source'), TICKET_RETENTION_DAYS: '0' });
    await waitFor(() =>
      onDatabase(
        embedded('source'),
        async (db) => (await db.query("select from deliveries where queue <> 'jobs'")).rowCount === 0,
      ),
    );
    await stopService(delivering);
    assert.equal((await runCommand('backup', third, { DATA_DIR: folder('source') })).code, 0);
    const env = { DATA_DIR: folder('second'), BACKUP_KEY: backupKey, LOG_LEVEL: 'silent' };
    const refused = await runCommand('restore', third, env);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /^callout: [^\n]* is not encrypted, though BACKUP_KEY is set: [^\n]*\n$/);
    assert.equal((await runCommand('restore', third, env, '--keep-sessions', '--allow-unencrypted')).code, 0);
    const contents: Record<string, string>[] = [];
    for (const name of ['source', 'second']) {
      const service = await serve({ DATA_DIR: folder(name), TICKET_RETENTION_DAYS: '0' });
      contents.push(await contentOf(embedded(name)));
      if (name === 'second') assert.deepEqual(await sessionStatuses(service.url, session), [200, 200], 'the session was kept');
      await stopService(service);
    }
    const [source, copy] = contents;
    const changedByServing = ['pending_file_deletions', 'rate_limits', 'job_results', 'deliveries', 'audit_events'];
    for (const table of tables.filter((table) => !changedByServing.includes(table))) {
      assert.equal(copy?.[table], source?.[table], table);
    }
  });

  it('backup refuses a DATA_DIR without a database, and restore a missing file name', async () => {
    const nothing = await runCommand('backup', folder('none.backup'), { DATA_DIR: folder('nowhere') });
    assert.equal(nothing.code, 1);
    assert.match(nothing.output, /^callout: there is no database in DATA_DIR [^\n]*\n$/);
    assert(!existsSync(folder('nowhere')) && !existsSync(folder('none.backup')));
    const unnamed = await runCommand('restore', '', { DATA_DIR: folder('nowhere') });
    assert.equal(unnamed.code, 2);
    assert.match(unnamed.output, /^callout: usage: callout restore FILE \[--keep-sessions\] \[--allow-unencrypted\]\n$/);
  });
});

it('a backup does not contain JWT_SECRET', () => {
  assert(!readFileSync(file).includes(secret));
});
