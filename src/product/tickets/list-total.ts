import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { type Actor, disjointVisibleTickets } from '../visibility.ts';
import { hasFewTexts, type ListPlan } from './list-filters.ts';
import { limitOfCount } from './list-page.ts';
import { isInWork } from './queries.ts';

/**
 * How many tickets a list has: exactly, from counters where those know it; else over an index, and not much further than its `maxTotal`.
 */
export async function countTickets(db: Db, plan: ListPlan): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`${hasFewTexts(plan) ? sql`` : forceCustomPlan} select ${totalOf(plan)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

function totalOf(plan: ListPlan): RawBuilder<number> {
  if (plan.actor.role === 'worker') return plan.conditions.length === 0 ? totalOfWorker(plan.actor) : totalFromIndex(plan);
  return plan.conditions.every(({ column }) => column && counterColumns.has(column))
    ? totalFromCounters(plan)
    : totalFromIndex(plan);
}

const counterColumns = new Set(['client_id', 'status', 'category', 'priority']);

function totalFromCounters({ actor, conditions }: ListPlan): RawBuilder<number> {
  // The table has subtotals by client and status, whose category is null, beside the rows by category and priority.
  const needsRows = conditions.some(({ column }) => column === 'category' || column === 'priority');
  const granularity = needsRows ? sql`t.category is not null` : sql`t.category is null`;
  const where = [granularity, ...disjointVisibleTickets(actor), ...conditions.map(({ condition }) => condition)];
  return sql`coalesce((select sum(t.n) from ticket_status_counts as t where ${sql.join(where, sql` and `)}), 0)::bigint`;
}

/**
 * All tickets that a worker sees (docs/rules.md, Visibility), as the sum of three disjoint numbers: the closed tickets assigned to the worker, from a counter
 * because counting them would take longer with each ticket ever closed; the worker's tickets in work, over the index
 * tickets_in_work; and the new tickets of the projects of which the worker is a member, over the index tickets_free.
 */
function totalOfWorker(actor: Actor): RawBuilder<number> {
  const closed = sql`coalesce((select n from worker_closed_counts where worker_id = ${actor.id}), 0)`;
  const inWork = disjointVisibleTickets(actor, 'assigned').map((subset) => countOf([subset, isInWork]));
  const unassigned = disjointVisibleTickets(actor, 'unassigned').map((subset) => countOf([subset]));
  return sql`${sql.join([closed, ...inWork, ...unassigned], sql` + `)}`;
}

function totalFromIndex(plan: ListPlan): RawBuilder<number> {
  const filters = plan.conditions.map(({ condition }) => condition);
  const counts = disjointVisibleTickets(plan.actor, plan.assignment).map((subset) =>
    countOf([subset, ...filters], limitOfCount(plan)),
  );
  return sql`${sql.join(counts, sql` + `)}`;
}

const countOf = (conditions: RawBuilder<unknown>[], limit: RawBuilder<unknown> = sql``): RawBuilder<number> =>
  sql`(select count(*) from (select from tickets as t where ${sql.join(conditions, sql` and `)} ${limit}) as found)`;
