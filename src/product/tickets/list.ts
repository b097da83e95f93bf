import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/open.ts';
import { type Slots, shaped } from '../../platform/database/shapes.ts';
import { planNotKept } from '../../platform/database/statements.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Direction, defaultLimit, directionOf, type Page } from '../../platform/http/pagination.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Role } from '../../platform/security/roles.ts';
import { type Actor, type Freedom, visibleTicketParts } from '../visibility.ts';
import { type TicketStatus, transitions } from './lifecycle.ts';
import { inWork, type PresentedTicket, present, type TicketRow, ticketColumns } from './queries.ts';
import type { TicketQuery } from './schemas.ts';
import type { Category, Priority } from './tables.ts';

// The list of tickets, made for a million of them: ids are found over an index, then only the
// rows of the page are read; totals come from counters wherever those know the answer.

interface Filters {
  status?: TicketStatus;
  category?: Category;
  priority?: Priority;
  client_id?: string;
  worker_id?: string;
  project_id?: number;
  object_id?: number;
  created_from?: Date;
  created_before?: Date;
}
type FilterName = keyof Filters;

interface Shape {
  role: Role;
  filters: FilterName[];
  freedom: Freedom;
}
interface PageShape extends Shape {
  sort: TicketQuery['sort'];
  direction: Direction;
  /** the plan is kept, and is good for all values */
  kept: boolean;
}
type Values = Required<Filters> & { me: string };
type PageValues = Values & { limit: number; offset: number; last: number };

/** @throws nothing of its own: an impossible filter gives an empty page */
export async function listTickets(db: Db, actor: Actor, query: TicketQuery): Promise<Page<PresentedTicket>> {
  const given = filtersOf(query);
  const filters = Object.keys(given) as FilterName[];
  const { limit, offset, sort } = query;
  // Looking for what cannot be there would read a whole index.
  if (given.status && !statusesInUse.has(given.status)) return { items: [], total: 0, limit, offset };
  const shape = { role: actor.role, filters, freedom: freedomOf(given.status) };
  const values = { ...(given as Required<Filters>), me: actor.id };
  const kept = limit === defaultLimit && offset === 0 && isNamed(filters) && !filters.some(isDate);
  const page = { ...shape, sort, direction: directionOf(query, 'desc'), kept };
  const [rows, total] = await Promise.all([
    ticketPage(db, page, { ...values, limit, offset, last: limit + offset }),
    countTickets(db, shape, values),
  ]);
  return { items: rows.map(present), total, limit, offset };
}

/** `confirmed` is a status that filters know and no ticket has: to confirm closes. */
const statusesInUse = new Set<TicketStatus>(['new', ...transitions.map(({ to }) => to)]);

const freedomOf = (status: TicketStatus | undefined): Freedom =>
  status === undefined ? 'any' : status === 'new' ? 'free' : 'taken';

function filtersOf(query: TicketQuery): Filters {
  const { date_from, date_to, limit, offset, sort, order, ...filters } = query;
  return {
    ...filters,
    ...(date_from !== undefined && { created_from: midnight(date_from) }),
    ...(date_to !== undefined && { created_before: new Date(midnight(date_to).getTime() + days(1)) }),
  };
}

/**
 * Whether a statement with these filters is prepared by name. Every combination of filters and sorts would be
 * thousands of names, and the server keeps a plan for each of them on each connection.
 */
const isNamed = (filters: FilterName[]): boolean => filters.length <= 1;

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

