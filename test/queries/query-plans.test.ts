import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { Subscriptions } from '../../src/platform/module/events.ts';
import type { TicketAdditions } from '../../src/platform/module/ticket-fields.ts';
import { ticketFields as attachmentFields } from '../../src/product/files/attachments/ticket-fields.ts';
import { readAppointments, readWaiting } from '../../src/product/reporting/stats/planning.ts';
import { listFeedAppointments } from '../../src/product/schedules/calendar/feed-queries.ts';
import { appointmentAdditions } from '../../src/product/tickets/appointments/ticket-additions.ts';
import { ticketFields as commentFields } from '../../src/product/tickets/comments/queries.ts';
import { getTicketContacts } from '../../src/product/tickets/contacts/queries.ts';
import { deadlineAdditions } from '../../src/product/tickets/deadlines/ticket-additions.ts';
import { holdField, onHoldFilter } from '../../src/product/tickets/holds/ticket-additions.ts';
import { readPlanner } from '../../src/product/tickets/planner/queries.ts';
import { getTicket } from '../../src/product/tickets/queries.ts';
import { handedBackField, handedBackFilter } from '../../src/product/tickets/reassignment/ticket-additions.ts';
import type { TicketQuery } from '../../src/product/tickets/schemas.ts';
import { coreFields, coreFilters } from '../../src/product/tickets/ticket-details/core-fields.ts';
import { listTicketDetails } from '../../src/product/tickets/ticket-details/list.ts';
import type { DetailsQuery } from '../../src/product/tickets/ticket-details/schemas.ts';
import { equipmentField, equipmentFilter } from '../../src/product/tickets/ticket-equipment/ticket-additions.ts';
import { listTickets } from '../../src/product/tickets/ticket-list.ts';
import { tagFilter, tagsField } from '../../src/product/tickets/ticket-tags/ticket-additions.ts';
import { transition } from '../../src/product/tickets/transition.ts';
import { listOpenWork, listProjectWorkload } from '../../src/product/tickets/workload/queries.ts';
import { personId, type Role, seed } from '../../testing/benchmark-data.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured, firstPage, operations, type Statement } from '../../testing/service-statements.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// How the statements that carry the load are carried out at 40,000 tickets, of which the planner reads less over an index than by a
// sequential scan. Times depend on the machine and are measured by `npm run bench`; plans do not.

const tickets = 40_000;
const now = new Date('2026-03-01T08:00:00Z');
const twoDaysAgo = '2026-02-27T08:00:00Z';
const { url, drop } = await createEmptyDatabase();
// A commit that is not flushed yet would keep vacuum from marking its pages as visible to all.
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off -c synchronous_commit=on' });
before(async () => {
  await seed(url, tickets, now);
  await db.connect();
});
after(async () => {
  await db.end();
  await drop();
});

const actor = (role: Role) => ({ id: personId(role, role === 'admin' ? 0 : 7), role });
const list = (role: Role, query: Partial<TicketQuery> = {}): Promise<Statement[]> =>
  captured((one) => listTickets(one.read, actor(role), { ...firstPage, ...query }));

const large = ['tickets', 'ticket_events'];
const reads = (plan: PlanNode, type: string): PlanNode[] => nodesOf(plan).filter((node) => node['Node Type'] === type);

// Pages that everybody asks for keep one plan for all values, and it must be as good as one made
// for these; of the rest the server chooses as it would in the service.
const both = ['force_custom_plan', 'force_generic_plan'];
const chosen = ['auto'];

/** The plans of these statements, of which none reads a large table from end to end. */
async function plansOf(statements: Statement[], modes: string[], what: string): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  for (const mode of modes) {
    for (const statement of statements) {
      const [{ plan } = { plan: undefined }] = await explain(db, statement, 1, mode);
      assert(plan);
      const scans = reads(plan, 'Seq Scan').filter(
        (node) => large.includes(node['Relation Name'] ?? '') && node['Actual Loops'] > 0,
      );
      assert.deepEqual(scans, [], `${what}, ${mode}: ${statement.text}`);
      plans.push(plan);
    }
  }
  return plans;
}

