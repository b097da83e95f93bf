import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { invalidValue } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import { type ZoneOffset, zoneOffsets } from '../../../platform/lib/time-zones.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { bucketStarts } from './buckets.ts';
import { ageBoundaries } from './open-by-age.ts';
import { defaultRangeDays, type StatsQuery } from './schemas.ts';

/** What is counted: [from, to), and where its buckets begin. */
export interface StatsRange {
  from: Date;
  to: Date;
  starts: Date[];
  timezone: string;
  /** of the time zone in the range */
  offsets: ZoneOffset[];
  /** where the age classes of open tickets end */
  ageBoundaries: Date[];
  projectId: number | undefined;
  now: Date;
}

/** @throws 400 unknown time zone, a range that ends before it begins, or too many buckets */
export function rangeOf(query: StatsQuery, now: Date): StatsRange {
  const { group = 'day', timezone = 'UTC', project_id: projectId } = query;
  const to = query.to === undefined ? now : new Date(query.to);
  const from = query.from === undefined ? plus(to, -days(defaultRangeDays)) : new Date(query.from);
  if (from >= to) throw invalidValue('from', 'must be before to');
  return {
    from,
    to,
    timezone,
    starts: bucketStarts(from, to, group, timezone),
    offsets: zoneOffsets(from, to, timezone),
    ageBoundaries: ageBoundaries(now, timezone),
    projectId,
    now,
  };
}

/** Rows of the projects that the actor sees, which exist: one that is being deleted may leave rows behind. Alias `s`. */
export const seesStats = (actor: Actor, projectId: number | undefined): RawBuilder<SqlBool> => sql`
  s.project_id in (select p.id from projects as p
    where ${seesProject(actor)} ${projectId === undefined ? sql`` : sql`and p.id = ${projectId}`})`;
