import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { days, minutes } from '../../../platform/lib/duration.ts';
import type { Actor } from '../../visibility.ts';
import type { StatsRange } from './range.ts';

const weekMs = days(7);

/**
 * The weeks of a range that are read from sums. Sums are of all projects, and buckets and hours must not cut a quarter of an hour, which
 * no time zone of today does.
 */
export async function readSummedWeeks(
  db: Db,
  actor: Actor,
  { from, to, starts, offsets, projectId }: StatsRange,
): Promise<Date[]> {
  if (actor.role !== 'admin' || projectId !== undefined) return [];
  const isWhole = (ms: number): boolean => ms % minutes(15) === 0;
  const times = [...starts, ...offsets.slice(1).map(({ since }) => since)];
  if (!times.every((time) => isWhole(time.getTime())) || !offsets.every(({ seconds }) => isWhole(seconds * 1_000))) return [];
  const { rows } = await sql<{ week: string }>`
    select w.week from ticket_stats_weeks as w
    where w.is_summed and w.week >= ${from} and w.week <= ${new Date(to.getTime() - weekMs)}
      and not exists (select from ticket_stats_late as l where l.week = w.week)
    order by w.week`.execute(db);
  return rows.map(({ week }) => new Date(week));
}

/** The part of a range that is outside of these weeks. Alias `s`. */
export function outsideOf(weeks: readonly Date[], from: Date, to: Date): RawBuilder<SqlBool> {
  const gaps: [Date, Date][] = [];
  let begins = from;
  for (const week of weeks) {
    if (begins < week) gaps.push([begins, week]);
    begins = new Date(week.getTime() + weekMs);
  }
  if (begins < to) gaps.push([begins, to]);
  if (gaps.length === 0) return sql`false`;
  const conditions = gaps.map(([start, end]) => sql<SqlBool>`(s.at >= ${start} and s.at < ${end})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Of the table with the alias `s`. */
export const ofWeeks = (weeks: readonly Date[]): RawBuilder<SqlBool> =>
  sql`s.week = any(${weeks.map((week) => week.toISOString())}::timestamptz[])`;
