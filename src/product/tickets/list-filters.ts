import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { PageQuery } from '../../platform/http/pagination.ts';
import { days } from '../../platform/lib/duration.ts';
import type { TicketAdditions, TicketFilter } from '../../platform/module/ticket-fields.ts';
import type { Actor, AssignmentState } from '../visibility.ts';
import { transitions } from './lifecycle.ts';

/** A query that the schema of a list has validated: its page and its filters. */
export type ListQuery = PageQuery & Readonly<Record<string, unknown>>;

/** A list of tickets as somebody asks for it. */
export interface TicketList {
  actor: Actor;
  query: ListQuery;
  /** what modules add to it, and the time that their conditions and fields go by */
  added?: { additions: TicketAdditions; now: Date };
  /** up to which number tickets are counted; left out: all of them */
  maxTotal?: number;
  /** where the page begins, in place of the offset; for lists by `created_at` and `id` only */
  after?: TicketKey;
}

/** The last ticket of a page, by what the order of the list goes by. */
export interface TicketKey {
  createdAt: Date;
  id: number;
}

/** The condition of one filter. Alias `t`. */
interface ListCondition {
  condition: RawBuilder<SqlBool>;
  /** the column that must have a value, or one of several; undefined: another kind of condition */
  column?: string;
  hasSeveralValues?: boolean;
}

/** A list as the database reads it. */
export interface ListPlan extends TicketList {
  assignment: AssignmentState;
  conditions: ListCondition[];
}

/** The filters by columns, and the types of their values in PostgreSQL. An id that no column can hold finds nothing. */
const columnTypes = Object.entries({
  ids: 'bigint',
  status: 'ticket_status',
  category: 'ticket_category',
  priority: 'ticket_priority',
  project_id: 'bigint',
  object_id: 'bigint',
  worker_id: 'uuid',
  client_id: 'uuid',
});

const textOf = (query: ListQuery, name: string): string | undefined =>
  query[name] === undefined ? undefined : String(query[name]);

/** The filters of modules that a query has a value for. */
const addedFiltersOf = (query: ListQuery, additions?: TicketAdditions): TicketFilter[] =>
  additions?.filters.filter(({ name }) => query[name] !== undefined) ?? [];

/** Whether a module says of one of its filters that finding the tickets takes most of the time. */
export const hasSlowFilter = (query: ListQuery, additions?: TicketAdditions): boolean =>
  addedFiltersOf(query, additions).some(({ isSlow }) => isSlow);

/** Whether a filter other than `ids` and `status` has several values, whose tickets no index has in the order of the list. */
export const hasSeveralValues = (query: ListQuery): boolean =>
  columnTypes.some(([name]) => name !== 'ids' && name !== 'status' && textOf(query, name)?.includes(','));

/** @returns undefined when the list names no status that a ticket has: looking for one would read a whole index */
export function planOf(list: TicketList): ListPlan | undefined {
  const assignment = assignmentStateOf(list.query);
  return assignment && { ...list, assignment, conditions: conditionsOf(list) };
}

/**
 * Whether the texts of a list's statements are few, so that they are prepared by name and one plan serves all values. Combinations of
 * filters would be thousands of prepared statements, and what plan is good for several values or other conditions depends on them.
 */
export const hasFewTexts = ({ conditions }: ListPlan): boolean =>
  conditions.length <= 1 && conditions.every(({ column, hasSeveralValues }) => column && !hasSeveralValues);

function conditionsOf(list: TicketList): ListCondition[] {
  const { actor: caller, query, added } = list;
  const ofColumns = columnTypes.flatMap(([name, type]): ListCondition[] => {
    if (query[name] === undefined) return [];
    const values = String(query[name]).split(',');
    const column = name === 'ids' ? 'id' : name;
    // One value by equality: in that case an index also gives the order.
    const compared = values.length === 1 ? sql`${values[0]}::${sql.raw(type)}` : sql`any(${values}::${sql.raw(type)}[])`;
    return [{ column, hasSeveralValues: values.length > 1, condition: sql`${sql.raw(`t.${column}`)} = ${compared}` }];
  });
  const ofModules = addedFiltersOf(query, added?.additions).flatMap(({ name, condition }) =>
    added ? condition(String(query[name]), { now: added.now, caller, query: { ...query } }) : [],
  );
  return [...ofColumns, ...[...dayConditions(query), ...ofModules].map((condition) => ({ condition }))];
}

