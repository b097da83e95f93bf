import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { bucketOf, deletedObject, deletedWorker, type Found, type Group, groupingColumns, groupings } from './found-entries.ts';
import type { StatsRange } from './range.ts';
import { ofWeeks } from './summed-weeks.ts';

export interface Counts extends Group {
  created: number;
  closed: number;
  canceled: number;
  reworked: number;
  met: number;
  missed: number;
  /** null: of other groups, or deleted */
  object_name: string | null;
  worker_name: string | null;
}

const countOf = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::integer`;

/** Counts by bucket, category, object and worker, and all of them. */
export async function readCounts(db: Db, { entries, weeks, range }: Found): Promise<Counts[]> {
  const counted = sql`
    select grouping(${groupingColumns}) as grouping, ${groupingColumns},
      ${countOf(sql`action = 'created'`)} as created,
      ${countOf(sql`action in ('confirmed', 'canceled')`)} as closed,
      ${countOf(sql`action = 'canceled'`)} as canceled,
      ${countOf(sql`action = 'rejected'`)} as reworked,
      ${countOf(sql`deadline_met`)} as met,
      ${countOf(sql`not deadline_met`)} as missed
    from (${entries}) as found
    group by grouping sets ((bucket), (category), (object_id), (worker_id), ())`;
  const { rows } = await sql<Counts>`
    ${forceCustomPlan}
    select c.*, o.name as object_name, u.name as worker_name
    from (${weeks.length === 0 ? counted : added([counted, summed(weeks, range), sumOfCategories(weeks)])}) as c
    left join objects as o on o.id = c.object_id left join users as u on u.id = c.worker_id
    order by c.grouping, c.category, c.created + c.closed desc, c.object_id, c.worker_id`.execute(db);
  return rows;
}

const sums = sql.join(
  ['created', 'closed', 'canceled', 'reworked', 'met', 'missed'].map(
    (name) => sql`sum(${sql.ref(name)})::integer as ${sql.ref(name)}`,
  ),
);

const added = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql`
  select grouping, ${groupingColumns}, ${sums} from (${sql.join(parts, sql` union all `)}) as part group by grouping, ${groupingColumns}`;

function summed(weeks: readonly Date[], range: StatsRange): RawBuilder<unknown> {
  const isKind = (name: 'object' | 'worker') => sql`s.kind = ${sql.lit(groupings[name])}`;
  return sql`
    select s.kind as grouping, s.bucket, s.category,
      case when ${isKind('object')} then coalesce(o.id, ${sql.lit(deletedObject)}) end as object_id,
      case when ${isKind('worker')} then coalesce(s.worker_id, ${sql.lit(deletedWorker)}::uuid) end as worker_id,
      created, closed, canceled, reworked, met, missed
    from (
      select s.kind, ${bucketOf(sql`s.slot`, range)} as bucket, s.category, s.object_id, s.worker_id, ${sums}
      from ticket_stats_sums as s where ${ofWeeks(weeks)} group by 1, 2, 3, 4, 5
    ) as s left join objects as o on o.id = s.object_id`;
}

/** Each entry has a category. */
const sumOfCategories = (weeks: readonly Date[]): RawBuilder<unknown> => sql`
  select ${sql.lit(groupings.totals)}, null, null, null, null, ${sums}
  from ticket_stats_sums as s where ${ofWeeks(weeks)} and s.kind = ${sql.lit(groupings.category)}`;