/** Every index-only scan of tickets, of which there must be one, finds all it needs in the index. */
function requireNoHeap(plans: PlanNode[], index: string): void {
  for (const plan of plans) {
    const scans = reads(plan, 'Index Only Scan').filter((node) => node['Index Name'] === index);
    assert(scans.length > 0, `no index-only scan of ${index} in ${JSON.stringify(plan)}`);
    for (const scan of scans) assert.equal(scan['Heap Fetches'], 0, index);
  }
}

/** A date range by another order reads two blocks of ids. */
const rowsOfDates = 2 * 8_192;

/** No step of a plan reads more rows; there are 8,000 of each category. */
function requireFewRows(plan: PlanNode, what: string, limit = 6_000): void {
  const maxRows = Math.max(
    ...nodesOf(plan).map((node) => ((node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']) * node['Actual Loops']),
  );
  assert(maxRows < limit, `${maxRows} rows for ${what}`);
}

describe('plans of frequent statements', () => {
  it('frequent statements scan no table sequentially', async () => {
    const id = 12_007; // the client's
    const free = await db.query(
      `select t.id, m.worker_id from tickets t join project_workers m using (project_id) where t.status = 'new' limit 1`,
    );
    const [{ id: newTicket, worker_id }] = free.rows;
    const taker = { id: worker_id, role: 'worker' } as const;
    const [take] = await captured((one) =>
      transition({ db: one, subscriptions: new Subscriptions([]) }, taker, 'take', newTicket, new Date('2026-03-01T09:00:00Z')),
    );
    assert(take);
    const work: Record<(typeof operations)[number], Statement[]> = {
      client: await list('client'),
      worker: await list('worker'),
      admin: await list('admin'),
      ticket: await captured((one) => getTicket(one.read, actor('client'), id)),
      take: [take],
    };
    for (const operation of operations) {
      await db.query('begin');
      await plansOf(work[operation], both, operation);
      await db.query('rollback');
    }
    // Of what was taken back; of so little the server would leave the index, and with it the page, as it is.
    await db.query('vacuum (index_cleanup on) tickets');
  });

  it('statements for pages and totals use index-only scans', async () => {
    const pages = async (role: Role, modes: string[], query: Partial<TicketQuery> = {}): Promise<PlanNode[]> => {
      const [page] = await list(role, query);
      assert(page);
      return plansOf([page], modes, role);
    };
    requireNoHeap(await pages('client', both), 'tickets_by_client');
    requireNoHeap(await pages('admin', both), 'tickets_by_created');
    requireNoHeap(await pages('admin', chosen, { offset: 20_000 }), 'tickets_by_created');
    const counts = async (query: Partial<TicketQuery> = {}): Promise<PlanNode[]> => {
      const [, total] = await list('worker', query);
      assert(total);
      return plansOf([total], both, 'total');
    };
    // What is closed has been counted as it closed.
    for (const index of ['tickets_in_work', 'tickets_free']) requireNoHeap(await counts(), index);
    for (const index of ['tickets_by_worker', 'tickets_free']) requireNoHeap(await counts({ category: 'plumbing' }), index);
  });

  it('frequent statements use one generic plan for all values', async () => {
    await db.query('set plan_cache_mode = auto');
    for (const role of ['client', 'worker', 'admin'] as const) {
      for (const { text, values } of await list(role)) {
        await db.query(`prepare hot as ${text}`);
        const given = values.length > 0 ? `(${values.map((value) => pg.escapeLiteral(String(value))).join(', ')})` : '';
        for (let i = 0; i < 20; i++) await db.query(`execute hot${given}`);
        const { rows } = await db.query(`select custom_plans::integer as n from pg_prepared_statements where name = 'hot'`);
        assert(rows[0].n <= 5, `${role}: planned ${rows[0].n} times in 20: ${text}`);
        await db.query('deallocate hot');
      }
    }
  });

  it('workload of a project, open work and contacts read the tickets in work or one ticket, over their indexes', async () => {
    const { rows } = await db.query<{ project_id: number; worker_id: string; in_work: number }>(
      `select m.project_id, m.worker_id, count(t.id)::integer as in_work from project_workers m join projects p on p.id = m.project_id
       join tickets t on t.worker_id = m.worker_id and t.status not in ('new', 'closed')
       where p.client_id = $1 group by 1, 2 order by 3 desc limit 1`,
      [actor('client').id],
    );
    const [{ project_id, worker_id, in_work } = { project_id: 0, worker_id: '', in_work: 0 }] = rows;
    assert(in_work > 10);
    for (const role of ['admin', 'client'] as const) {
      const page = { ...firstPage, sort: 'open' } as const;
      const [workload, ...total] = await captured((one) => listProjectWorkload(one.read, actor(role), project_id, page));
      const [account, tickets, count] = await captured((one) => listOpenWork(one.read, actor(role), worker_id, firstPage));
      const contacts = await captured((one) => getTicketContacts(one.read, actor(role), 12_007));
      assert(workload && account && tickets && count && contacts.length > 0);
      const counts = await plansOf([workload, count], both, `counts by ${role}`);
      requireNoHeap(counts, 'tickets_in_work');
      for (const plan of [...counts, ...(await plansOf([...total, account, tickets, ...contacts], both, `rows by ${role}`))]) {
        const scans = nodesOf(plan).filter((node) => node['Index Name']?.startsWith('tickets_'));
        for (const scan of scans) {
          assert(['tickets_in_work', 'tickets_pkey'].includes(scan['Index Name'] ?? ''), `${role}: ${scan['Index Name']}`);
        }
        requireFewRows(plan, `open work by ${role}`);
      }
    }
  });

  it('GET /tickets uses an index for every filter and sort', async () => {
    const { rows } = await db.query<{ object_id: number; project_id: number; worker_id: string }>(
      `select object_id, project_id, worker_id from tickets where client_id = $1 and worker_id is not null limit 1`,
      [actor('client').id],
    );
    const [{ object_id, project_id, worker_id } = { object_id: 0, project_id: 0, worker_id: '' }] = rows;
    const filters: Partial<TicketQuery>[] = [
      {},
      { status: 'new' },
      { status: 'closed' },
      { category: 'elevator' },
      { priority: 'high' },
      { object_id },
      { project_id },
      { date_from: '2026-01-01' },
      { date_to: '2025-01-01' },
    ];
    for (const role of ['admin', 'client', 'worker'] as const) {
      const own = role === 'admin' ? [{ worker_id }, { client_id: actor('client').id }] : [];
      for (const filter of [...filters, ...own]) {
        for (const sort of ['created_at', 'priority', 'id'] as const) {
          const [page] = await list(role, { ...filter, sort });
          assert(page);
          const what = `${role} ${JSON.stringify(filter)} by ${sort}`;
          const limit = 'date_from' in filter || 'date_to' in filter ? rowsOfDates : undefined;
          for (const plan of await plansOf([page], chosen, what)) requireFewRows(plan, what, limit);
        }
      }
    }
  });

  it('GET /tickets with a date range and a sort by id or priority reads only ids of the possible range', async () => {
    const ends = [
      { date_from: '2026-02-20', sort: 'id', order: 'asc' },
      { date_to: '2023-04-01', sort: 'id', order: 'desc' },
      { date_to: '2023-04-01', sort: 'priority', order: 'desc' },
    ] as const;
    for (const query of ends) {
      const [page] = await list('admin', query);
      assert(page);
      for (const plan of await plansOf([page], chosen, JSON.stringify(query))) {
        requireFewRows(plan, JSON.stringify(query), rowsOfDates);
      }
    }
  });
});

// With deadlines, comments, pictures and hand-backs.

/** All projects have targets. Of the open tickets, a tenth is overdue and every 50th handed back. */
async function seedAdditions(): Promise<void> {
  await db.query(`
    insert into project_targets (project_id, timezone, holidays, take_within, finish_within, has_targets, version, changed_at, applied)
    select id, 'UTC', '[]', '{"normal": 60}', '{"normal": 2880}', true, 1, created_at, 1 from projects;
    alter table ticket_deadlines disable trigger ticket_deadlines_add_stats; -- no statistics are read here
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
    select id, 'Worker', 'I have no key', status = 'assigned', created_at from tickets where worker_id is not null and id % 50 = 0;
    insert into ticket_tags (ticket_id, client_id, position, tag)
    select id, client_id, 1, case when id % 500 = 0 then 'Rare' else 'Tag ' || id % 20 end from tickets;
    insert into equipment (object_id, name, kind, location, manufacturer, model, serial, notes, created_at)
    select id, 'Lift', '', '', '', '', '', '', created_at from objects;
    insert into ticket_equipment (ticket_id, equipment_id)
    select t.id, q.id from tickets as t join equipment as q on q.object_id = t.object_id where t.id % 10 = 0;
    insert into ticket_holds (ticket_id, reason, note, since, by_name, ended_at, end_reason)
    select id, 'part', '', created_at, 'Worker', case when status <> 'in_progress' then created_at end,
      case when status <> 'in_progress' then 'removed' end
    from tickets where worker_id is not null and id % 20 = 0;
    insert into ticket_appointments (ticket_id, from_at, to_at, note, set_by_name, set_at)
    select id, day + id % 9 * interval '1 hour', day + (id % 9 + 1) * interval '1 hour', '', 'Worker', created_at
    from (select *, timestamptz '${now.toISOString()}' + (id % 2000 - 1900) * interval '1 day' as day from tickets) as t
    where worker_id is not null`);
  await db.query('vacuum (analyze)');
}

const additions: TicketAdditions = {
  fields: [
    ...coreFields,
    // Links are made of rows, and a captured statement returns none.
    ...attachmentFields({ sign: () => '' } as never),
    ...commentFields,
    handedBackField,
    holdField,
    tagsField,
    equipmentField,
    ...appointmentAdditions.fields,
    ...deadlineAdditions.fields,
  ],
  filters: [
    ...coreFilters,
    handedBackFilter,
    onHoldFilter,
    tagFilter,
    equipmentFilter,
    ...appointmentAdditions.filters,
    ...deadlineAdditions.filters,
  ],
  orders: [...deadlineAdditions.orders, ...appointmentAdditions.orders],
};

const roles = ['admin', 'client', 'worker'] as const;
type Query = Partial<DetailsQuery> & {
  on_hold?: string;
  appointment_from?: string;
  overdue?: string;
  handed_back?: string;
  reworked?: string;
  tag?: string;
  equipment_id?: string;
  closed_from?: string;
};
/** The statements of a page and of its total. */
const listDetails = (role: Role, query: Query = {}): Promise<Statement[]> =>
  captured((one) =>
    listTicketDetails(one.read, actor(role), { limit: 20, offset: 0, sort: 'created_at', ...query }, additions, {
      now,
      baseUrl: '',
    }),
  );

const largeWithAdditions = new Set([
  'tickets',
  'ticket_deadlines',
  'ticket_photos',
  'ticket_attachments',
  'ticket_comments',
  'ticket_events',
  'ticket_hand_backs',
  'ticket_tags',
  'ticket_equipment',
  'ticket_holds',
  'ticket_appointments',
]);
const isScanned = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' && largeWithAdditions.has(node['Relation Name'] ?? '') && node['Actual Loops'] > 0;

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

describe('plans of GET /ext/tickets', () => {
  before(seedAdditions);

  it('sort=due reads tickets without a deadline only for a page that reaches them', async () => {
    const status = 'new,assigned,in_progress,done,rejected';
    for (const order of ['asc', 'desc'] as const) {
      for (const filter of [{}, { status }, { status: 'done' }]) {
        const [page] = await listDetails('admin', { ...filter, sort: 'due', order });
        assert(page);
        const what = `${JSON.stringify(filter)} by due ${order}`;
        for (const { plan } of await explain(db, page)) requireFewRows(plan, what);
      }
    }
  });

  it('sort=due of clients and workers finds the deadlines of their tickets in the index alone', async () => {
    for (const role of ['client', 'worker'] as const) {
      const [page] = await listDetails(role, { sort: 'due' });
      assert(page);
      for (const { plan } of await explain(db, page)) requireNoHeap([plan], 'deadlines_of_open_tickets');
    }
  });

  for (const role of roles) {
    it(`the first page of the role ${role} scans no large table, whatever plan the server keeps`, async () => {
      await requireIndexes(await listDetails(role), role, ['force_custom_plan', 'force_generic_plan']);
    });

    it(`ids= of the role ${role} finds tickets by primary key`, async () => {
      const ids = Array.from({ length: 100 }, (_, i) => 1_007 + i * 200);
      await requireIndexes(await listDetails(role, { ids: ids.join(','), limit: 100 }), role);
      await requireIndexes(await listDetails(role, { ids: '1007' }), role);
    });

    it(`sort=due of the role ${role} scans no large table`, async () => {
      for (const order of ['asc', 'desc'] as const) await requireIndexes(await listDetails(role, { sort: 'due', order }), role);
    });

    it(`overdue=true of the role ${role} scans no large table`, async () => {
      await requireIndexes(await listDetails(role, { overdue: 'true' }), role);
      await requireIndexes(await listDetails(role, { overdue: 'true', sort: 'due' }), role);
    });

    it(`tag= of the role ${role} scans no large table`, async () => {
      await requireIndexes(await listDetails(role, { tag: 'rare' }), role);
    });

    it(`equipment_id= of the role ${role} scans no large table`, async () => {
      await requireIndexes(await listDetails(role, { equipment_id: '7' }), role);
    });

    it(`handed_back=true of the role ${role} scans no large table`, async () => {
      await requireIndexes(await listDetails(role, { handed_back: 'true' }), role);
    });

    it(`sort=appointment, appointment_from= and on_hold=true of the role ${role} scan no large table`, async () => {
      await requireIndexes(await listDetails(role, { sort: 'appointment' }), role);
      await requireIndexes(await listDetails(role, { appointment_from: now.toISOString() }), role);
      await requireIndexes(await listDetails(role, { on_hold: 'true' }), role);
    });

    it(`GET /ext/planner of the role ${role} scans no large table`, async () => {
      const week = {
        from: now.toISOString().slice(0, 10),
        to: new Date(now.getTime() + 6 * 86_400_000).toISOString().slice(0, 10),
      };
      const { rows } = await db.query<{ id: string }>("select id from users where role = 'worker'");
      const workers = rows.map(({ id }) => id);
      const statements = await captured((one) => readPlanner(one.read, actor(role), week));
      // A captured statement returns no workers, for whom the others would ask.
      const ofWorkers = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? workers : value);
      await requireIndexes(
        statements.map(({ text, values }) => ({ text, values: values.map(ofWorkers) })),
        role,
      );
    });

    it(`the calendar feed of the role ${role} scans no large table for appointments`, async () => {
      if (role === 'admin') return; // it has none
      await requireIndexes(await captured((one) => listFeedAppointments(one.read, actor(role), now)), role);
    });

    it(`kept appointments and holds in GET /ext/stats of the role ${role} scan no large table`, async () => {
      if (role === 'worker') return; // it gets no numbers
      const from = new Date(now.getTime() - 30 * 86_400_000);
      const range = { from, to: now, now, starts: [], offsets: [], ageBoundaries: [], projectId: undefined, timezone: 'UTC' };
      const statements = await captured(async (one) => {
        await readAppointments(one.read, actor(role), range);
        await readWaiting(one.read, actor(role), range);
      });
      const isRead = ({ text }: Statement) => text.includes('ticket_appointments') || text.includes('ticket_holds');
      await requireIndexes(statements.filter(isRead), role);
    });

    it(`reworked=true and closed_from= of the role ${role} scan no large table`, async () => {
      await requireIndexes(await listDetails(role, { reworked: 'true' }), role);
      await requireIndexes(await listDetails(role, { closed_from: twoDaysAgo }), role);
    });
  }
});
