import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { type Actor, disjointVisibleTickets } from '../../visibility.ts';
import { startOfDay } from './buckets.ts';
import { ageLimitsDays, type Stats } from './schemas.ts';

/** Where an age class ends and the next one begins, the youngest first: midnights of the time zone. */
export const ageBoundaries = (now: Date, timezone: string): Date[] =>
  ageLimitsDays.map((days) => new Date(startOfDay(now, timezone, -days)));

/** Counts the open tickets that the actor sees by their age in days of the time zone. */
export async function readOpenByAge(
  db: Db,
  actor: Actor,
  projectId: number | undefined,
  boundaries: readonly Date[],
): Promise<Stats['open_by_age']> {
  const times = boundaries.map((boundary) => boundary.toISOString());
  const ofProject = projectId === undefined ? sql`` : sql`and t.project_id = ${projectId}`;
  const open = disjointVisibleTickets(actor).map(
    (subset) => sql`select t.created_at from tickets as t where t.status <> 'closed' and ${subset} ${ofProject}`,
  );
  const { rows } = await sql<{ older: number; open: number }>`
    ${forceCustomPlan}
    select width_bucket(created_at, ${times.toReversed()}::timestamptz[]) as older, count(*)::integer as open
    from (${sql.join(open, sql` union all `)}) as t group by 1`.execute(db);
  return [...times, null].map((created_from, i) => ({
    max_days: ageLimitsDays[i] ?? null,
    created_from,
    created_to: times[i - 1] ?? null,
    open: rows.find(({ older }) => older === times.length - i)?.open ?? 0,
  }));
}
