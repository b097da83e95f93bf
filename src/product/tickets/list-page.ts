import { type RawBuilder, sql } from 'kysely';
import type { TicketField } from '../../platform/capability/ticket-fields.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { defaultLimit } from '../../platform/http/pagination.ts';
import { disjointVisibleTickets, seesTicket } from '../visibility.ts';
import { hasFewTexts, type ListPlan, type TicketList } from './list-filters.ts';
import { type ListOrder, listOrderOf } from './list-order.ts';
import { type TicketRow, ticketColumns } from './queries.ts';

/** A ticket with the columns of fields. */
export type ListRow = TicketRow & Record<string, unknown>;

type Sql = RawBuilder<unknown>;

const joined = (fragments: Sql[], separator = sql` `): Sql => (fragments.length === 0 ? sql`` : sql.join(fragments, separator));

/** The columns of fields, to follow those of the ticket. */
export const columnsOf = (fields: readonly TicketField[], now: Date): Sql =>
  joined(fields.flatMap(({ columns }) => (columns ? sql`, ${typeof columns === 'function' ? columns(now) : columns}` : [])));

/** The joins of fields, to follow `tickets as t`. */
export const joinsOf = (fields: readonly TicketField[]): Sql => joined(fields.flatMap(({ join }) => join ?? []));

/** Reads the tickets of a source `page` that has their ids. Names and fields are looked up for these only. */
function rowsOf({ added }: TicketList, source: Sql, rest: Sql): RawBuilder<ListRow> {
  const fields = added?.additions.fields ?? [];
  const columns = added ? columnsOf(fields, added.now) : sql``;
  return sql`select ${ticketColumns} ${columns} from ${source} join tickets as t on t.id = page.id ${joinsOf(fields)} ${rest}`;
}

/** One select of ids for each subset of the tickets that the actor sees and each part of the order. */
function selectsOf({ actor, assignment, conditions }: ListPlan, { parts }: ListOrder, isOrdered: boolean): Sql[] {
  const filters = conditions.map(({ condition }) => condition);
  return disjointVisibleTickets(actor, assignment).flatMap((subset) =>
    parts.map(({ columns, join, conditions: ofPart, orderBy }) => {
      const where = sql.join([subset, ...filters, ...ofPart], sql` and `);
      return sql`select ${columns} from tickets as t ${join} where ${where} ${isOrdered ? orderBy : sql``}`;
    }),
  );
}

/**
 * Reads a page of a list: ids are found over an index, then only the rows of the page are read.
 * @param isWhole all rows instead of a page
 */
export function pageStatement(plan: ListPlan, isWhole = false): RawBuilder<ListRow> {
  const { limit, offset } = plan.query;
  // PostgreSQL assumes that an unknown limit means a tenth of the table. The usual page has its limit in the text,
  // so that one plan serves all values; other pages, and those of several filters or of days, are planned for theirs.
  const reusesPlan = limit === defaultLimit && offset === 0 && hasFewTexts(plan);
  const number = (value: number): Sql => (reusesPlan ? sql.lit(value) : sql`${value}`);
  const limited = (select: Sql, count: number): Sql => (isWhole ? select : sql`${select} limit ${number(count)}`);

  const order = listOrderOf(plan);
  const selects = selectsOf(plan, order, true);
  const subsets = selects.map((select) => sql`(${limited(select, offset + limit)})`);
  const merged = sql`select * from (${joined(subsets, sql` union all `)}) as found ${order.orderBy('found')}`;
  const page = limited(selects.length === 1 ? sql`${selects[0]}` : merged, limit);
  return sql`
    ${reusesPlan ? sql`` : forceCustomPlan}
    ${rowsOf(plan, sql`(${page} offset ${number(offset)}) as page`, order.orderBy('page'))}`;
}

/**
 * Reads the ids of a page in its order and how many tickets the list has, up to its `maxTotal`, at once: for lists whose filters take
 * most of the time.
 */
export function countedPageStatement(plan: ListPlan): RawBuilder<{ total: number; ids: number[] }> {
  const order = listOrderOf(plan);
  const subsets = selectsOf(plan, order, false).map((select) => sql`(${select} ${limitOfCount(plan)})`);
  const { limit, offset } = plan.query;
  return sql`
    ${forceCustomPlan}
    with found as materialized (${joined(subsets, sql` union all `)})
    select (select count(*) from found) as total,
      array(select id from found ${order.orderBy('found')} limit ${limit} offset ${offset}) as ids`;
}

/** One more than are counted, which tells that there are more. */
export const limitOfCount = ({ maxTotal }: TicketList): Sql =>
  maxTotal === undefined ? sql`` : sql`limit ${sql.lit(maxTotal + 1)}`;

/** Reads the tickets of a page, which may have changed since it was found. Prepared, because planning it takes longer than reading it. */
export const rowsStatement = (list: TicketList, ids: number[]): RawBuilder<ListRow> =>
  rowsOf(
    list,
    sql`unnest(${ids}::integer[]) with ordinality as page (id, place)`,
    sql`where ${seesTicket(list.actor)} order by page.place`,
  );
