import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListCaller, TicketFilter } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { maxId } from '../../platform/http/schemas.ts';
import { type TicketStatus, transitions } from '../tickets/lifecycle.ts';
import type { TicketFilters } from '../tickets/list-filters.ts';
import type { AssignmentState } from '../visibility.ts';
import type { columnFilters, DetailsQuery } from './schemas.ts';

type ColumnFilter = keyof typeof columnFilters;
/** A query without its page. */
type Filters = Omit<DetailsQuery, 'limit' | 'offset'>;

/** The column of each filter and its type in PostgreSQL. An id that no column can hold finds nothing. */
const columns: Record<ColumnFilter, { column: string; type: string }> = {
  ids: { column: 'id', type: 'bigint' },
  status: { column: 'status', type: 'ticket_status' },
  category: { column: 'category', type: 'ticket_category' },
  priority: { column: 'priority', type: 'ticket_priority' },
  project_id: { column: 'project_id', type: 'bigint' },
  object_id: { column: 'object_id', type: 'bigint' },
  worker_id: { column: 'worker_id', type: 'uuid' },
  client_id: { column: 'client_id', type: 'uuid' },
};

/** The columns that a query filters by. */
export const columnFiltersOf = (query: DetailsQuery): ColumnFilter[] =>
  (Object.keys(columns) as ColumnFilter[]).filter((name) => query[name] !== undefined);

/** The filters of capabilities that a query names. */
export const addedFiltersOf = (query: Filters, filters: readonly TicketFilter[]): TicketFilter[] =>
  filters.filter(({ name }) => textOf(query, name) !== undefined);

/** @returns the workers whose tickets a filter asks for, in place of those that the caller sees */
export async function workersOfList(
  db: Db,
  query: Filters,
  filters: readonly TicketFilter[],
  caller: ListCaller,
): Promise<readonly string[] | undefined> {
  for (const { name, workers } of filters) {
    const value = textOf(query, name);
    const found = value === undefined ? undefined : await workers?.(db, value, caller);
    if (found) return found;
  }
  return undefined;
}

/** The same filters, as they are when nothing is found; undefined: they would find nothing either. */
export async function loosenFilters(
  db: Db,
  query: Filters,
  filters: readonly TicketFilter[],
  caller: ListCaller,
): Promise<TicketFilter[] | undefined> {
  let isLooser = false;
  const loosened = filters.map(async (filter) => {
    const value = textOf(query, filter.name);
    const condition = value === undefined ? undefined : await filter.loosen?.(db, value, caller);
    if (!condition) return filter;
    isLooser = true;
    return { ...filter, condition: () => condition };
  });
  const all = await Promise.all(loosened);
  return isLooser ? all : undefined;
}

const textOf = (query: Filters, name: string): string | undefined => (query as unknown as Record<string, string>)[name];

/** One condition for each filter. Alias `t`. */
export function conditionsOf(
  query: DetailsQuery,
  filters: readonly TicketFilter[],
  now: Date,
  caller: ListCaller,
): RawBuilder<SqlBool>[] {
  const ofColumns = columnFiltersOf(query).map((name) => {
    const { column, type } = columns[name];
    const values = query[name]?.split(',') ?? [];
    // One value by equality: in that case an index also gives the order.
    if (values.length === 1) return sql<SqlBool>`${sql.ref(`t.${column}`)} = ${values[0]}::${sql.raw(type)}`;
    return sql<SqlBool>`${sql.ref(`t.${column}`)} = any(${values}::${sql.raw(type)}[])`;
  });
  const list = { now, caller, query: { ...query } };
  const added = addedFiltersOf(query, filters).map(({ name, condition }) => condition(textOf(query, name) ?? '', list));
  return [...ofColumns, ...added];
}

/** Whether a filter names several values, which are neither counted nor found by an index; statuses are counted one by one. */
export const hasSeveralValues = (query: DetailsQuery): boolean =>
  columnFiltersOf(query).some((name) => name !== 'ids' && name !== 'status' && query[name]?.includes(','));

/** Whether a filter names an id that no column can hold: what is made for `GET /tickets` has no wider type. */
const isBeyondIds = ({ project_id, object_id }: DetailsQuery): boolean =>
  [project_id, object_id].some((value) => value !== undefined && !value.includes(',') && Number(value) > maxId);

/** The same filters for `GET /tickets`, once for each of several statuses; undefined when it does not have them. */
export function plainFiltersOf(query: DetailsQuery, filters: readonly TicketFilter[]): TicketFilters[] | undefined {
  if (query.ids !== undefined || isBeyondIds(query) || hasSeveralValues(query) || addedFiltersOf(query, filters).length > 0)
    return undefined;
  const { status, ...others } = Object.fromEntries(columnFiltersOf(query).map((name) => [name, query[name]]));
  if (status === undefined) return [others];
  return [...new Set(status.split(','))].map((one) => ({ ...others, status: one as TicketStatus }));
}

/** Statuses that tickets have: `confirmed` is one that filters accept and no ticket has. */
const statusesInUse = new Set<string>(['new', ...transitions.map(({ to }) => to)]);

/** @returns what the filter says about the assignment; undefined when it names no status that a ticket has */
export function assignmentStateOf({ status }: Pick<DetailsQuery, 'status'>): AssignmentState | undefined {
  if (status === undefined) return 'any';
  const statuses = status.split(',').filter((one): one is TicketStatus => statusesInUse.has(one));
  if (statuses.length === 0) return undefined;
  if (statuses.every((one) => one === 'new')) return 'unassigned';
  return statuses.includes('new') ? 'any' : 'assigned';
}
