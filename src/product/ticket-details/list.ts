import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnswerContext, TicketAdditions, TicketOrder } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { defaultLimit } from '../../platform/http/pagination.ts';
import { filterNames, type TicketFilters } from '../tickets/list-filters.ts';
import { ticketColumns } from '../tickets/queries.ts';
import { type Actor, disjointVisibleTickets } from '../visibility.ts';
import { assignmentStateOf, conditionsOf, plainFiltersOf } from './list-conditions.ts';
import type { ListPlan } from './list-plan.ts';
import { countDetails } from './list-total.ts';
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
  const conditions = conditionsOf(query, additions.filters, context.now);
  const plainFilters = plainFiltersOf(query, additions.filters);
  const plan = { query, assignment, conditions, plainFilters, isPrepared: hasFewTexts(query, plainFilters) };
  const [rows, count] = await Promise.all([readPage(db, actor, plan, additions, context.now), countDetails(db, actor, plan)]);
  const hiddenColumns = hiddenColumnsOf(additions.fields, rows[0] ?? {});
  const items = rows.map((row) => presentItem(additions.fields, hiddenColumns, row, context));
  return { items, ...count, limit, offset };
}

/** First pages without filters and by one value of a column. */
const hasFewTexts = ({ limit, offset }: DetailsQuery, plainFilters: TicketFilters | undefined): boolean =>
  limit === defaultLimit && offset === 0 && plainFilters !== undefined && filterNames(plainFilters).length <= 1;

/** Ids are found over an index, then only the rows of the page are read; a first page of one part, which has no others, at once. */
async function readPage(
  db: Db,
  actor: Actor,
  { query, assignment, conditions, isPrepared }: ListPlan,
  { fields, orders }: TicketAdditions,
  now: Date,
): Promise<DetailsRow[]> {
  const { sort, limit, offset } = query;
  const number = (value: number): RawBuilder<number> => (isPrepared ? sql.lit(value) : sql`${value}`);
  const order = orders.find(({ name }) => name === sort);
  const direction = sql.raw(query.order ?? order?.direction ?? 'desc');
  const parts = order ? rankedParts(order, direction, actor.role === 'admin') : [columnPart(sort, direction)];
  const subsets = disjointVisibleTickets(actor, assignment);
  const isReadAtOnce = offset === 0 && parts.length * subsets.length === 1;
  const selects = subsets.flatMap((subset) =>
    parts.map(({ columns, ranks, join, conditions: ofPart, order: byPartOrder }) => {
      const where = sql.join([subset, ...conditions, ...ofPart], sql` and `);
      return sql`(select ${isReadAtOnce ? sql`t.*` : columns}, ${ranks} from tickets as t ${join} where ${where}
        order by ${byPartOrder} limit ${number(offset + limit)})`;
    }),
  );
  const orderOf = order ? byPart(direction) : byRank(direction);
  const page = sql`(
    select * from (${sql.join(selects, sql` union all `)}) as found
    order by ${orderOf('found')} limit ${number(limit)} offset ${number(offset)})`;
  const { rows } = await sql<DetailsRow>`
    ${isPrepared ? sql`` : forceCustomPlan}
    select ${ticketColumns} ${columnsOf(fields, now)}
    from ${isReadAtOnce ? sql`${page} as t` : sql`${page} as page join tickets as t on t.id = page.id`} ${joinsOf(fields)}
    order by ${orderOf(isReadAtOnce ? 't' : 'page')}`.execute(db);
  return rows;
}

type OrderOf = (alias: string) => RawBuilder<unknown>;

const byRank =
  (direction: RawBuilder<unknown>): OrderOf =>
  (alias) =>
    sql`${sql.ref(`${alias}.rank`)} ${direction}, ${sql.ref(`${alias}.id`)} ${direction}`;

/** The tickets with a rank by it, the others by their creation. */
const byPart =
  (direction: RawBuilder<unknown>): OrderOf =>
  (alias) => {
    const [part, rank, id] = ['part', 'rank', 'id'].map((column) => sql.ref(`${alias}.${column}`));
    return sql`${part}, ${rank} ${direction}, case ${part} when 0 then ${id} end ${direction},
    ${sql.ref(`${alias}.created_at`)} desc, ${id} desc`;
  };

/** Tickets that are read in one order; parts follow each other. */
interface ListPart {
  /** of tickets, that the order needs */
  columns: RawBuilder<unknown>;
  /** what the order adds to them */
  ranks: RawBuilder<unknown>;
  join: RawBuilder<unknown>;
  conditions: RawBuilder<SqlBool>[];
  order: RawBuilder<unknown>;
}

function columnPart(column: string, direction: RawBuilder<unknown>): ListPart {
  const rank = sql.ref(`t.${column}`);
  return {
    columns: sql`t.id`,
    ranks: sql`${rank} as rank`,
    join: sql``,
    conditions: [],
    order: sql`${rank} ${direction}, t.id ${direction}`,
  };
}

function rankedParts({ join, rank, hasNoRank }: TicketOrder, direction: RawBuilder<unknown>, isOfAll: boolean): ListPart[] {
  const columns = sql`t.id, t.created_at`;
  return [
    {
      columns,
      ranks: sql`${rank} as rank, 0 as part`,
      join: join(isOfAll),
      conditions: [],
      order: sql`${rank} ${direction}, t.id ${direction}`,
    },
    {
      columns,
      ranks: sql`null as rank, 1 as part`,
      join: sql``,
      conditions: [hasNoRank],
      order: sql`t.created_at desc, t.id desc`,
    },
  ];
}
