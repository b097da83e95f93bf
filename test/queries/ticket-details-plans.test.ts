import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { TicketAdditions } from '../../src/platform/capability/ticket-fields.ts';
import { ticketFields as attachmentFields } from '../../src/product/attachments/ticket-fields.ts';
import { ticketFields as commentFields } from '../../src/product/comments/ticket-fields.ts';
import { deadlineAdditions } from '../../src/product/deadlines/ticket-additions.ts';
import { handedBackField, handedBackFilter } from '../../src/product/reassignment/ticket-additions.ts';
import { coreFields, coreFilters } from '../../src/product/ticket-details/core-fields.ts';
import { listTicketDetails } from '../../src/product/ticket-details/list.ts';
import type { DetailsQuery } from '../../src/product/ticket-details/schemas.ts';
import { personId, type Role, seed } from '../../testing/benchmark-data.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured, type Statement } from '../../testing/service-statements.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// How GET /ext/tickets is carried out at 100,000 tickets with deadlines, comments, pictures and hand-backs.

const now = new Date('2026-03-01T08:00:00Z');
const twoDaysAgo = '2026-02-27T08:00:00Z';
const { url, drop } = await createEmptyDatabase();
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
before(async () => {
  await seed(url, 100_000, now);
  await db.connect();
  await seedAdditions();
});
after(async () => {
  await db.end();
  await drop();
});

/** All projects have targets. Of the open tickets, a tenth is overdue and every 50th handed back. */
async function seedAdditions(): Promise<void> {
  await db.query(`
    insert into project_targets (project_id, timezone, holidays, take_within, finish_within, has_targets, version, changed_at, applied)
    select id, 'UTC', '[]', '{"normal": 60}', '{"normal": 2880}', true, 1, created_at, 1 from projects;
    insert into ticket_deadlines (ticket_id, status, targets_version, deadlines, due_at, notified_steps, next_step_at)
    select id, status, 1, json_build_object(
        'take', json_build_object('soonAt', created_at + interval '45 minutes', 'by', created_at + interval '1 hour',
          'stoppedAt', assigned_at, 'isOver', assigned_at is not null),
        'finish', json_build_object('soonAt', created_at + interval '36 hours', 'by', created_at + interval '48 hours',
          'stoppedAt', null, 'isOver', status = 'closed')),
      due, '{}', due
    from (
      select *, case when status <> 'closed' then timestamptz '${now.toISOString()}' + (id % 1000 - 100) * interval '1 minute' end as due
      from tickets
    ) as t;
    alter table ticket_comments disable trigger ticket_comments_index; -- nothing is searched here
    insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, created_at)
    select id, client_id, 'Client', 'client', 'Which door is it?', created_at from tickets, generate_series(1, 2) where id % 3 = 0;
    insert into ticket_attachments (ticket_id, kind, storage_key, content_type, original_name, size_bytes, author_name, created_at)
    select id, 'report', md5('a' || id), 'image/jpeg', 'leak.jpg', 1, 'Client', created_at from tickets where id % 3 = 1;
    insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_name, created_at)
    select id, md5('p' || id), 'image/jpeg', 'lamp.jpg', 1, 'Worker', done_at from tickets where done_at is not null;
    insert into ticket_hand_backs (ticket_id, worker_name, reason, is_open, created_at)
    select id, 'Worker', 'I have no key', status = 'assigned', created_at from tickets where worker_id is not null and id % 50 = 0`);
  await db.query('vacuum (analyze)');
}

const additions: TicketAdditions = {
  fields: [
    ...coreFields,
    // Links are made of rows, and a captured statement returns none.
    ...attachmentFields({ sign: () => '' } as never),
    ...commentFields,
    handedBackField,
    ...deadlineAdditions.fields,
  ],
  filters: [...coreFilters, handedBackFilter, ...deadlineAdditions.filters],
  orders: deadlineAdditions.orders,
};

const roles = ['admin', 'client', 'worker'] as const;
const actor = (role: Role) => ({ id: personId(role, role === 'admin' ? 0 : 7), role });
type Query = Partial<DetailsQuery> & { overdue?: string; handed_back?: string; reworked?: string; closed_from?: string };
const firstPage = { limit: 20, offset: 0, sort: 'created_at' };
/** The statements of a page and of its total. */
const list = (role: Role, query: Query = {}): Promise<Statement[]> =>
  captured((one) => listTicketDetails(one.read, actor(role), { ...firstPage, ...query }, additions, { now, baseUrl: '' }));

const large = new Set([
  'tickets',
  'ticket_deadlines',
  'ticket_photos',
  'ticket_attachments',
  'ticket_comments',
  'ticket_events',
  'ticket_hand_backs',
]);
const isScanned = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? '') && node['Actual Loops'] > 0;

/** Fails when one of the statements scans a large table. */
async function requireIndexes(statements: Statement[], what: string, modes = ['auto']): Promise<void> {
  assert(statements.length > 0);
  for (const mode of modes) {
    for (const statement of statements) {
      for (const { plan } of await explain(db, statement, 1, mode)) {
        assert.deepEqual(nodesOf(plan).filter(isScanned), [], `${what}, ${mode}: ${statement.text}`);
      }
    }
  }
}

describe('plans of GET /ext/tickets at 100,000 tickets', () => {
  for (const role of roles) {
    it(`the first page of the role ${role} scans no large table, whatever plan the server keeps`, async () => {
      await requireIndexes(await list(role), role, ['force_custom_plan', 'force_generic_plan']);
    });

    it(`ids= of the role ${role} finds tickets by primary key`, async () => {
      const ids = Array.from({ length: 100 }, (_, i) => 1_007 + i * 200);
      await requireIndexes(await list(role, { ids: ids.join(','), limit: 100 }), role);
      await requireIndexes(await list(role, { ids: '1007' }), role);
    });

    it(`sort=due of the role ${role} scans no large table`, async () => {
      for (const order of ['asc', 'desc'] as const) await requireIndexes(await list(role, { sort: 'due', order }), role);
    });

    it(`overdue=true of the role ${role} scans no large table`, async () => {
      await requireIndexes(await list(role, { overdue: 'true' }), role);
      await requireIndexes(await list(role, { overdue: 'true', sort: 'due' }), role);
    });

    it(`handed_back=true of the role ${role} scans no large table`, async () => {
      await requireIndexes(await list(role, { handed_back: 'true' }), role);
    });

    it(`reworked=true and closed_from= of the role ${role} scan no large table`, async () => {
      await requireIndexes(await list(role, { reworked: 'true' }), role);
      await requireIndexes(await list(role, { closed_from: twoDaysAgo }), role);
    });
  }
});
