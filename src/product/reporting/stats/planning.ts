import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import { maxLengthMs } from '../../tickets/appointments/queries.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import type { StatsRange } from './range.ts';
import type { Stats } from './schemas.ts';

// Appointments and holds are deleted with their tickets, and of tables of modules that may be missing: then these are empty.

/** Who comes so long before an appointment keeps it. */
const earlyMs = hours(1);

/** Tickets of the projects that the actor sees. Alias `t`. */
export const ofVisibleProjects = (actor: Actor, projectId: number | undefined): RawBuilder<SqlBool> => sql`
  t.project_id in (select p.id from projects as p
    where ${seesProject(actor)} ${projectId === undefined ? sql`` : sql`and p.id = ${projectId}`})`;

/**
 * Counts the appointments that ended in the range and stood until their end: kept ones, at which the work was started or finished or a
 * photo was taken, and others. One whose work was done before counts as neither.
 */
export async function readAppointments(
  db: Db,
  actor: Actor,
  { from, to, now, projectId }: StatsRange,
): Promise<Stats['appointments']> {
  const until = to < now ? to : now;
  const happened = (actions: string[], after: RawBuilder<unknown>, before: RawBuilder<unknown>) => sql`
    exists (select from ticket_events as e where e.ticket_id = a.ticket_id and e.action in (${sql.join(actions)})
      and e.created_at >= ${after} and e.created_at <= ${before})`;
  const { rows } = await sql<Stats['appointments']>`
    ${forceCustomPlan}
    select count(*) filter (where is_kept)::integer as kept, count(*) filter (where not is_kept)::integer as missed
    from (
      select ${happened(
        ['started', 'done', 'photo_added'],
        sql`a.from_at - make_interval(secs => ${earlyMs / 1_000})`,
        sql`a.to_at`,
      )} as is_kept,
        ${happened(['done'], sql`a.set_at`, sql`a.from_at`)} as is_early
      from ticket_appointments as a join tickets as t on t.id = a.ticket_id
      where a.from_at > ${plus(from, -maxLengthMs)} and a.from_at < ${until} and a.to_at >= ${from} and a.to_at < ${until}
        and (a.ended_at is null or a.ended_at >= a.to_at) and ${ofVisibleProjects(actor, projectId)}
    ) as ended where is_kept or not is_early`.execute(db);
  return rows[0] ?? { kept: 0, missed: 0 };
}

/** Counts the holds in the range by their reason, and how long the work waited in it; the longest waiting first. */
export async function readWaiting(
  db: Db,
  actor: Actor,
  { from, to, now, projectId }: StatsRange,
): Promise<Stats['waiting_by_reason']> {
  const until = to < now ? to : now;
  const { rows } = await sql<Stats['waiting_by_reason'][number]>`
    ${forceCustomPlan}
    select reason, count(*)::integer as holds, round(sum(extract(epoch from till - begun)) / 60)::integer as minutes
    from (
      select h.reason, greatest(h.since, ${from}::timestamptz) as begun,
        least(coalesce(h.ended_at, h.until), ${until}::timestamptz) as till
      from ticket_holds as h join tickets as t on t.id = h.ticket_id
      where h.since < ${until} and (h.ended_at is null or h.ended_at > ${from}) and ${ofVisibleProjects(actor, projectId)}
    ) as held where till > begun group by reason order by minutes desc, reason`.execute(db);
  return rows;
}
