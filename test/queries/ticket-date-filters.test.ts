import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { priorities } from '../../src/product/tickets/tables.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { Random } from '../../testing/seeded-random.ts';

// Filters by date together with an order by id or priority, of tickets whose ids and dates have different orders.

const fixtures = await Fixtures.create();
const { root, anna, tower, lobby } = fixtures;
const random = new Random(20_260_302);
const idRange = 8192;
const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}`;

interface Made {
  id: number;
  day: string;
  priority: (typeof priorities)[number];
}
const made: Made[] = [];

const insert = ({ id, day: date, priority }: Made) => sql`
  insert into tickets (id, category, priority, description, address, project_id, object_id, client_id, created_at)
  overriding system value values (${id}, 'other', ${priority}::ticket_priority, 'x', 'Street 1', ${tower}, ${lobby}, ${anna.id},
    ${`${date}T${random.pick(['00:00:00', '11:00:00', '23:59:59.999'])}Z`})`;

before(async () => {
  for (let i = 0; i < 120; i++) {
    const at = random.between(0, 5);
    const id = at * idRange + random.pick([0, 1, 2, 4_000, idRange - 2, idRange - 1]);
    // Mostly later ids have later days, sometimes any day.
    const date = day(random.chance(0.8) ? 1 + at * 2 + random.between(0, 1) : random.between(1, 28));
    if (id > 0 && !made.some((ticket) => ticket.id === id)) made.push({ id, day: date, priority: random.pick(priorities) });
  }
  await Promise.all(made.map((ticket) => fixtures.db.statement((writer) => insert(ticket).execute(writer))));
  await sql`
    insert into ticket_events (ticket_id, action, to_status, actor_name, created_at)
    select id, 'created', 'new', '', created_at from tickets`.execute(fixtures.db.read);
});

const ranks = (one: Made) => priorities.indexOf(one.priority);

it('ticket_id_date_ranges has exactly the dates of the tickets of each block', async () => {
  const { rows } = await sql`
    select * from ticket_id_date_ranges as stored
    full join (
      select id / 8192 as block, min((created_at at time zone 'UTC')::date) as first_day, max((created_at at time zone 'UTC')::date) as last_day
      from tickets group by 1
    ) as found using (block, first_day, last_day)
    where stored is null or found is null`.execute(fixtures.db.read);
  assert.deepEqual(rows, []);
});

it('GET /tickets with date_from or date_to and sort by id or priority returns what a filter in memory returns', async () => {
  for (let i = 0; i < 150; i++) {
    const [from, to] = [random.between(1, 14), random.between(1, 28)];
    const query = new URLSearchParams({
      limit: '100',
      sort: random.pick(['id', 'priority']),
      order: random.pick(['asc', 'desc']),
    });
    if (random.chance(0.7)) query.set('date_from', day(from));
    if (random.chance(0.7)) query.set('date_to', day(to));
    const sign = query.get('order') === 'asc' ? 1 : -1;
    const expected = made
      .filter((one) => one.day >= (query.get('date_from') ?? '') && one.day <= (query.get('date_to') ?? '9'))
      .sort((a, b) => sign * ((query.get('sort') === 'priority' ? ranks(a) - ranks(b) : 0) || a.id - b.id))
      .map(({ id }) => id);
    for (const who of [root, anna]) {
      const { body } = await fixtures.call(who, 'GET', `/tickets?${query}`);
      assert.deepEqual(
        body.items.map(({ id }: Made) => id),
        expected.slice(0, 100),
        String(query),
      );
      assert.equal(body.total, expected.length);
    }
  }
});

it('a ticket whose created_at was corrected in the database is found by its new date in every order', async () => {
  const moved = made.filter((_, i) => i % 7 === 0).map(({ id }) => id);
  await sql`update tickets set created_at = timestamptz '2026-05-01T12:00:00Z' + id % 3 * interval '1 day' where id in (${sql.join(moved)})`.execute(
    fixtures.db.read,
  );
  for (const sort of ['id', 'priority', 'created_at']) {
    const { body } = await fixtures.call(root, 'GET', `/tickets?date_from=2026-05-01&sort=${sort}&limit=100`);
    const found = body.items.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
    assert.deepEqual(
      found,
      moved.toSorted((a, b) => a - b),
      sort,
    );
  }
});
