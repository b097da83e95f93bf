import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import { type Actor, type AssignmentState, disjointVisibleTickets } from '../visibility.ts';
import { type FilterName, filterConditions, filterNames, type TicketFilters } from './list-filters.ts';
import { isInWork } from './queries.ts';

type Total = RawBuilder<{ total: number }>;

/**
 * How many tickets an actor sees with these filters, exactly: from counters where those know it, else over an index.
 * @param assignment what the filters say about the assignment of the tickets
 */
export async function countTickets(db: Db, actor: Actor, filters: TicketFilters, assignment: AssignmentState): Promise<number> {
  const { rows } = await totalOf(actor, filters, assignment).execute(db);
  return rows[0]?.total ?? 0;
}

function totalOf(actor: Actor, filters: TicketFilters, assignment: AssignmentState): Total {
  const names = filterNames(filters);
  if (actor.role === 'worker') return names.length === 0 ? totalOfWorker(actor) : totalFromIndex(actor, filters, assignment);
  return names.every(isCounterColumn) ? totalFromCounters(actor, filters) : totalFromIndex(actor, filters, assignment);
}

const counterColumns: FilterName[] = ['client_id', 'status', 'category', 'priority'];
const isCounterColumn = (name: FilterName): boolean => counterColumns.includes(name);

function totalFromCounters(actor: Actor, filters: TicketFilters): Total {
  // The table has subtotals by client and status, whose category is null, beside the rows by category and priority.
  const granularity = filters.category || filters.priority ? sql`t.category is not null` : sql`t.category is null`;
  const conditions = [granularity, ...disjointVisibleTickets(actor), ...filterConditions(filters)];
  return sql`
    ${planHint(filters)}
    select coalesce(sum(t.n), 0)::bigint as total from ticket_status_counts as t where ${sql.join(conditions, sql` and `)}`;
}

/**
 * All tickets that a worker sees (docs/rules.md, Visibility), as the sum of three disjoint numbers: the closed tickets assigned to the worker, from a counter
 * because counting them would take longer with each ticket ever closed; the worker's tickets in work, over the index
 * tickets_in_work; and the new tickets of the projects of which the worker is a member, over the index tickets_free.
 */
function totalOfWorker(actor: Actor): Total {
  const closed = sql`coalesce((select n from worker_closed_counts where worker_id = ${actor.id}), 0)`;
  const inWork = disjointVisibleTickets(actor, 'assigned').map((subset) => countOf([subset, isInWork]));
  const unassigned = disjointVisibleTickets(actor, 'unassigned').map((subset) => countOf([subset]));
  return sql`select ${sql.join([closed, ...inWork, ...unassigned], sql` + `)} as total`;
}

function totalFromIndex(actor: Actor, filters: TicketFilters, assignment: AssignmentState): Total {
  const conditions = filterConditions(filters);
  const counts = disjointVisibleTickets(actor, assignment).map((subset) => countOf([subset, ...conditions]));
  return sql`${planHint(filters)} select ${sql.join(counts, sql` + `)} as total`;
}

const countOf = (conditions: RawBuilder<unknown>[]): RawBuilder<number> =>
  sql`(select count(*) from tickets as t where ${sql.join(conditions, sql` and `)})`;

/** Combinations of filters would be hundreds of prepared statements. */
const planHint = (filters: TicketFilters) => (filterNames(filters).length > 1 ? forceCustomPlan : sql``);
