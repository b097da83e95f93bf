import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createProjectFixture, serviceSettings, signInAdmin } from '../../testing/api-fixtures.ts';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { sendOk } from '../../testing/http-client.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { type ServiceProcess, spawnService, stopService, waitUntilReady } from '../../testing/service-process.ts';
import { waitFor } from '../../testing/wait.ts';

// A primary and a hot standby that takes its heavy reads.

const installed = findInstalledPostgres(18);
const caller = { key: 'anna' };

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('a replica', { skip: installed ? false : 'no PostgreSQL 15, 16 or 17 is installed here' }, () => {
  let primary: InstalledServer;
  let standby: InstalledServer;
  let router: FaultProxy;
  const opened: Database[] = [];
  before(async () => {
    if (!installed) return;
    primary = await startInstalledPostgres(installed);
    await run(primary.url, 'create table numbers (n integer primary key)', 'insert into numbers select generate_series(1, 1000)');
    standby = await startInstalledPostgres(installed, primary.url);
    router = await FaultProxy.start(standby.url);
  });
  after(async () => {
    for (const db of opened) await db.close();
    router?.close();
    await standby?.stop();
    await primary?.stop();
  });

  /** The lines of its log are added to `lines`. */
  function open(lines: string[] = []): Database {
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
    const db = openDatabase({ connectionString: primary.url }, log, undefined, { replicaUrl: router.url });
    opened.push(db);
    return db;
  }

  const isOnStandby = async (db: Database): Promise<boolean | undefined> => {
    const { rows } = await db.heavyRead(caller, (lane) =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(lane),
    );
    return rows[0]?.standby;
  };

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

  it('takes heavy reads and batches, and no other read', async () => {
    const db = open();
    assert.equal(await isOnStandby(db), true);
    const query = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby from numbers`;
    const batches = await Array.fromAsync(db.readInBatches(query));
    assert.equal(batches.flat().length, 1_000);
    assert(batches.flat().every((row) => row.standby));
    const { rows } = await query.execute(db.read);
    assert(rows.every((row) => !row.standby));
  });

  it('returns what was written before, by this instance or another one', async () => {
    const [db, other] = [open(), open()];
    for (let n = 2_000; n < 2_200; n++) {
      await insert(n % 2 ? db : other, n);
      assert(await isSeen(db, n), `${n}`);
    }
    assert.equal(await isOnStandby(db), true);
  });

  it('that is 5 s behind takes no reads, the primary returns what was written before', async () => {
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
    await waitFor(() => isOnStandby(db).then(Boolean), 30_000);
    assert.match(lines.at(-1) ?? '', /the replica takes reads again/);
  });

  it('that cancels a read for a conflict with what it replays costs no error', async () => {
    const db = open();
    await run(standby.url, "alter system set max_standby_streaming_delay = '0'", 'select pg_reload_conf()');
    await waitFor(() => isOnStandby(db).then(Boolean), 30_000);
    const reading = db.heavyRead(caller, async (lane) => {
      await sql`select n from numbers where n = 1`.execute(lane);
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, pg_sleep(case when pg_is_in_recovery() then 2 else 0 end), count(*) from numbers`.execute(
        lane,
      );
      return rows[0]?.standby;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await run(primary.url, 'truncate numbers', 'insert into numbers select generate_series(1, 1000)');
    assert.equal(await reading, false, 'it was repeated on the primary');
  });

  it('that is 5 s behind or conflicts hides no own write in searches, numbers and exports, whichever instance answers', async () => {
    const env = { ...serviceSettings, DATABASE_URL: primary.url, DATABASE_REPLICA_URL: router.url };
    const services: ServiceProcess[] = [];
    try {
      for (const service of [spawnService({ env }), spawnService({ env })]) services.push(await service);
      for (const service of services) await waitUntilReady(service);
      const bases = services.map(({ url }) => url);
      const root = await signInAdmin(bases[0] ?? '');
      const clients = await Promise.all([1, 2, 3].map(() => createProjectFixture(bases[0] ?? '', root, 0)));
      await delayReplay('5s');
      await Promise.all(
        clients.map(async ({ client, objects }, who) => {
          const { token } = client;
          for (let round = 1; round <= 12; round++) {
            const [written, read] = [bases[round % 2] ?? '', bases[(round + 1) % 2] ?? ''];
            const word = `lamp${who}x${round}`;
            const body = { object_id: objects[0], category: 'electric', priority: 'low', description: `The ${word} is dark` };
            const { body: ticket } = await sendOk(written, { method: 'POST', path: '/tickets', token, body });
            const found = await sendOk(read, { method: 'GET', path: `/ext/tickets?q=${word}`, token });
            assert.deepEqual(
              found.body.items.map(({ id }: { id: number }) => id),
              [ticket.id],
            );
            const numbers = await sendOk(read, { method: 'GET', path: '/ext/stats', token });
            assert.equal(numbers.body.totals.created, round);
            const response = await fetch(`${read}/ext/tickets.csv`, { headers: { authorization: `Bearer ${token}` } });
            assert.match(await response.text(), new RegExp(word));
          }
        }),
      );
    } finally {
      for (const service of services) await stopService(service);
      await delayReplay('0');
    }
  });

  it('that does not answer, or is gone, costs no error', async () => {
    const db = open();
    await waitFor(() => isOnStandby(db).then(Boolean), 30_000);
    standby.freeze();
    assert.equal(await isOnStandby(db), false);
    standby.thaw();
    await standby.halt();
    const other = open();
    assert.equal(await isOnStandby(other), false);
    assert.equal((await Array.fromAsync(other.readInBatches(sql`select n from numbers`))).flat().length, 1_000);
    await standby.start();
    await waitFor(() => isOnStandby(db).then(Boolean), 30_000);
  });

  it('that became a primary of its own takes no reads', async () => {
    const db = open();
    assert.equal(await isOnStandby(db), true);
    await run(standby.url, 'select pg_promote()');
    await run(standby.url, 'insert into numbers values (9999)');
    assert.equal(await isSeen(db, 9_999), false);
    await insert(db, 8_888);
    assert(await isSeen(db, 8_888));
  });
});
