import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnswerContext, TicketAdditions, TicketOrder } from '../../platform/capability/ticket-fields.ts';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { defaultLimit } from '../../platform/http/pagination.ts';
import { filterNames, type TicketFilters } from '../tickets/list-filters.ts';
import { type TicketRow, ticketColumns } from '../tickets/queries.ts';
import { type Actor, disjointVisibleTickets } from '../visibility.ts';
import { assignmentStateOf, conditionsOf, plainFiltersOf } from './list-conditions.ts';
import type { ListPlan } from './list-plan.ts';
import { countDetails } from './list-total.ts';
import { columnsOf, joinsOf, presentItem } from './queries.ts';
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
  const [rows, count] = await Promise.all([readPage(db, actor, plan, additions), countDetails(db, actor, plan)]);
  return { items: rows.map((row) => presentItem(additions.fields, row, context)), ...count, limit, offset };
}

/** First pages without filters and by one value of a column. */
const hasFewTexts = ({ limit, offset }: DetailsQuery, plainFilters: TicketFilters | undefined): boolean =>
  limit === defaultLimit && offset === 0 && plainFilters !== undefined && filterNames(plainFilters).length <= 1;

/** Ids are found over an index, then only the rows of the page are read. */
async function readPage(
  db: Db,
  actor: Actor,
  { query, assignment, conditions, isPrepared }: ListPlan,
  { fields, orders }: TicketAdditions,
): Promise<TicketRow[]> {
  const { sort, limit, offset } = query;
  const number = (value: number): RawBuilder<number> => (isPrepared ? sql.lit(value) : sql`${value}`);
  const order = orders.find(({ name }) => name === sort);
  const direction = sql.raw(query.order ?? order?.direction ?? 'desc');
  // In each part by rank; the last part has none and goes by id, the newest first.
  const byRank = (alias: string) =>
    sql`${sql.ref(`${alias}.part`)}, ${sql.ref(`${alias}.rank`)} ${direction},
      case ${sql.ref(`${alias}.part`)} when 0 then ${sql.ref(`${alias}.id`)} end ${direction}, ${sql.ref(`${alias}.id`)} desc`;

  const partsOf = order ? rankedParts(order, direction) : [columnPart(sort, direction)];
  const selects = disjointVisibleTickets(actor, assignment).flatMap((subset) =>
    partsOf.map((part) => {
      const where = sql.join([subset, ...conditions, ...part.conditions], sql` and `);
      return sql`(select t.id, ${part.rank} as rank, ${sql.lit(part.number)} as part
        from tickets as t ${part.join} where ${where} order by ${part.order} limit ${number(offset + limit)})`;
    }),
  );
  const { rows } = await sql<TicketRow>`
    ${isPrepared ? sql`` : forceCustomPlan}
    select ${ticketColumns} ${columnsOf(fields)}
    from (
      select id, rank, part from (${sql.join(selects, sql` union all `)}) as found
      order by ${byRank('found')} limit ${number(limit)} offset ${number(offset)}
    ) as page
    join tickets as t on t.id = page.id ${joinsOf(fields)}
    order by ${byRank('page')}`.execute(db);
  return rows;
}

/** Tickets that are read over one index in the order of the list; parts follow each other. */
interface ListPart {
  number: number;
  join: RawBuilder<unknown>;
  conditions: RawBuilder<SqlBool>[];
  rank: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

function columnPart(column: string, direction: RawBuilder<unknown>): ListPart {
  const rank = sql.ref(`t.${column}`);
  return { number: 0, join: sql``, conditions: [], rank, order: sql`${rank} ${direction}, t.id ${direction}` };
}

function rankedParts({ join, rank, hasNoRank }: TicketOrder, direction: RawBuilder<unknown>): ListPart[] {
  return [
    { number: 0, join, conditions: [], rank, order: sql`${rank} ${direction}, t.id ${direction}` },
    { number: 1, join: sql``, conditions: [hasNoRank], rank: sql`null`, order: sql`t.id desc` },
  ];
}
