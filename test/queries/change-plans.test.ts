import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type Cursor, writeCursor } from '../../src/product/tickets/changes/cursor.ts';
import { readChanges } from '../../src/product/tickets/changes/queries.ts';
import type { Actor } from '../../src/product/visibility.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured } from '../../testing/service-statements.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// How changes are read at 100,000 tickets of 500 clients, each changed by a transaction of its own.

const tickets = 100_000;
const firstXid = 1_000;
const limit = 50;
const { url, drop } = await cloneDatabase();
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
before(async () => {
  await db.connect();
  // Without triggers and foreign keys: the tickets need no places and people.
  await db.query('set session_replication_role = replica');
  await db.query(
    `insert into tickets (id, category, description, address, project_id, object_id, client_id, created_at, priority)
     overriding system value
     select n, 'other', 'dark', 'street', 1, 1, md5((n % 500)::text)::uuid, timestamptz '2026-03-01' + n * interval '1 min', 'normal'
     from generate_series(1, ${tickets}) as n`,
  );
  await db.query(
    `insert into ticket_changes (ticket_id, client_id, xid, client_xid)
     select id, client_id, xid, xid from tickets, lateral (select (${firstXid} + id)::text::xid8 as xid) as changed`,
  );
  await db.query('vacuum analyze tickets, ticket_changes');
});
after(async () => {
  await db.end();
  await drop();
});

const root: Actor = { id: crypto.randomUUID(), role: 'admin' };
const client: Actor = { id: 'c4ca4238-a0b9-2382-0dcc-509a6f75849b', role: 'client' }; // md5('1')
const now = new Date('2026-03-01T08:00:00Z');
const snapshot = (text: string) => ({ text, atMs: now.getTime() });

async function planOf(actor: Actor, cursor?: Omit<Cursor, 'epoch' | 'of'>): Promise<PlanNode> {
  const of = actor.role === 'admin' ? 'all' : actor.id;
  const after = cursor && writeCursor({ epoch: 'x', of, ...cursor });
  const additions = { fields: [], filters: [], orders: [] };
  const context = { now, baseUrl: '' };
  const statements = await captured((one) =>
    // It has no row of a snapshot.
    readChanges(one.read, actor, { limit, ...(after && { after }) }, additions, context).catch(() => {}),
  );
  assert.equal(statements.length, 1);
  const [statement] = statements;
  assert(statement);
  const [explained] = await explain(db, statement);
  assert(explained);
  return explained.plan;
}

/** Rows that the steps of a plan read of the large tables. */
function rowsRead(plan: PlanNode): number {
  const large = nodesOf(plan).filter((node) => ['tickets', 'ticket_changes'].includes(node['Relation Name'] ?? ''));
  assert(large.length > 0);
  const reads = large.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
  return reads.reduce((sum, n) => sum + n, 0);
}

describe('GET /ext/changes reads about as many rows as it answers', () => {
  const last = firstXid + tickets;
  const later = { until: snapshot(`${last + 1}:${last + 1}:`), xid: '0', id: 0 };
  for (const [name, actor] of Object.entries({ admin: root, client })) {
    it(`for changes since a snapshot, to ${name}s`, async () => {
      const plan = await planOf(actor, { since: snapshot(`${last - 1_000}:${last - 1_000}:`), changes: later });
      assert(rowsRead(plan) <= 4 * limit, JSON.stringify(plan));
    });

    it(`while a transaction has been open since the first change, to ${name}s`, async () => {
      const open = `${firstXid + 1}:${last - 20}:${firstXid + 1}`;
      const plan = await planOf(actor, { since: snapshot(open), changes: later });
      assert(rowsRead(plan) <= 4 * limit, JSON.stringify(plan));
    });

    it(`for the list of all tickets, to ${name}s`, async () => {
      const list = { createdAt: '2026-03-20T00:00:00.000Z', id: 1 };
      const plan = await planOf(actor, { since: snapshot(`${last + 1}:${last + 1}:`), list });
      assert(rowsRead(plan) <= 4 * limit, JSON.stringify(plan));
    });
  }
});
