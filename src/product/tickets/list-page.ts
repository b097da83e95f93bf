import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { defaultLimit } from '../../platform/http/pagination.ts';
import type { ListCaller, TicketField } from '../../platform/module/ticket-fields.ts';
import { disjointVisibleTickets, isFreeAnd, projectsOfMember, seesTicket } from '../visibility.ts';
import { hasFewTexts, type ListPlan, type TicketList } from './list-filters.ts';
import { afterKey, type ListOrder, type ListPart, listOrderOf } from './list-order.ts';
import { type TicketRow, ticketColumns } from './queries.ts';

/** A ticket with the columns of fields. */
export type ListRow = TicketRow & Record<string, unknown>;

type Sql = RawBuilder<unknown>;

const joined = (fragments: Sql[], separator = sql` `): Sql => (fragments.length === 0 ? sql`` : sql.join(fragments, separator));

/**
 * The columns of fields, to follow those of the ticket.
 * @param includesSparseColumns false: columns that few tickets have are null in all rows, and readSparseColumns() fills them in
 */
export const columnsOf = (fields: readonly TicketField[], now: Date, caller: ListCaller, includesSparseColumns = true): Sql =>
  fields.length === 0
    ? sql``
    : joined([
        sql`, summary.has_additions`,
        ...fields.flatMap(({ columns }) =>
          columns ? sql`, ${typeof columns === 'function' ? columns(now, caller) : columns}` : [],
        ),
        ...fields.flatMap(({ sparseColumn }) => {
          if (!sparseColumn) return [];
          return includesSparseColumns
            ? sql`, case when summary.has_additions then (${selectOf(sparseColumn, now, caller)}) end as ${sql.raw(sparseColumn.column)}`
            : sql.raw(`, null as ${sparseColumn.column}`);
        }),
      ]);

const selectOf = ({ select }: NonNullable<TicketField['sparseColumn']>, now: Date, caller: ListCaller): Sql =>
  typeof select === 'function' ? select(now, caller) : select;

/** Fills in the columns that only few tickets have, which the rows of a page have as null. */
export async function readSparseColumns(db: Db, { actor, added }: TicketList, rows: ListRow[]): Promise<void> {
  const ids = rows.filter((row) => row['has_additions']).map(({ id }) => id);
  if (!added || ids.length === 0) return;
  const sparse = added.additions.fields.flatMap(({ sparseColumn }) => sparseColumn ?? []);
  const columns = sparse.map((one) => sql`(${selectOf(one, added.now, actor)}) as ${sql.raw(one.column)}`);
  const found = await sql<{ id: number }>`
    select t.id, ${sql.join(columns)} from tickets as t where t.id = any(${ids}::integer[])`.execute(db);
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  for (const row of rows) Object.assign(row, byId.get(row.id));
}

/** The joins of fields, to follow `tickets as t`: its `summary`, which may be missing, and what fields join. */
export const joinsOf = (fields: readonly TicketField[]): Sql =>
  fields.length === 0
    ? sql``
    : joined([
        sql`left join ticket_summaries as summary on summary.ticket_id = t.id`,
        ...fields.flatMap(({ join }) => join ?? []),
      ]);

/** Reads the tickets of a source `page` that has their ids. Names and fields are looked up for these only. */
function rowsOf({ actor, added }: TicketList, source: Sql, rest: Sql, includesSparseColumns = false): RawBuilder<ListRow> {
  const fields = added?.additions.fields ?? [];
  const columns = added ? columnsOf(fields, added.now, actor, includesSparseColumns) : sql``;
  return sql`select ${ticketColumns} ${columns} from ${source} join tickets as t on t.id = page.id ${joinsOf(fields)} ${rest}`;
}

/** A select of ids of the tickets of a subset, and of its filters. */
function idsOf({ conditions }: ListPlan, part: ListPart, subset: Sql, more: Sql[] = []): Sql {
  const all = [subset, ...conditions.map(({ condition }) => condition), ...part.conditions, ...more];
  return sql`select ${part.columns} from tickets as t ${part.join} where ${sql.join(all, sql` and `)}`;
}

/**
 * A select of the first tickets of each project that a worker may take, in the order of the index tickets_free.
 * @param firstOf makes a select of the first tickets of a subset
 */
const freeByProject = (workerId: string, firstOf: (subset: Sql) => Sql): Sql => sql`
  select of_project.* from (${projectsOfMember(workerId)}) as member
  cross join lateral (${firstOf(isFreeAnd(sql`t.project_id = member.project_id`))}) as of_project`;

/**
 * Reads a page of a list: ids are found over an index, then only the rows of the page are read.
 * @param isWhole all rows instead of a page, with the columns that few tickets have
 */
