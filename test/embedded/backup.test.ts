import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { tables } from '../../src/capabilities.ts';
import { clusterFolder, killCluster } from '../../testing/embedded-cluster.ts';
import { secret } from '../../testing/fixtures.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { photoViolations, violations } from '../../testing/invariants.ts';
import { type ServiceProcess, send, signIn, spawnService, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// `npm run backup` and `npm run restore` as an operator calls them: beside a service under load,
// from the embedded server to an external one of another version, and back.

const parent = mkdtempSync(join(tmpdir(), 'callout-backup-'));
chmodSync(parent, 0o755);
const folder = (name: string): string => join(parent, name);
const file = folder('first.backup');
const password = 'correct-horse-1';
const backupKey = 'a key that nobody has guessed';
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: password };
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
  const service = await startService({ env: { ...admin, MESSENGER_BOT_TOKEN: '', ...env } });
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
async function openSession(url: string): Promise<{ token: string; cookie: string }> {
  const body = JSON.stringify({ email: 'client0@example.com', password });
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

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20_000, 7)]);
async function upload(url: string, token: string, ticket: number): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([png]), 'proof.png');
  const response = await fetch(`${url}/tickets/${ticket}/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await response.json()) as { id: number }).id;
}

/** Concurrent clients: tickets through all statuses, photos uploaded and deleted, projects created and deleted. */
class Load {
  tickets = 0;
  deletedProjects = 0;
  readonly problems = new Set<string>();
  #working = true;
  #clients: Promise<void>[] = [];

  async start(url: string, clients: number): Promise<void> {
    const root = await signIn(url, admin.ADMIN_EMAIL, password);
    for (let i = 0; i < clients; i++) {
      const people: { client?: string; worker?: string; id?: string } = {};
      for (const role of ['client', 'worker'] as const) {
        const email = `${role}${i}@example.com`;
        const { body } = await send(`${url}/users`, 'POST', root, { email, name: `${role} ${i}`, password, role });
        if (role === 'worker') people.id = body.id;
        people[role] = await signIn(url, email, password);
      }
      this.#clients.push(this.#work(url, root, people.client ?? '', people.worker ?? '', people.id ?? ''));
    }
  }

  async stop(): Promise<void> {
    this.#working = false;
    await Promise.all(this.#clients);
  }

  async #work(url: string, root: string, client: string, worker: string, workerId: string): Promise<void> {
    const ask = async (token: string, method: string, path: string, body?: object) => {
      const answer = await send(`${url}${path}`, method, token, body);
      if (answer.status >= 300) this.problems.add(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    for (let round = 0; this.#working; round++) {
      const project = await ask(client, 'POST', '/projects', { name: `Round ${round}` });
      const object = await ask(client, 'POST', `/projects/${project.id}/objects`, {
        name: 'House',
        address: 'Ümläut street\t1\\2',
      });
      await ask(client, 'POST', `/projects/${project.id}/workers`, { worker_id: workerId });
      await ask(worker, 'POST', `/projects/${project.id}/invitation/accept`);
      for (let i = 0; i < 4; i++) {
        const { id } = await ask(client, 'POST', '/tickets', {
          object_id: object.id,
          category: 'other',
          description: 'A line\nand "another" \\N',
        });
        this.tickets++;
        for (const step of ['take', 'start']) await ask(worker, 'PATCH', `/tickets/${id}/${step}`);
        const first = await upload(url, worker, id);
        await upload(url, worker, id);
        if (i % 2) await ask(worker, 'DELETE', `/tickets/${id}/photos/${first}`);
        await ask(worker, 'PATCH', `/tickets/${id}/done`);
        await ask(client, 'PATCH', `/tickets/${id}/${i % 2 ? 'confirm' : 'reject'}`, i % 2 ? undefined : { reason: 'not yet' });
      }
      if (round % 2) {
        await ask(root, 'DELETE', `/projects/${project.id}`);
        this.deletedProjects++;
      }
    }
  }
}

describe('backup and restore of a service under load', async () => {
  const source = await serve({ DATA_DIR: folder('source') });
  const load = new Load();
  await load.start(source.url, 3);
  await waitFor(() => load.deletedProjects > 0, 60_000);
  const session = await openSession(source.url);

  it('backup writes one file that only its owner can read, while requests are served', async () => {
    const before = load.tickets;
    const { code, output } = await runCommand('backup', file, { DATA_DIR: folder('source'), BACKUP_KEY: backupKey });
    assert.equal(code, 0, output);
    assert.match(output, /the backup is complete/);
    const [made, ...more] = await auditEvents(embedded('source'), 'backup_made');
    assert(made.detail.rows > 100, JSON.stringify(made));
    assert.deepEqual(
      [made, more],
      [{ actor_id: null, detail: { file: 'first.backup', rows: made.detail.rows, encrypted: true } }, []],
    );
    assert(load.tickets > before, 'tickets were created during the backup');
    const after = load.tickets;
    await waitFor(() => load.tickets > after, 30_000);
    await load.stop();
    assert.deepEqual([...load.problems], []);
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
    const client = await signIn(moved.url, 'client0@example.com', password);
    const { body: projects } = await send(`${moved.url}/projects?limit=1&sort=id`, 'GET', client);
    const { body: object } = await send(`${moved.url}/projects/${projects.items[0].id}/objects`, 'POST', client, {
      name: 'New',
      address: 'New street 1',
    });
    const { status, body: ticket } = await send(`${moved.url}/tickets`, 'POST', client, {
      object_id: object.id,
      category: 'other',
      description: 'After it',
    });
    assert.equal(status, 201, JSON.stringify(ticket));
    const { rows: newest } = await onDatabase(other.url, (db) =>
      db.query('select max(id) as id, count(*)::int as n from tickets'),
    );
    assert.equal(newest[0].id, ticket.id);
    assert(ticket.id > newest[0].n, 'ids of deleted tickets are not assigned again');

    const second = folder('second.backup');
    const taken = await runCommand('backup', second, env);
    assert.equal(taken.code, 0, taken.output);
    await stopService(moved);
    const restored = await runCommand('restore', second, { DATA_DIR: folder('back') });
    assert.equal(restored.code, 0, restored.output);
    const back = await serve({ DATA_DIR: folder('back') });
    const token = await signIn(back.url, 'client0@example.com', password);
    assert.equal((await send(`${back.url}/tickets/${ticket.id}`, 'GET', token)).status, 200);
    await stopService(back);
  });

  it('backup of a stopped embedded server restores to the same rows with --keep-sessions', async () => {
    const third = folder('third.backup');
    // What still waits to be delivered would change while the contents are compared.
    const delivering = await serve({ DATA_DIR: folder('source'), TICKET_RETENTION_DAYS: '0' });
    await waitFor(() => onDatabase(embedded('source'), async (db) => (await db.query('select from deliveries')).rowCount === 0));
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
    const changedByServing = ['pending_file_deletions', 'rate_limits', 'job_results', 'audit_events'];
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
