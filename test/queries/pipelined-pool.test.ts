import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { Fixtures } from '../../testing/fixtures.ts';

// The connections that all reads share carry many statements at once. When one breaks, each of
// them must hear of it, and the next read finds a connection that works.

const fixtures = await Fixtures.create();
const { anna } = fixtures;

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: fixtures.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Kills whoever waits for a lock, which readers do in these tests. */
async function killWaiting(client: pg.Client): Promise<number> {
  for (let i = 0; i < 500; i++) {
    await client.query('select pg_stat_clear_snapshot()'); // a transaction sees what was there when it first looked
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount) return rowCount;
    await sleep(10);
  }
  throw new Error('nobody waits');
}

const answerOf = async (i: number): Promise<number> => {
  const { rows } = await sql<{ i: number }>`select ${i}::integer as i, (select count(*) from tickets) as n`.execute(
    fixtures.db.read,
  );
  return rows[0]?.i ?? Number.NaN;
};

describe('a shared connection that is killed with statements in progress', () => {
  it('a killed shared connection fails its unanswered statements, mixes up no results and is replaced', async () => {
    await withClient(async (client) => {
      for (let round = 0; round < 5; round++) {
        await client.query('begin; lock table tickets in access exclusive mode');
        const inFlight = Array.from({ length: 60 }, (_, i) => answerOf(i));
        const settled = Promise.allSettled(inFlight);
        await killWaiting(client);
        await client.query('rollback');
        const outcomes = await settled;
        for (const [i, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') assert.equal(outcome.value, i);
          else assert.match(String(outcome.reason), /terminat|connection|ECONNRESET|EPIPE/i);
        }
        assert(outcomes.some(({ status }) => status === 'rejected'));
        assert.deepEqual(await Promise.all([1, 2, 3, 4, 5, 6].map(answerOf)), [1, 2, 3, 4, 5, 6]);
      }
    });
  });

  it('each request that waited for a killed shared connection gets an error response', async () => {
    const id = await fixtures.createTicket();
    await withClient(async (client) => {
      await client.query('begin; lock table tickets in access exclusive mode');
      const requests = Array.from({ length: 40 }, (_, i) => fixtures.call(anna, 'GET', i % 2 ? '/tickets' : `/tickets/${id}`));
      await killWaiting(client);
      await client.query('rollback');
      const answers = await Promise.all(requests);
      assert.deepEqual(
        [...new Set(answers.map(({ status }) => status))].sort(),
        answers.some(({ status }) => status === 200) ? [200, 500] : [500],
      );
      for (const { status, body } of answers) {
        if (status === 500) assert.deepEqual(body, { error: 'db unavailable' });
      }
    });
    for (let i = 0; i < 6; i++) assert.equal((await fixtures.call(anna, 'GET', '/tickets')).status, 200);
  });
});
