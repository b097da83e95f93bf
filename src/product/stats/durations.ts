import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { forceCustomPlan } from '../../platform/database/prepared-statements.ts';
import type { Group } from './found-entries.ts';
import type { Durations } from './schemas.ts';

interface DurationRow extends Omit<Group, 'bucket'>, Durations {
  action: 'assigned' | 'confirmed';
}

/** Of `groupings`, which have the buckets before these columns. */
const bucketBit = 8;
const columns = sql`category, object_id, worker_id`;
const groups = sql`action, grouping, ${columns}`;

/** The objects and workers whose durations are read. */
interface ShownGroups {
  objectIds: (number | null)[];
  workerIds: (string | null)[];
}

/**
 * Reads medians and 90th percentiles of the durations of entries. Durations are rounded to minutes and counted by minute first: sorting
 * those of a million tickets once for each grouping would take longer than a read may. So an answer is off by half a minute at most.
 * @param found of foundEntries()
 */
export async function readDurations(
  db: Db,
  found: RawBuilder<unknown>,
  { objectIds, workerIds }: ShownGroups,
): Promise<DurationRow[]> {
  const { rows } = await sql<DurationRow>`
    ${forceCustomPlan}
    with by_minute as (
      select grouping(${columns}) + ${sql.lit(bucketBit)} as grouping, ${columns}, action, minutes, count(*) as n
      from (
        select action, round(seconds / 60.0)::integer as minutes, category,
          case when object_id = any(${objectIds}::integer[]) then object_id end as object_id,
          case when worker_id = any(${workerIds}::uuid[]) then worker_id end as worker_id
        from (${found}) as found where seconds is not null
      ) as found
      group by grouping sets ((action, minutes, category), (action, minutes, object_id), (action, minutes, worker_id), (action, minutes))
    ), ranked as (
      select *, sum(n) over (partition by ${groups} order by minutes) as last_rank, sum(n) over (partition by ${groups}) as total
      from by_minute
    )
    select ${groups}, ${percentile('0.5')} as median_minutes, ${percentile('0.9')} as p90_minutes
    from ranked group by ${groups}`.execute(db);
  return rows;
}

/** As percentile_cont(): between two values it interpolates. */
function percentile(fraction: string): RawBuilder<number | null> {
  const rank = sql`${sql.raw(fraction)} * (total - 1)`;
  const lower = sql`min(minutes) filter (where last_rank > floor(${rank}))`;
  const upper = sql`min(minutes) filter (where last_rank > ceil(${rank}))`;
  const share = sql`max(${rank} - floor(${rank}))`;
  return sql`round(${lower} + (${upper} - ${lower}) * ${share}, 1)::double precision`;
}
