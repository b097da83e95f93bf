import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { type Actor, seesTicket } from '../../visibility.ts';
import { startOfDay } from './buckets.ts';
import { ageLimitsDays, type Stats } from './schemas.ts';

/** Where an age class ends and the next one begins, the youngest first: midnights of the time zone. */
export const ageBoundaries = (now: Date, timezone: string): Date[] =>
  ageLimitsDays.map((days) => new Date(startOfDay(now, timezone, -days)));

/**
 * Counts the open tickets that the actor sees by their age in days of the time zone. The oldest are what is left of the counters of all
 * open tickets, because an index by time lists mostly closed ones; projects have no such counters.
 */
export async function readOpenByAge(
  db: Db,
  actor: Actor,
  projectId: number | undefined,
  boundaries: readonly Date[],
): Promise<Stats['open_by_age']> {
  const times = boundaries.map((boundary) => boundary.toISOString());
  const isOpen = sql`t.status <> 'closed' and ${seesTicket(actor)}`;
  const counted = projectId === undefined ? sql`t.created_at >= ${times.at(-1)}` : sql`t.project_id = ${projectId}`;
  const oldest = sql`
    union all select 0, coalesce((select sum(t.n) from ticket_status_counts as t where t.category is null and ${isOpen}), 0)::integer
      - coalesce((select sum(open) from counted), 0)::integer`;
  const { rows } = await sql<{ older: number; open: number }>`
    ${forceCustomPlan}
    with counted as (
      select width_bucket(t.created_at, ${times.toReversed()}::timestamptz[]) as older, count(*)::integer as open
      from tickets as t where ${isOpen} and ${counted} group by 1
    ) select * from counted ${projectId === undefined ? oldest : sql``}`.execute(db);
  return [...times, null].map((created_from, i) => ({
    max_days: ageLimitsDays[i] ?? null,
    created_from,
    created_to: times[i - 1] ?? null,
    open: rows.find(({ older }) => older === times.length - i)?.open ?? 0,
  }));
}
