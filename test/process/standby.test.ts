import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { type ServiceProcess, send, signIn, spawnService, stopService, waitUntilReady } from '../../testing/start-service.ts';
import { waitFor } from '../../testing/wait.ts';

// A primary with a hot standby, which takes heavy reads as a replica, and takes over in the end.

const installed = findInstalledPostgres(18);
const caller = { key: 'anna' };
const email = 'root@example.com';
const password = 'correct-horse-1';

async function run(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

describe('a primary and its standby', { skip: installed ? false : 'no PostgreSQL 15, 16 or 17 is installed here' }, () => {
  let primary: InstalledServer;
  let standby: InstalledServer;
  /** What DATABASE_REPLICA_URL leads to. */
  let replica: FaultProxy;
  /** What DATABASE_URL of the service leads to. */
  let router: FaultProxy;
  let service: ServiceProcess;
  let token = '';
  const opened: Database[] = [];
  before(async () => {
    if (!installed) return;
    primary = await startInstalledPostgres(installed);
    await run(primary.url, 'create table numbers (n integer primary key)', 'insert into numbers select generate_series(1, 1000)');
    standby = await startInstalledPostgres(installed, primary.url);
    [replica, router] = [await FaultProxy.start(standby.url), await FaultProxy.start(standby.url)];
  });
  after(async () => {
    for (const db of opened) await db.close();
    if (service) await stopService(service);
    replica?.close();
    router?.close();
    await standby?.stop();
    await primary?.stop();
  });

  /** The lines of its log are added to `lines`. */
  function open(lines: string[] = []): Database {
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
    const db = openDatabase({ connectionString: primary.url }, log, undefined, { replicaUrl: replica.url });
    opened.push(db);
    return db;
  }
  const isOnStandby = async (db: Database): Promise<boolean | undefined> => {
    const { rows } = await db.heavyRead(caller, (lane) =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(lane),
    );
    return rows[0]?.standby;
  };
  const waitForReplica = (db: Database) => waitFor(() => isOnStandby(db).then(Boolean), 30_000);
  const insert = (db: Database, n: number) => db.statement((tx) => sql`insert into numbers values (${n})`.execute(tx));
  const isSeen = async (db: Database, n: number): Promise<boolean> => {
    const { rows } = await db.heavyRead(caller, (lane) => sql`select from numbers where n = ${n}`.execute(lane));
    return rows.length === 1;
  };
  /** Tried again, because the standby may cancel these statements, too, for a conflict with what it replays. */
  const delayReplay = async (delay: string): Promise<void> => {
    const statements = [`alter system set recovery_min_apply_delay = '${delay}'`, 'select pg_reload_conf()'];
    const isSet = (): Promise<boolean> =>
      run(standby.url, ...statements).then(
        () => true,
        () => false,
      );
    await waitFor(isSet, 10_000);
  };

  it('a replica takes heavy reads and batches, and no other read', async () => {
    const db = open();
    assert.equal(await isOnStandby(db), true);
    const query = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby from numbers`;
    const batches = await Array.fromAsync(db.readInBatches(query));
    assert.equal(batches.flat().length, 1_000);
    assert(batches.flat().every((row) => row.standby));
    const { rows } = await query.execute(db.read);
    assert(rows.every((row) => !row.standby));
  });

  it('a replica returns what was written before, by this instance or another one', async () => {
    const [db, other] = [open(), open()];
    for (let n = 2_000; n < 2_200; n++) {
      await insert(n % 2 ? db : other, n);
      assert(await isSeen(db, n), `${n}`);
    }
    assert.equal(await isOnStandby(db), true);
  });

  it('a replica that is 5 s behind takes no reads, the primary returns what was written before', async () => {
    const lines: string[] = [];
    const db = open(lines);
    await delayReplay('5s');
    for (let n = 3_000; n < 3_100; n++) {
      await insert(db, n);
      assert(await isSeen(db, n), `${n}`);
    }
    assert.match(lines.join(''), /"reason":"it is behind the primary, or does not answer","msg":"the replica takes no reads/);
    assert.equal(lines.length, 1, 'one line for the whole outage');
    await delayReplay('0');
    await waitForReplica(db);
    assert.match(lines.at(-1) ?? '', /the replica takes reads again/);
  });

  it('a replica that cancels a read for a conflict with what it replays costs no error', async () => {
    const db = open();
    await run(standby.url, "alter system set max_standby_streaming_delay = '0'", 'select pg_reload_conf()');
    await waitForReplica(db);
    // On the replica it sleeps until it is canceled.
    const reading = db.heavyRead(caller, async (lane) => {
      await sql`select n from numbers where n = 1`.execute(lane);
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, pg_sleep(case when pg_is_in_recovery() then 20 else 0 end), count(*) from numbers`.execute(
        lane,
      );
      return rows[0]?.standby;
    });
    const sleeping =
      "select from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()";
    await waitFor(async () => (await run(standby.url, sleeping))[0]?.rowCount === 1, 30_000);
    await run(primary.url, 'truncate numbers', 'insert into numbers select generate_series(1, 1000)');
    assert.equal(await reading, false, 'it was repeated on the primary');
  });

  it('a replica that does not answer, or is gone, costs no error', async () => {
    const db = open();
    await waitForReplica(db);
    standby.freeze();
    assert.equal(await isOnStandby(db), false);
    standby.thaw();
    await standby.halt();
    const other = open();
    assert.equal(await isOnStandby(other), false);
    assert.equal((await Array.fromAsync(other.readInBatches(sql`select n from numbers`))).flat().length, 1_000);
    await standby.start();
    await waitForReplica(db);
  });

  const createUser = (name: string) =>
    send(`${service.url}/users`, 'POST', token, { email: `${name}@example.com`, name, password, role: 'worker' });
  const statusOf = async (path: string) => (await fetch(`${service.url}${path}`)).status;

  it('a start waits while the address leads to a standby, says so, and goes on at the primary', async () => {
    service = await spawnService({
      env: { JWT_SECRET: 'x'.repeat(32), DATABASE_URL: router.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
    });
    await waitFor(() => service.output().includes('"reason":"the server is a standby, which accepts no writes"'), 60_000);
    router.redirect(primary.url);
    await waitUntilReady(service);
    token = await signIn(service.url, email, password);
    assert.equal((await createUser('first')).status, 201);
  });

  it('GET /health/ready is 200 and GET /health names writes while no commit ends', async () => {
    const reload = 'select pg_reload_conf()';
    await run(primary.url, "alter system set synchronous_standby_names = 'nobody'", reload);
    await waitFor(async () => (await statusOf('/health')) === 503, 30_000);
    const { status, body } = await send(`${service.url}/health`, 'GET');
    assert.deepEqual([status, body], [503, { error: 'not ready: writes unavailable' }]);
    assert.equal(await statusOf('/health/ready'), 200);
    await run(primary.url, 'set synchronous_commit = local', 'alter system reset synchronous_standby_names', reload);
    await waitFor(async () => (await statusOf('/health')) === 200, 30_000);
  });

  it('a replica that became a primary of its own takes no reads', async () => {
    const db = open();
    await waitForReplica(db);
    const [written] = await run(primary.url, 'select pg_current_wal_lsn() as position');
    const replayed = `select pg_last_wal_replay_lsn() >= '${written?.rows[0].position}'::pg_lsn as done`;
    await waitFor(async () => (await run(standby.url, replayed))[0]?.rows[0].done, 30_000);
    await run(standby.url, 'select pg_promote()', 'insert into numbers values (9999)');
    assert.equal(await isSeen(db, 9_999), false);
    await insert(db, 8_888);
    assert(await isSeen(db, 8_888));
  });

  it('writes and reads move to the new primary although the connections to the former one are open', async () => {
    router.redirect(standby.url);
    // As a primary that was demoted without a restart: its sessions stay, and refuse to write.
    await run(primary.url, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    const setting = 'show default_transaction_read_only';
    await waitFor(async () => (await run(primary.url, setting))[0]?.rows[0].default_transaction_read_only === 'on');
    const names = Array.from({ length: 20 }, (_, i) => `after${i}`);
    const answers = await Promise.all(names.map(createUser));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    await primary.halt();
    const { body } = await send(`${service.url}/users?q=after&limit=100`, 'GET', token);
    assert.equal(body.total, names.length);
    assert.equal(await statusOf('/health/ready'), 200);
  });

  it('GET /ext/changes refuses a cursor from before a crash, which uses numbers of transactions again, and takes one from before a restart', async () => {
    const read = (after = '') => send(`${service.url}/ext/changes?limit=1${after}`, 'GET', token);
    const readAfter = (cursor: string) =>
      waitFor(async () => {
        const { status, body } = await read(`&after=${cursor}`);
        return status !== 500 && { status, body };
      });
    const { cursor } = (await read()).body;
    await standby.halt();
    await standby.start();
    assert.equal((await readAfter(cursor)).status, 200);
    await standby.crash();
    await standby.start();
    const { status, body } = await readAfter(cursor);
    assert.deepEqual([status, body], [410, { error: 'the cursor is of another database: begin without one' }]);
  });

  it('requests without a primary are refused with Retry-After, and readiness follows in both directions', async () => {
    await standby.halt();
    const answer = await fetch(`${service.url}/users`, { headers: { authorization: `Bearer ${token}` } });
    assert.deepEqual([answer.status, await answer.json()], [500, { error: 'db unavailable' }]);
    assert.equal(answer.headers.get('retry-after'), '2');
    await waitFor(async () => (await statusOf('/health/ready')) === 503, 30_000);
    await standby.start();
    await waitFor(async () => (await createUser('last')).status !== 500, 30_000);
    await waitFor(async () => (await statusOf('/health/ready')) === 200, 30_000);
  });
});
