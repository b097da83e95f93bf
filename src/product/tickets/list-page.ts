import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/open.ts';
import { forceCustomPlan } from '../../platform/database/statements.ts';
import { defaultLimit, directionOf } from '../../platform/http/pagination.ts';
import { type Actor, type AssignmentState, visibleTicketParts } from '../visibility.ts';
import { filterConditions, filterNames, type TicketFilters } from './list-filters.ts';
import { type TicketRow, ticketColumns } from './queries.ts';
import type { TicketQuery } from './schemas.ts';

type PageQuery = Pick<TicketQuery, 'limit' | 'offset' | 'sort' | 'order'>;

/**
 * One page of the tickets that an actor sees: ids are found over an index, then only the rows of the page are read.
 * @param state what the filters say about the assignment of the tickets
 */
export async function readTicketPage(
  db: Db,
  actor: Actor,
  filters: TicketFilters,
  state: AssignmentState,
  query: PageQuery,
): Promise<TicketRow[]> {
  const { sort, limit, offset } = query;
  // PostgreSQL assumes that an unknown limit means a tenth of the table. The usual page has its limit in the text,
  // so that one plan serves all values; other pages, and those of several filters or of days, are planned for theirs.
  const reusePlan = limit === defaultLimit && offset === 0 && hasFewPlans(filters);
  const number = (value: number): RawBuilder<number> => (reusePlan ? sql.lit(value) : sql`${value}`);

  const columns = sql.raw(sort === 'id' ? 't.id' : `t.id, t.${sort}`); // nothing that the index lacks
  const direction = directionOf(query, 'desc');
  const order = (alias: string, id: RawBuilder<unknown> = sql.ref(`${alias}.id`)): RawBuilder<unknown> => {
    const column = sort === 'id' ? id : sql.ref(`${alias}.${sort}`);
    return sql`order by ${column} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}`;
  };
  // Ids grow with the date of creation, so an ascending walk by id reads all tickets before `created_from` first.
  // An expression has no index: PostgreSQL then reads the days by their index and sorts.
  const id = filters.created_from && direction === 'asc' && sort !== 'created_at' ? sql`t.id + 0` : sql.ref('t.id');

  const parts = visibleTicketParts(actor, state).map((part) => {
    const where = sql.join([part, ...filterConditions(filters)], sql` and `);
    return sql`select ${columns} from tickets as t where ${where} ${order('t', id)}`;
  });
  const limited = parts.map((part) => sql`(${part} limit ${number(offset + limit)})`);
  const merged = sql`select ${columns} from (${sql.join(limited, sql` union all `)}) as t ${order('t')}`;
  const { rows } = await sql<TicketRow>`
    ${reusePlan ? sql`` : forceCustomPlan}
    select ${ticketColumns}
    from (${parts.length === 1 ? parts[0] : merged} limit ${number(limit)} offset ${number(offset)}) as page
    join tickets as t on t.id = page.id
    ${order('page')}`.execute(db);
  return rows;
}

/** Combinations of filters would be thousands of prepared statements, and what plan is good for days depends on them. */
function hasFewPlans(filters: TicketFilters): boolean {
  const { created_from, created_before } = filters;
  return filterNames(filters).length <= 1 && !created_from && !created_before;
}
