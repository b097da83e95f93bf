import { type RawBuilder, sql } from 'kysely';
import type { ZoneOffset } from '../../../platform/lib/time-zones.ts';

/** Weekday, from 1 for Monday, and hour of a time where the offsets are. */
export function weekdayAndHour(at: RawBuilder<unknown>, offsets: readonly ZoneOffset[]) {
  const starts = sql`${offsets.map(({ since }) => since.toISOString())}::timestamptz[]`;
  const seconds = sql`(${offsets.map((offset) => offset.seconds)}::integer[])[width_bucket(${at}, ${starts})]`;
  const local = sql`(${at} at time zone 'UTC' + make_interval(secs => ${seconds}))`;
  return {
    weekday: sql<number>`extract(isodow from ${local})::integer`,
    hour: sql<number>`extract(hour from ${local})::integer`,
  };
}