/**
 * Created on these days, in UTC. In another order than by creation, tickets of all other days would be read as well, so that the
 * ids of these days limit the list, too.
 */
function dayConditions({ date_from, date_to, sort }: ListQuery): RawBuilder<SqlBool>[] {
  const [from, to] = [date_from, date_to].map((day) => (day === undefined ? undefined : new Date(`${day}T00:00:00Z`)));
  const before = to && new Date(to.getTime() + days(1));
  const day = (moment: Date) => sql`(${moment}::timestamptz at time zone 'UTC')::date`;
  const first = (moment: Date) =>
    sql`(select min(block) * ${idsPerBlock} from ticket_id_date_ranges where last_day >= ${day(moment)})`;
  const last = (moment: Date) =>
    sql`(select (max(block) + 1) * ${idsPerBlock} from ticket_id_date_ranges where first_day < ${day(moment)})`;
  const hasOtherOrder = sort !== 'created_at';
  const conditions = [
    from && sql<SqlBool>`t.created_at >= ${from}`,
    before && sql<SqlBool>`t.created_at < ${before}`,
    hasOtherOrder && from && sql<SqlBool>`t.id >= ${first(from)}`,
    hasOtherOrder && before && sql<SqlBool>`t.id < ${last(before)}`,
  ];
  return conditions.filter((condition) => typeof condition === 'object');
}

/** As in the migration of ticket_id_date_ranges. */
const idsPerBlock = sql.lit(8192);

/** Statuses that tickets have: `confirmed` is one that filters accept and no ticket has, because a confirmation closes the ticket. */
const statusesInUse = new Set<string>(['new', ...transitions.map(({ to }) => to)]);

/** @returns what the filter by status says about the assignment of the tickets; undefined when it names no status in use */
function assignmentStateOf(query: ListQuery): AssignmentState | undefined {
  const statuses = textOf(query, 'status')?.split(',');
  if (!statuses) return 'any';
  const inUse = statuses.filter((status) => statusesInUse.has(status));
  if (inUse.length === 0) return undefined;
  if (inUse.every((status) => status === 'new')) return 'unassigned';
  return inUse.includes('new') ? 'any' : 'assigned';
}

/** The list of the workers whose tickets a filter asks for, in place of those that the actor sees. */
export async function ofAskedWorkers(db: Db, list: TicketList): Promise<TicketList> {
  const { actor, query, added } = list;
  for (const { name, workers } of addedFiltersOf(query, added?.additions)) {
    const found = await workers?.(db, String(query[name]), actor);
    if (found) return { ...list, actor: { ...actor, workers: found } };
  }
  return list;
}

/** The list with wider filters, for when it has no ticket; undefined: it would have none either. */
export async function widenList(db: Db, list: TicketList): Promise<TicketList | undefined> {
  const { actor, query, added } = list;
  if (!added) return undefined;
  const widened = await Promise.all(
    addedFiltersOf(query, added.additions).map(async (filter): Promise<TicketFilter[]> => {
      const condition = await filter.loosen?.(db, String(query[filter.name]), actor);
      return condition ? [{ ...filter, condition: () => condition }] : [];
    }),
  );
  const byName = new Map(widened.flat().map((filter) => [filter.name, filter]));
  if (byName.size === 0) return undefined;
  const filters = added.additions.filters.map((filter) => byName.get(filter.name) ?? filter);
  return { ...list, added: { ...added, additions: { ...added.additions, filters } } };
}
