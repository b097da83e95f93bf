import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { listActivity } from '../../src/product/reporting/activity/queries.ts';
import type { ActivityQuery } from '../../src/product/reporting/activity/schemas.ts';
import type { Actor } from '../../src/product/visibility.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured } from '../../testing/service-statements.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// How the activity is read at 100,000 tickets of 500 clients and 2,000 projects with 400,000 entries, of which one of 40 cancels its
// ticket and none removes a photo, and 50,000 comments.

const tickets = 100_000;
const { url, drop } = await cloneDatabase();
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
before(async () => {
  await db.connect();
  // Without triggers and foreign keys: the tickets need no places and people.
  await db.query('set session_replication_role = replica');
  await db.query(
    `insert into tickets (id, category, description, address, project_id, object_id, client_id, created_at, priority)
     overriding system value
     select n, 'other', 'dark', 'street', n % 2000 + 1, n % 6000 + 1, md5((n % 500)::text)::uuid,
       timestamptz '2026-03-01' + n * interval '1 min', 'normal'
     from generate_series(1, ${tickets}) as n`,
  );
  await db.query(
    `insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, created_at)
     select id, action::ticket_action, 'new', 'new', actor, 'name', created_at + hours * interval '1 hour'
     from tickets, lateral (values
       ('created', client_id, 0), ('assigned', md5((id % 700)::text)::uuid, 1), ('started', md5((id % 700)::text)::uuid, 2),
       (case id % 10 when 1 then 'canceled' else 'confirmed' end, client_id, 3)) as e (action, actor, hours)
     order by 7`,
  );
  await db.query(
    `insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, created_at)
     select id, client_id, 'name', 'client', 'text', created_at + interval '90 min' from tickets where id % 2 = 0 order by id`,
  );
  await db.query('vacuum analyze tickets, ticket_events, ticket_comments');
});
after(async () => {
  await db.end();
  await drop();
});

const root: Actor = { id: crypto.randomUUID(), role: 'admin' };
const account = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'; // md5('1')
const client: Actor = { id: account, role: 'client' };

async function plansOf(actor: Actor, query: Partial<ActivityQuery>): Promise<PlanNode[]> {
  const statements = await captured((one) => listActivity(one.read, actor, { limit: 20, offset: 0, ...query }));
  const plans: PlanNode[] = [];
  for (const statement of statements) {
    const [explained] = await explain(db, statement);
    assert(explained);
    if (process.env['SHOW_PLANS']) console.log(actor.role, query, explained.time, rowsRead(explained.plan));
    plans.push(explained.plan);
  }
  return plans;
}

/** Rows that the steps of a plan read of the large tables. */
function rowsRead(plan: PlanNode): number {
  const large = nodesOf(plan).filter((node) =>
    ['tickets', 'ticket_events', 'ticket_comments'].includes(node['Relation Name'] ?? ''),
  );
  const reads = large.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
  return reads.reduce((sum, n) => sum + n, 0);
}

const behind = { after: '2026-04-10T08:10:00.000Z,event-160000' };
const filters: Partial<ActivityQuery>[] = [
  {},
  behind,
  { actor_id: account },
  { actor_id: crypto.randomUUID() },
  { project_id: 2, ...behind },
  { project_id: 2 },
  { object_id: 2 },
  { action: 'canceled' },
  { action: 'canceled,commented', ...behind },
  { action: 'photo_removed' },
  { action: 'photo_added,photo_removed' },
  { from: '2026-03-20T00:00:00Z', to: '2026-03-21T00:00:00Z' },
  { actor_id: account, from: '2026-03-20T00:00:00Z', to: '2026-03-21T00:00:00Z' },
  { action: 'canceled', from: '2026-03-20T00:00:00Z', to: '2026-03-27T00:00:00Z' },
];

describe('GET /ext/activity reads few rows for a page at 400,000 entries', () => {
  for (const [name, actor] of Object.entries({ admin: root, client })) {
    for (const query of filters) {
      it(`${name}s, with the filters ${JSON.stringify(query)}`, async () => {
        const read = (await plansOf(actor, query)).reduce((sum, plan) => sum + rowsRead(plan), 0);
        assert(read <= 4_000, `${read} rows`);
      });
    }
  }
});
