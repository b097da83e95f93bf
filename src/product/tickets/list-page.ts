import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { defaultLimit, directionOf } from '../../platform/http/pagination.ts';
import { type Actor, type AssignmentState, disjointVisibleTickets } from '../visibility.ts';
import { filterConditions, filterNames, type TicketFilters } from './list-filters.ts';
import { type TicketRow, ticketColumns } from './queries.ts';
import type { TicketQuery } from './schemas.ts';

type PageQuery = Pick<TicketQuery, 'limit' | 'offset' | 'sort' | 'order'>;

/**
 * One page of the tickets that an actor sees: ids are found over an index, then only the rows of the page are read.
 * @param assignment what the filters say about the assignment of the tickets
 */
export async function readTicketPage(
  db: Db,
  actor: Actor,
  filters: TicketFilters,
  assignment: AssignmentState,
  query: PageQuery,
): Promise<TicketRow[]> {
  const { sort, limit, offset } = query;
  // PostgreSQL assumes that an unknown limit means a tenth of the table. The usual page has its limit in the text,
  // so that one plan serves all values; other pages, and those of several filters or of days, are planned for theirs.
  const reusePlan = limit === defaultLimit && offset === 0 && hasFewPlans(filters);
  const number = (value: number): RawBuilder<number> => (reusePlan ? sql.lit(value) : sql`${value}`);

  const columns = sql.raw(sort === 'id' ? 't.id' : `t.id, t.${sort}`); // nothing that the index lacks
  const direction = directionOf(query, 'desc');
  const order = (alias: string): RawBuilder<unknown> =>
    sql`order by ${sql.ref(`${alias}.${sort}`)} ${sql.raw(direction)}, ${sql.ref(`${alias}.id`)} ${sql.raw(direction)}`;
  const conditions = [...filterConditions(filters), ...(sort === 'created_at' ? [] : idRangeForDates(filters))];

  const selects = disjointVisibleTickets(actor, assignment).map((subset) => {
    const where = sql.join([subset, ...conditions], sql` and `);
    return sql`select ${columns} from tickets as t where ${where} ${order('t')}`;
  });
  const limited = selects.map((select) => sql`(${select} limit ${number(offset + limit)})`);
  const merged = sql`select ${columns} from (${sql.join(limited, sql` union all `)}) as t ${order('t')}`;
  const { rows } = await sql<TicketRow>`
    ${reusePlan ? sql`` : forceCustomPlan}
    select ${ticketColumns}
    from (${selects.length === 1 ? selects[0] : merged} limit ${number(limit)} offset ${number(offset)}) as page
    join tickets as t on t.id = page.id
    ${order('page')}`.execute(db);
  return rows;
}

/** As in the migration of ticket_id_date_ranges. */
const idsPerBlock = sql.lit(8192);

/** The ids that tickets of the dates can have: in another order than by date, all others would be read as well. */
function idRangeForDates({ created_from, created_before }: TicketFilters): RawBuilder<SqlBool>[] {
  const day = (moment: Date) => sql`(${moment}::timestamptz at time zone 'UTC')::date`;
  const first = (from: Date) => sql<SqlBool>`
    t.id >= (select min(block) * ${idsPerBlock} from ticket_id_date_ranges where last_day >= ${day(from)})`;
  const last = (before: Date) => sql<SqlBool>`
    t.id < (select (max(block) + 1) * ${idsPerBlock} from ticket_id_date_ranges where first_day < ${day(before)})`;
  return [...(created_from ? [first(created_from)] : []), ...(created_before ? [last(created_before)] : [])];
}

/** Combinations of filters would be thousands of prepared statements, and what plan is good for days depends on them. */
function hasFewPlans(filters: TicketFilters): boolean {
  const { created_from, created_before } = filters;
  return filterNames(filters).length <= 1 && !created_from && !created_before;
}