// An unknown limit means a tenth of the table to the planner: it takes plans for good that are
// not, or plans each time anew, which takes longer than to read the page (0.5 ms beside 0.3). So
// the page that is shown unless another one is asked for has its limit in its text, and its plan
// is kept, with one filter at most; that of any other page is made for its values.
const ticketPage = shaped<PageShape, PageValues, TicketRow>((db, { role, filters, freedom, sort, direction, kept }, slot) => {
  const [limit, offset, last] = kept
    ? [sql.lit(defaultLimit), sql.lit(0), sql.lit(defaultLimit)]
    : [slot('limit'), slot('offset'), slot('last')];
  const parts = visibleTicketParts(role, slot('me'), freedom).map((part) =>
    db
      .selectFrom('tickets as t')
      .select(sort === 'id' ? ['t.id'] : ['t.id', `t.${sort}`]) // nothing that the index lacks
      .where((where) => where.and([part, ...conditions(filters, slot)]))
      .orderBy(`t.${sort}`, direction)
      .orderBy('t.id', direction),
  );
  const [first, ...others] = parts.map((part) => db.selectFrom(part.limit(last).as('part')).selectAll('part'));
  const all = others.reduce((union, part) => union?.unionAll(part), first);
  if (!all || !parts[0]) throw new Error('a role sees at least one part');
  const merged = db.selectFrom(all.as('t')).selectAll('t').orderBy(`t.${sort}`, direction).orderBy('t.id', direction);
  const page = parts.length === 1 ? parts[0] : merged;
  const rows = db
    .selectFrom(page.limit(limit).offset(offset).as('page'))
    .innerJoin('tickets as t', 't.id', 'page.id')
    .select(ticketColumns)
    .orderBy(`page.${sort}`, direction)
    .orderBy('page.id', direction);
  return kept ? rows : rows.modifyFront(sql.raw(planNotKept));
});

const t = expressionBuilder<Tables & { t: Tables['tickets'] }, 't'>();

function conditions(filters: FilterName[], slot: Slots<Values>): Expression<SqlBool>[] {
  return filters.map((filter) => {
    if (filter === 'created_from') return t('t.created_at', '>=', moment(slot(filter)));
    if (filter === 'created_before') return t('t.created_at', '<', moment(slot(filter)));
    return sql<SqlBool>`${sql.ref(`t.${filter}`)} = ${slot(filter)}`;
  });
}

const moment = (value: RawBuilder<Date>): RawBuilder<string> => sql`${value}::timestamptz`;

async function countTickets(db: Db, shape: Shape, values: Values): Promise<number> {
  const [row] = await counterOf(shape)(db, shape, values);
  return row?.total ?? 0;
}

function counterOf({ role, filters }: Shape) {
  if (role === 'worker' && filters.length === 0) return totalOfWorker;
  return role !== 'worker' && filters.every(isCounted) ? totalFromCounters : totalFromIndex;
}

const isDate = (filter: FilterName): boolean => filter === 'created_from' || filter === 'created_before';

const counted = ['client_id', 'status', 'category', 'priority'] as const;
type Counted = (typeof counted)[number];
const isCounted = (filter: FilterName): filter is Counted => (counted as readonly string[]).includes(filter);

const totalFromCounters = shaped<Shape, Values, { total: number }>((db, { role, filters }, slot) => {
  const own = role === 'client' ? [sql<SqlBool>`c.client_id = ${slot('me')}`] : [];
  const filtered = filters.filter(isCounted).map((filter) => sql<SqlBool>`${sql.ref(`c.${filter}`)} = ${slot(filter)}`);
  const total = db
    .selectFrom('ticket_status_counts as c')
    .select(sql<number>`coalesce(sum(c.n), 0)::bigint`.as('total'))
    .where((where) => where.and([...own, ...filtered]));
  return isNamed(filters) ? total : total.modifyFront(sql.raw(planNotKept));
});

/** What is closed was counted as it closed: over an index, a total would take longer with all that was ever done. */
const totalOfWorker = shaped<Shape, Values, { total: number }>((db, _, slot) => {
  const closed = db.selectFrom('worker_closed_counts').select('n').where('worker_id', '=', slot('me'));
  const taken = visibleTicketParts('worker', slot('me'), 'taken').map((part) => t.and([part, inWork]));
  const free = visibleTicketParts('worker', slot('me'), 'free');
  const open = [...taken, ...free].map((part) => sql`(${countOf(db, part)})`);
  return db.selectNoFrom(sql<number>`coalesce(${closed}, 0) + ${sql.join(open, sql` + `)}`.as('total'));
});

const totalFromIndex = shaped<Shape, Values, { total: number }>((db, { role, filters, freedom }, slot) => {
  const parts = visibleTicketParts(role, slot('me'), freedom);
  const counts = parts.map((part) => sql`(${countOf(db, t.and([part, ...conditions(filters, slot)]))})`);
  const total = db.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'));
  return isNamed(filters) ? total : total.modifyFront(sql.raw(planNotKept));
});

const countOf = (db: Db, condition: Expression<SqlBool>) =>
  db.selectFrom('tickets as t').select(sql<number>`count(*)`.as('n')).where(condition);
