import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { categories, priorities } from '../../src/product/tickets/tables.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { counterInvariants } from '../../testing/invariants.ts';
import { connectPostgres } from '../../testing/postgres.ts';
import { Random } from '../../testing/seeded-random.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg } = fixtures;

// Codes live for 15 minutes, so a scan of their table is short.
const withoutIndex = ['bind_codes_bot'];

it('each foreign key has an index, so that deleting a referenced row scans no table', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
          select attname from pg_attribute where attrelid = c.conrelid and attnum = i.indkey[0]))))
    order by 1`.execute(fixtures.db.read);
  assert.deepEqual(
    rows.map(({ name }) => name),
    withoutIndex,
  );
});

it('DELETE /users/{id} uses indexes to find what the account did', async () => {
  for (const [table, column, index] of [
    ['tickets', 'assigned_by', 'tickets_by_assigner'],
    ['tickets', 'closed_by', 'tickets_by_closer'],
    ['ticket_events', 'actor_id', 'ticket_events_of_actor'],
  ] as const) {
    // The statement of the foreign key's own trigger. So small a table would be scanned otherwise.
    const plan = await fixtures.transaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<string, string>>`
        explain update only ${sql.table(table)} set ${sql.ref(column)} = null
        where ${fixtures.anna.id}::uuid operator(pg_catalog.=) ${sql.ref(column)}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    assert.match(plan, new RegExp(`\\b${index}\\b`), plan);
  }
});

describe('similar words of a search', async () => {
  const db = await connectPostgres(fixtures.url);
  after(() => db.end());

  /** @returns the words that are looked up in the index for a search */
  async function lookups(words: string, keepsKnownWords: boolean): Promise<string[]> {
    const found: string[] = [];
    const note = ({ message }: { message?: string | undefined }): void => void found.push(message ?? '');
    db.on('notice', note);
    await db.query('select similar_ticket_query($1, null, $2)', [words, keepsKnownWords]);
    db.off('notice', note);
    return found;
  }

  it('a search looks each similar word up once, and no beginning of a word', async () => {
    await db.query(`
      create or replace function is_ticket_word(word tsquery) returns boolean language plpgsql stable as $$
      begin
        raise notice '%', word;
        return false;
      end $$`);
    for (const keepsKnownWords of [true, false]) {
      const found = await lookups('basement lift', keepsKnownWords);
      assert(found.length > 800, `${found.length} words`);
      assert.equal(new Set(found).size, found.length);
      assert(!found.includes("'basemen':*"));
      assert.equal(found.includes("'basement':*"), keepsKnownWords);
    }
    assert.deepEqual(await lookups('ab', true), ["'ab':*"]);
    assert.deepEqual(await lookups('ab', false), []);
  });
});

// How often a request goes to the database: a statement more is a round trip more for everybody.

const sent: string[] = [];
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given as [string | { text?: string }];
  sent.push(typeof first === 'string' ? first : (first.text ?? ''));
  return Reflect.apply(query, this, given);
} as typeof query;
after(() => {
  pg.Client.prototype.query = query;
});

/** The statements of one request that succeeds, account check included. */
async function statementsOf(who: TestUser, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<string[]> {
  sent.length = 0;
  const answer = await fixtures.call(who, method, path, body);
  assert(answer.status < 300, JSON.stringify(answer.body));
  return sent.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60));
}

async function expect(n: number, ...request: Parameters<typeof statementsOf>): Promise<void> {
  const statements = await statementsOf(...request);
  assert.equal(statements.length, n, `${request[1]} ${request[2]}: ${statements.join('\n')}`);
}

describe('number of SQL statements per request', () => {
  before(() => fixtures.call(wanda, 'GET', '/auth/me')); // the first request of a worker finds its tenant

  it('a list runs three statements: account, page and total', async () => {
    await fixtures.createTicket();
    for (const who of [root, anna, wanda]) await expect(3, who, 'GET', '/tickets');
    await expect(3, anna, 'GET', '/tickets?status=new&priority=normal&sort=priority');
  });

  it('a ticket runs two statements, account and row, and its journal three', async () => {
    const id = await fixtures.createTicket();
    for (const who of [root, anna, wanda]) await expect(2, who, 'GET', `/tickets/${id}`);
    await expect(4, anna, 'GET', `/tickets/${id}/events`);
  });

  it('creating a ticket and each transition run two statements: account, and the change with its journal entry', async () => {
    await expect(2, anna, 'POST', '/tickets', { category: 'other', description: 'The door is stuck', object_id: fixtures.lobby });
    const id = await fixtures.createTicket();
    const reason = { reason: 'still stuck' };
    for (const op of ['take', 'start', 'done']) await expect(2, wanda, 'PATCH', `/tickets/${id}/${op}`);
    await expect(2, anna, 'PATCH', `/tickets/${id}/reject`, reason);
    for (const op of ['start', 'done']) await expect(2, wanda, 'PATCH', `/tickets/${id}/${op}`);
    await expect(2, anna, 'PATCH', `/tickets/${id}/confirm`);
    await expect(2, anna, 'PATCH', `/tickets/${await fixtures.createTicket()}/assign`, { worker_id: wanda.id });
    await expect(2, root, 'PATCH', `/tickets/${await fixtures.createTicket()}/cancel`, reason);
  });
});

