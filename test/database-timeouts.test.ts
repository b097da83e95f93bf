import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { boundedPool } from '../src/platform/database/bounded-pool.ts';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { PoolOfClients } from '../src/platform/database/pool.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { Fixtures } from '../testing/fixtures.ts';

// A server that is frozen keeps its connections open and says nothing, not even that its own bound was passed.

const fixtures = await Fixtures.create();
const timeoutMs = 1_500;

describe('a database that does not respond', () => {
  const one = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db);
  const kinds = {
    'a read': (db: ReturnType<typeof openDatabase>) => one(db.read),
    'a write of one statement': (db: ReturnType<typeof openDatabase>) => db.statement(one),
    'a write of several': (db: ReturnType<typeof openDatabase>) => db.transaction(one),
  };
  for (const [kind, work] of Object.entries(kinds)) {
    it(`${kind} fails within its timeout while the database does not respond, and succeeds once it responds again`, {
      timeout: 20_000,
    }, async () => {
      const proxy = await FaultProxy.start(fixtures.url);
      const db = openDatabase({ connectionString: proxy.url }, pino({ level: 'silent' }), undefined, { timeoutMs });
      try {
        // Opens each connection that is used below: writers at once, those that reads share turn by turn.
        for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 5 }, () => work(db)));
        proxy.stall();
        const began = performance.now();
        const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => work(db)));
        assert(performance.now() - began >= timeoutMs - 10);
        for (const outcome of outcomes) {
          assert.equal(outcome.status, 'rejected');
          assert.deepEqual([outcome.reason.code, outcome.reason.message], ['ETIMEDOUT', 'the database does not answer']);
        }
        proxy.restore();
        assert.equal((await work(db)).rows[0]?.one, 1);
      } finally {
        proxy.close();
        await db.close();
      }
    });
  }
});

describe('a statement that takes longer than a request may wait', () => {
  const notAnswered = { code: 'ETIMEDOUT', message: 'the database does not answer' };
  const log = pino({ level: 'silent' });
  const openPool = () => {
    const all = new PoolOfClients(new pg.Pool({ connectionString: fixtures.url, max: 1 }), {
      watch: { began: () => {}, ended: () => {} },
      timeoutMs: 20_000,
      log,
    });
    return { all, bounded: boundedPool(all, 2_000) };
  };

  it('a statement that is not answered in time fails, and so does what follows on its connection, which is closed after the answer', async () => {
    const { all, bounded } = openPool();
    const client = await bounded.connect();
    await client.query('begin', []);
    await client.query('create table kept_open (at text)', []);
    // Twice as long as a statement may take.
    await assert.rejects(client.query('select pg_sleep(4)', []), notAnswered);
    await assert.rejects(client.query('commit', []), notAnswered);
    client.release();
    assert.deepEqual(all.connections(), { used: 1, idle: 0, waiting: 0 });
    const next = await all.connect(); // waits for the only connection, which is not handed on in its transaction
    const { rows } = await next.query<{ table: string | null }>("select to_regclass('kept_open')::text as table", []);
    assert.deepEqual(rows, [{ table: null }]);
    next.release();
    await all.end();
  });

  it('the time that the connection was waited for counts as well', async () => {
    const { all, bounded } = openPool();
    const holder = await all.connect();
    // Each of the two waits is shorter than the two seconds that both may take together.
    setTimeout(() => holder.release(), 1_500);
    const client = await bounded.connect();
    await assert.rejects(client.query('select pg_sleep(1.5)', []), notAnswered);
    client.release();
    await all.end();
  });
});
