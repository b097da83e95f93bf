import { type RawBuilder, sql } from 'kysely';
import type { AnswerContext, TicketAdditions, TicketFilter } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { defaultLimit } from '../../platform/http/pagination.ts';
import { mapInSlices } from '../../platform/lib/slices.ts';
import { filterNames, type TicketFilters } from '../tickets/list-filters.ts';
import { ticketColumns } from '../tickets/queries.ts';
import { type Actor, disjointVisibleTickets, seesTicket } from '../visibility.ts';
import { addedFiltersOf, assignmentStateOf, conditionsOf, loosenFilters, plainFiltersOf } from './list-conditions.ts';
import { directionOf, orderOfParts, partsOf } from './list-parts.ts';
import type { ListPlan } from './list-plan.ts';
import { countDetails, type ListTotal, limitTotal, maxTotal } from './list-total.ts';
import { columnsOf, type DetailsRow, hiddenColumnsOf, joinsOf, presentItem } from './queries.ts';
import type { DetailsQuery } from './schemas.ts';

/** Reads a page of the tickets that an actor sees, with the fields that capabilities add. */
export async function listTicketDetails(
  db: Db,
  actor: Actor,
  query: DetailsQuery,
  additions: TicketAdditions,
  context: AnswerContext,
) {
  const { limit, offset } = query;
  const assignment = assignmentStateOf(query);
  if (!assignment) return { items: [], total: 0, limit, offset };
  const plainFilters = plainFiltersOf(query, additions.filters);
  const shared = { query, assignment, plainFilters, isPrepared: hasFewTexts(query, plainFilters) };
  const isSlow = addedFiltersOf(query, additions.filters).some((filter) => filter.isSlow);
  const read = async (filters: readonly TicketFilter[]): Promise<[DetailsRow[], ListTotal]> => {
    const plan = { ...shared, conditions: conditionsOf(query, filters, context.now, actor) };
    if (isSlow) return readCounted(db, actor, plan, additions, context.now);
    return Promise.all([readPage(db, actor, plan, additions, context.now), countDetails(db, actor, plan)]);
  };
  let [rows, count] = await read(additions.filters);
  const looserFilters = count.total === 0 ? await loosenFilters(db, query, additions.filters, actor) : undefined;
  if (looserFilters) [rows, count] = await read(looserFilters);
  const hiddenColumns = hiddenColumnsOf(additions.fields, rows[0] ?? {});
  const items = await mapInSlices(rows, (row) => presentItem(additions.fields, hiddenColumns, row, context));
  return { items, ...count, limit, offset };
}

/** First pages without filters and by one value of a column. */
function hasFewTexts({ limit, offset }: DetailsQuery, plainFilters: TicketFilters[] | undefined): boolean {
  const [filters, ...others] = plainFilters ?? [];
  const isFirstPage = limit === defaultLimit && offset === 0;
  return isFirstPage && filters !== undefined && others.length === 0 && filterNames(filters).length <= 1;
}

async function readPage(db: Db, actor: Actor, plan: ListPlan, additions: TicketAdditions, now: Date): Promise<DetailsRow[]> {
  const { rows } = await listStatement(actor, plan, additions, now).execute(db);
  return rows;
}

/** Reads a page with its total: all tickets that the list has, or a page in its order when they are too many to be counted. */
async function readCounted(
  db: Db,
  actor: Actor,
  plan: ListPlan,
  additions: TicketAdditions,
  now: Date,
): Promise<[DetailsRow[], ListTotal]> {
  const { rows } = await countedStatement(actor, plan, additions).execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  const count = limitTotal(total);
  if (count.total_is_lower_bound) return [await readPage(db, actor, plan, additions, now), count];
  if (ids.length === 0) return [[], count];
  const page = await rowsStatement(ids, actor, additions, now).execute(db);
  return [page.rows, count];
}