// The totals that lists answer are kept by triggers; after whatever was done they must be what
// counting would give.

const random = new Random(20_260_301);

async function requireEqual(): Promise<void> {
  for (const [what, query] of Object.entries(counterInvariants)) {
    const { rows } = await sql.raw(query).execute(fixtures.db.read);
    assert.deepEqual(rows, [], what);
  }
}

/** Some rows at once: a statement changes as many counters as it likes. */
const randomTicketIds = (maxCount: number) =>
  sql`(select id from tickets order by random() limit ${random.between(1, maxCount)})`;

const steps = [
  () => {
    const [client, project, object] = random.pick([
      [anna.id, fixtures.tower, fixtures.lobby] as const,
      [boris.id, fixtures.yard, fixtures.gate] as const,
    ]);
    return sql`insert into tickets (category, priority, description, address, project_id, object_id, client_id, created_at)
      select ${random.pick(categories)}::ticket_category, ${random.pick(priorities)}::ticket_priority, 'walked', 'Street 1',
        ${project}, ${object}, ${client}, timestamptz '2026-03-01Z' from generate_series(1, ${random.between(1, 40)})`;
  },
  () => sql`update tickets set priority = ${random.pick(priorities)}::ticket_priority where id in ${randomTicketIds(30)}`,
  () =>
    sql`update tickets set category = ${random.pick(categories)}::ticket_category, floor = '9' where id in ${randomTicketIds(30)}`,
  () => sql`insert into tickets (status, closed_at, worker_id, category, priority, description, address, project_id, object_id,
        client_id, created_at)
      select 'closed', timestamptz '2026-03-02Z', ${oleg.id}::uuid, 'other', 'low', 'walked', 'Street 1',
        ${fixtures.tower}::integer, ${fixtures.lobby}::integer, ${anna.id}::uuid, timestamptz '2026-03-01Z' from generate_series(1, 3)`,
  () => sql`update tickets set status = 'closed', closed_at = timestamptz '2026-03-02Z' where id in ${randomTicketIds(20)}`,
  () => sql`update tickets set status = 'in_progress', closed_at = null, worker_id = ${random.pick([wanda.id, oleg.id])}
      where id in ${randomTicketIds(20)}`,
  () =>
    sql`update tickets set worker_id = ${random.pick([wanda.id, oleg.id])} where status <> 'new' and id in ${randomTicketIds(20)}`,
  () => sql`update tickets set status = 'new', closed_at = null, worker_id = null where id in ${randomTicketIds(10)}`,
  () => sql`delete from tickets where id in ${randomTicketIds(15)}`,
  () => sql`delete from tickets where status = 'closed' and client_id = ${random.pick([anna.id, boris.id])}`,
];

it('ticket counters equal the counted rows after random changes, several per transaction and some rolled back', async () => {
  for (let walk = 0; walk < 60; walk++) {
    const undo = new Error('taken back');
    await fixtures
      .transaction(async (tx) => {
        for (let i = random.between(1, 6); i > 0; i--) await random.pick(steps)().execute(tx);
        if (random.chance(0.2)) throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    await requireEqual();
  }
});

it('ticket counters equal the counted rows after many concurrent changes, without a deadlock', async () => {
  await steps[0]?.().execute(fixtures.db.read);
  // One ticket with each update, as the service changes them (119_count_changed_ticket.sql), so only counters can cause lock
  // conflicts; the fixtures check for deadlocks.
  const { rows: tickets } = await sql<{ id: number }>`select id from tickets`.execute(fixtures.db.read);
  const changes = tickets.flatMap(({ id }) => [
    sql`update tickets set priority = ${random.pick(priorities)}::ticket_priority where id = ${id}`,
    sql`update tickets set status = 'closed', closed_at = timestamptz '2026-03-02Z', category = ${random.pick(categories)}::ticket_category
      where id = ${id}`,
  ]);
  changes.push(...Array.from({ length: 10 }, (_, i) => sql`delete from tickets where id % 60 = ${i * 6}`));
  await Promise.all(changes.map((change) => fixtures.db.statement((db) => change.execute(db))));
  await requireEqual();
});

it('ticket counters equal the counted rows after bulk deletions of all tickets', async () => {
  await sql`insert into tickets (category, priority, description, address, project_id, object_id, client_id, created_at)
    select (array['electric', 'other'])[1 + i % 2]::ticket_category, 'low', 'many', 'Street 1', ${fixtures.tower}::integer,
      ${fixtures.lobby}::integer, ${anna.id}::uuid, timestamptz '2026-03-01Z' from generate_series(1, 5000) as i`.execute(
    fixtures.db.read,
  );
  await requireEqual();
  await sql`delete from tickets where id % 3 = 0`.execute(fixtures.db.read);
  await requireEqual();
  await sql`delete from tickets`.execute(fixtures.db.read);
  await requireEqual();
  const { rows } = await sql`select sum(n)::integer as n from ticket_status_counts`.execute(fixtures.db.read);
  assert.deepEqual(rows, [{ n: 0 }]);
});

describe('the connections that all reads share', () => {
  // The connections that all reads share carry many statements at once. When one breaks, each of
  // them must hear of it, and the next read finds a connection that works.

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
});
