import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { type Category, categories } from '../../tickets/tables.ts';
import { deletedObject, deletedWorker, type Found, type Group, groupings } from './found-entries.ts';
import type { Durations } from './schemas.ts';
import { ofWeeks } from './summed-weeks.ts';

interface DurationRow extends Durations {
  action: 'assigned' | 'confirmed';
  grouping: number;
  /** of a group, as keyOf() makes it */
  key: number;
}

/** The objects and workers whose durations are read. */
export interface ShownGroups {
  objectIds: (number | null)[];
  workerIds: (string | null)[];
}

const kindOf = (name: keyof typeof groupings) => sql`${sql.lit(groupings[name])}`;

/** A number for a group: numbers are sorted faster than ids of workers. */
export function keyOf({ grouping, category, object_id, worker_id }: Omit<Group, 'bucket'>, { workerIds }: ShownGroups): number {
  if (grouping === groupings.category) return categories.indexOf(category as Category) + 1;
  if (grouping === groupings.object) return object_id ?? deletedObject;
  return grouping === groupings.worker ? workerIds.indexOf(worker_id) + 1 : 0;
}
const categoryKey = sql`array_position(${[...categories]}::ticket_category[], category)`;
const joinWorkers = (worker: RawBuilder<unknown>, { workerIds }: ShownGroups) => sql`
  unnest(${workerIds}::uuid[]) with ordinality as shown_workers (id, key) on shown_workers.id = ${worker}`;
const isShownObject = (object: RawBuilder<unknown>, { objectIds }: ShownGroups) => sql`${object} = any(${objectIds}::integer[])`;

/**
 * Reads medians and 90th percentiles of the durations of entries. Durations are rounded to minutes and counted by minute first: sorting
 * those of a million tickets once for each grouping would take longer than a read may. So an answer is off by half a minute at most.
 */
export async function readDurations(db: Db, { entries, weeks }: Found, shown: ShownGroups): Promise<DurationRow[]> {
  const parts = [ofEntries(entries, shown), ...(weeks.length === 0 ? [] : [ofSums(weeks, shown)])];
  const { rows } = await sql<DurationRow>`
    ${forceCustomPlan}
    with ranked as (
      select *, sum(n) over (partition by action, grouping, key order by minutes) as last_rank,
        sum(n) over (partition by action, grouping, key) as total
      from (${sql.join(parts, sql` union all `)}) as by_minute
    )
    select action, grouping, key, ${percentile(5)} as median_minutes, ${percentile(9)} as p90_minutes
    from ranked group by action, grouping, key`.execute(db);
  return rows;
}

/** The columns action, grouping, key, minutes, n. */
const ofEntries = (entries: RawBuilder<unknown>, shown: ShownGroups): RawBuilder<unknown> => sql`
  select action,
    case when grouping(category_key) = 0 then ${kindOf('category')} when grouping(object_key) = 0 then ${kindOf('object')}
      when grouping(worker_key) = 0 then ${kindOf('worker')} else ${kindOf('totals')} end as grouping,
    coalesce(category_key, object_key, worker_key, 0)::integer as key, minutes, count(*)::integer as n
  from (
    select action, round(seconds / 60.0)::integer as minutes, ${categoryKey} as category_key,
      case when ${isShownObject(sql`object_id`, shown)} then object_id end as object_key, shown_workers.key as worker_key
    from (${entries}) as found left join ${joinWorkers(sql`worker_id`, shown)}
    where seconds is not null
  ) as found
  group by grouping sets ((action, minutes, category_key), (action, minutes, object_key), (action, minutes, worker_key), (action, minutes))
  having grouping(category_key, object_key, worker_key) = 7 or coalesce(category_key, object_key, worker_key) is not null`;

/** The same of weeks that are summed. A ticket belongs to its category and to the totals. */
function ofSums(weeks: readonly Date[], shown: ShownGroups): RawBuilder<unknown> {
  const ofKind = (kind: RawBuilder<unknown>) => sql`${ofWeeks(weeks)} and s.kind = ${kind}`;
  const ofObject = sql`coalesce(o.id, ${sql.lit(deletedObject)})`;
  const ofWorker = sql`coalesce(s.worker_id, ${sql.lit(deletedWorker)}::uuid)`;
  const byMinute = (grouping: RawBuilder<unknown>, groups: string) => sql`
    select action, ${grouping} as grouping, key, minutes, count(*)::integer as n
    from (
      select 'assigned'::ticket_action as action, key, unnest(take) as minutes from ${sql.table(groups)}
      union all select 'confirmed', key, unnest(finish) from ${sql.table(groups)}
    ) as one group by action, key, minutes`;
  return sql`(
    with sums_of_categories as (
      select ${categoryKey} as key, take, finish from ticket_stats_sums as s where ${ofKind(kindOf('category'))}
    ), sums_of_objects as materialized (
      select ${ofObject} as key, take, finish from ticket_stats_sums as s left join objects as o on o.id = s.object_id
      where ${ofKind(kindOf('object'))} and ${isShownObject(ofObject, shown)}
    ), sums_of_workers as materialized (
      select shown_workers.key::integer as key, take, finish from ticket_stats_sums as s join ${joinWorkers(ofWorker, shown)}
      where ${ofKind(kindOf('worker'))}
    ), of_categories as materialized (${byMinute(kindOf('category'), 'sums_of_categories')})
    select * from of_categories
    union all select action, ${kindOf('totals')}, 0, minutes, sum(n)::integer from of_categories group by action, minutes
    union all ${byMinute(kindOf('object'), 'sums_of_objects')}
    union all ${byMinute(kindOf('worker'), 'sums_of_workers')})`;
}

/** As percentile_cont(): between two values it interpolates. In whole numbers, which are faster. @param tenths of the values */
function percentile(tenths: number): RawBuilder<number | null> {
  const rankInTenths = sql`${sql.lit(tenths)} * (total - 1)`;
  const lower = sql`min(minutes) filter (where last_rank > (${rankInTenths}) / 10)`;
  const upper = sql`min(minutes) filter (where last_rank > (${rankInTenths} + 9) / 10)`;
  return sql`round(${lower} + (${upper} - ${lower}) * max((${rankInTenths}) % 10) / 10.0, 1)::double precision`;
}
