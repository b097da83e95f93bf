import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { countTickets } from '../tickets/list-total.ts';
import { type Actor, disjointVisibleTickets } from '../visibility.ts';
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
  if (plainFilters) return limitTotal(await countTickets(db, actor, plainFilters, assignment));
  const found = disjointVisibleTickets(actor, assignment).map((subset): RawBuilder<unknown> => {
    const where = sql.join([subset, ...conditions], sql` and `);
    return sql`(select from tickets as t where ${where} limit ${sql.lit(maxTotal + 1)})`;
  });
  const { rows } = await sql<{ total: number }>`
    ${forceCustomPlan}
    select count(*) as total from (${sql.join(found, sql` union all `)}) as found`.execute(db);
  return limitTotal(rows[0]?.total ?? 0);
}

export const limitTotal = (total: number): ListTotal =>
  total > maxTotal ? { total: maxTotal, total_is_lower_bound: true } : { total };
