import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import type { TicketFilters } from '../tickets/list-filters.ts';
import { countTickets } from '../tickets/list-total.ts';
import { type Actor, disjointVisibleTickets } from '../visibility.ts';
import { assignmentStateOf } from './list-conditions.ts';
import type { ListPlan } from './list-plan.ts';

/** Up to which number tickets are counted. */
export const maxTotal = 10_000;

export interface ListTotal {
  total: number;
  total_is_lower_bound?: true;
}

/** Counts the tickets of a list, up to 10,000; there may be millions. */
export async function countDetails(db: Db, actor: Actor, plan: ListPlan): Promise<ListTotal> {
  const { assignment, conditions, plainFilters } = plan;
  if (plainFilters) return limitTotal(await countByStatus(db, actor, plainFilters));
  const found = disjointVisibleTickets(actor, assignment).map((subset): RawBuilder<unknown> => {
    const where = sql.join([subset, ...conditions], sql` and `);
    return sql`(select from tickets as t where ${where} limit ${sql.lit(maxTotal + 1)})`;
  });
  const { rows } = await sql<{ total: number }>`
    ${forceCustomPlan}
    select count(*) as total from (${sql.join(found, sql` union all `)}) as found`.execute(db);
  return limitTotal(rows[0]?.total ?? 0);
}

/** Each status by itself, because the counters know those: counting the open tickets over an index would read all closed ones. */
async function countByStatus(db: Db, actor: Actor, plainFilters: TicketFilters[]): Promise<number> {
  const totals = plainFilters.map((filters) => {
    const assignment = assignmentStateOf(filters);
    return assignment ? countTickets(db, actor, filters, assignment) : 0;
  });
  return (await Promise.all(totals)).reduce((sum, total) => sum + total, 0);
}

export const limitTotal = (total: number): ListTotal =>
  total > maxTotal ? { total: maxTotal, total_is_lower_bound: true } : { total };
