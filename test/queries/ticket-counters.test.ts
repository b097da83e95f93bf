import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { categories, priorities } from '../../src/product/tickets/tables.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { counterInvariants } from '../../testing/invariants.ts';
import { Random } from '../../testing/seeded-random.ts';

// The totals that lists answer are kept by triggers; after whatever was done they must be what
// counting would give.

const fixtures = await Fixtures.create();
const { anna, boris, wanda, oleg } = fixtures;
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
  // Each client has its own tickets, so only counters can cause lock conflicts; the fixtures check for deadlocks.
  const changes = Array.from({ length: 60 }, (_, i) =>
    i % 6 === 0
      ? sql`delete from tickets where id % 60 = ${i}`
      : sql`update tickets set priority = ${random.pick(priorities)}::ticket_priority where id % 60 = ${i}`,
  );
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