/** The ids of a page in its order, and how many tickets the list has. */
function countedStatement(
  actor: Actor,
  { query, assignment, conditions }: ListPlan,
  { orders }: TicketAdditions,
): RawBuilder<{ total: number; ids: number[] }> {
  const order = orders.find(({ name }) => name === query.sort);
  const direction = directionOf(order, query);
  const parts = partsOf(order, query, direction, actor);
  const selects = disjointVisibleTickets(actor, assignment).flatMap((subset) =>
    parts.map(({ columns, ranks, join, conditions: ofPart }) => {
      const where = sql.join([subset, ...conditions, ...ofPart], sql` and `);
      return sql`(select ${columns}, ${ranks} from tickets as t ${join} where ${where} limit ${sql.lit(maxTotal + 1)})`;
    }),
  );
  const orderOf = orderOfParts(order, direction, parts.length);
  return sql`
    ${forceCustomPlan}
    with found as materialized (${sql.join(selects, sql` union all `)})
    select (select count(*) from found) as total,
      array(select id from found order by ${orderOf('found')} limit ${query.limit} offset ${query.offset}) as ids`;
}

/** The rows of a page, which may have changed since it was found. Prepared, because planning it takes longer than reading it. */
const rowsStatement = (ids: number[], actor: Actor, { fields }: TicketAdditions, now: Date): RawBuilder<DetailsRow> => sql`
  select ${ticketColumns} ${columnsOf(fields, now, actor)}
  from unnest(${ids}::integer[]) with ordinality as page (id, place) join tickets as t on t.id = page.id ${joinsOf(fields)}
  where ${seesTicket(actor)} order by page.place`;

/** Reads all tickets of a list in its order; undefined when its filters name no status that a ticket has. */
export function wholeListStatement(
  actor: Actor,
  filters: Omit<DetailsQuery, 'limit' | 'offset'>,
  additions: TicketAdditions,
  now: Date,
): RawBuilder<DetailsRow> | undefined {
  const query: DetailsQuery = { ...filters, limit: 0, offset: 0 };
  const assignment = assignmentStateOf(query);
  if (!assignment) return undefined;
  const conditions = conditionsOf(query, additions.filters, now, actor);
  const plan: ListPlan = { query, assignment, conditions, plainFilters: undefined, isPrepared: false, isWhole: true };
  return listStatement(actor, plan, additions, now);
}

/**
 * A first page of one part is read at once. For every other page, ids are found over an index before the rows are read: several parts
 * would read more rows than the page shows.
 */
function listStatement(
  actor: Actor,
  { query, assignment, conditions, isPrepared, isWhole }: ListPlan,
  { fields, orders }: TicketAdditions,
  now: Date,
): RawBuilder<DetailsRow> {
  const { sort, limit, offset } = query;
  const number = (value: number): RawBuilder<number> => (isPrepared ? sql.lit(value) : sql`${value}`);
  const limited = (count: number): RawBuilder<unknown> => (isWhole ? sql`all` : number(count));
  const order = orders.find(({ name }) => name === sort);
  const direction = directionOf(order, query);
  const parts = partsOf(order, query, direction, actor);
  const subsets = disjointVisibleTickets(actor, assignment);
  const isReadAtOnce = offset === 0 && parts.length * subsets.length === 1;
  const selects = subsets.flatMap((subset) =>
    parts.map(({ columns, ranks, join, conditions: ofPart, order: byPartOrder }) => {
      const where = sql.join([subset, ...conditions, ...ofPart], sql` and `);
      return sql`(select ${isReadAtOnce ? sql`t.*` : columns}, ${ranks} from tickets as t ${join} where ${where}
        order by ${byPartOrder} limit ${limited(offset + limit)})`;
    }),
  );
  const orderOf = orderOfParts(order, direction, parts.length);
  const page = sql`(
    select * from (${sql.join(selects, sql` union all `)}) as found
    order by ${orderOf('found')} limit ${limited(limit)} offset ${number(offset)})`;
  return sql<DetailsRow>`
    ${isPrepared ? sql`` : forceCustomPlan}
    select ${ticketColumns} ${columnsOf(fields, now, actor)}
    from ${isReadAtOnce ? sql`${page} as t` : sql`${page} as page join tickets as t on t.id = page.id`} ${joinsOf(fields)}
    order by ${orderOf(isReadAtOnce ? 't' : 'page')}`;
}