export function pageStatement(plan: ListPlan, isWhole = false): RawBuilder<ListRow> {
  const { limit } = plan.query;
  const offset = plan.after ? 0 : plan.query.offset;
  // PostgreSQL assumes that an unknown limit means a tenth of the table. The usual page has its limit in the text,
  // so that one plan serves all values; other pages, and those of several filters or of days, are planned for theirs.
  const reusesPlan = limit === defaultLimit && offset === 0 && !plan.after && hasFewTexts(plan);
  const number = (value: number): Sql => (reusesPlan ? sql.lit(value) : sql`${value}`);
  const limited = (select: Sql, count: Sql): Sql => (isWhole ? select : sql`${select} limit ${count}`);

  const order = listOrderOf(plan);
  const needed = number(offset + limit);
  const { actor, assignment } = plan;
  const subsets = disjointVisibleTickets(actor, assignment);
  // Of what a worker may take the newest of each project are read: sorting all takes longer with each ticket. Conditions of modules may
  // read other tables, and not once for each project.
  const isByProject =
    actor.role === 'worker' &&
    !actor.workers &&
    assignment !== 'assigned' &&
    plan.query.sort === 'created_at' &&
    plan.conditions.every(({ column }) => column);
  const isMerged = isByProject || order.parts.length > 1 || subsets.length > 1;
  const parts = order.parts.map((part, index) => {
    // Checked once before the part: what the page does not reach is not read.
    const isReached = index === 0 || isWhole ? [] : [sql<SqlBool>`(${countOfParts(index)}) < ${needed}`];
    const fromKey = afterKey(plan, { createdAt: sql`t.created_at`, id: sql`t.id` });
    const firstOf = (subset: Sql): Sql => {
      const select = sql`${idsOf(plan, part, subset, [...isReached, ...fromKey])} ${part.orderBy}`;
      return isMerged ? limited(select, needed) : select;
    };
    if (!isByProject) return subsets.map(firstOf);
    return [...subsets.slice(0, -1).map(firstOf), freeByProject(actor.id, firstOf)];
  });
  const [[only] = []] = parts;
  const page = isMerged || !only ? mergedParts(parts, order) : only;
  return sql`
    ${reusesPlan ? sql`` : forceCustomPlan}
    ${rowsOf(plan, sql`(${limited(page, number(limit))} offset ${number(offset)}) as page`, order.orderBy('page'), isWhole)}`;
}

const nameOfPart = (index: number): Sql => sql.raw(`part_${index}`);

/** How many tickets were found in the parts before this one. */
function countOfParts(index: number): Sql {
  const counts = Array.from({ length: index }, (_, before) => sql`(select count(*) from ${nameOfPart(before)})`);
  return joined(counts, sql` + `);
}

/** The rows of all parts in the order of the list. */
function mergedParts(parts: Sql[][], { orderBy }: ListOrder): Sql {
  const last = parts.length - 1;
  const named = parts.slice(0, last).map((selects, index) => sql`${nameOfPart(index)} as materialized (${unionOf(selects)})`);
  // The last part in the same union, because its columns without values take the types of the parts before.
  const all = [...named.map((_, index) => sql`select * from ${nameOfPart(index)}`), ...(parts[last] ?? [])];
  const withNamed = named.length === 0 ? sql`` : sql`with ${sql.join(named)}`;
  return sql`${withNamed} select * from (${unionOf(all)}) as found ${orderBy('found')}`;
}

function unionOf(selects: Sql[]): Sql {
  const all = selects.map((select) => sql`(${select})`);
  return joined(all, sql` union all `);
}

/**
 * Reads the ids of a page in its order and how many tickets the list has, up to its `maxTotal`, at once: for lists whose filters take
 * most of the time.
 */
export function countedPageStatement(plan: ListPlan): RawBuilder<{ total: number; ids: number[] }> {
  const order = listOrderOf(plan);
  const subsets = disjointVisibleTickets(plan.actor, plan.assignment);
  const selects = order.parts.flatMap((part) => subsets.map((subset) => sql`${idsOf(plan, part, subset)} ${limitOfCount(plan)}`));
  const { limit } = plan.query;
  const offset = plan.after ? 0 : plan.query.offset;
  const [fromKey = sql`true`] = afterKey(plan, { createdAt: sql`found.rank`, id: sql`found.id` });
  return sql`
    ${forceCustomPlan}
    with found as materialized (${unionOf(selects)})
    select (select count(*) from found) as total,
      array(select id from found where ${fromKey} ${order.orderBy('found')} limit ${limit} offset ${offset}) as ids`;
}

/** One more than are counted, which shows that there are more. */
export const limitOfCount = ({ maxTotal }: TicketList): Sql =>
  maxTotal === undefined ? sql`` : sql`limit ${sql.lit(maxTotal + 1)}`;

/** Reads the tickets of a page, which may have changed since it was found. Prepared, because planning it takes longer than reading it. */
export const rowsStatement = (list: TicketList, ids: number[]): RawBuilder<ListRow> =>
  rowsOf(
    list,
    sql`unnest(${ids}::integer[]) with ordinality as page (id, place)`,
    sql`where ${seesTicket(list.actor)} order by page.place`,
  );
