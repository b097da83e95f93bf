import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Category } from '../../tickets/tables.ts';
import type { Actor } from '../../visibility.ts';
import type { StatsRange } from './range.ts';
import { seesStats } from './range.ts';
import { outsideOf, readSummedWeeks } from './summed-weeks.ts';

/** The value of grouping() over these columns when rows are grouped by one of them, or by none. */
export const groupings = { bucket: 7, category: 11, object: 13, worker: 14, totals: 15 } as const;
export const groupingColumns = sql`bucket, category, object_id, worker_id`;

/** What a row of an aggregate was grouped by; other columns are null. */
export interface Group {
  grouping: number;
  /** the index of the bucket, from 1 */
  bucket: number | null;
  category: Category | null;
  /** 0: objects that were deleted */
  object_id: number | null;
  worker_id: string | null;
}

/** Stands for deleted accounts, while null is an entry without a worker. */
export const deletedWorker = '00000000-0000-0000-0000-000000000000';
export const deletedObject = 0;

/** What the numbers of a range are counted from. */
export interface Found {
  /** rows of ticket_stats, of the projects that the actor sees, with the columns of a group */
  entries: RawBuilder<unknown>;
  /** the weeks that these rows leave out, because their sums are read */
  weeks: readonly Date[];
  range: StatsRange;
}

export const bucketOf = (at: RawBuilder<unknown>, { starts }: StatsRange): RawBuilder<number> =>
  sql`width_bucket(${at}, ${starts.map((start) => start.toISOString())}::timestamptz[])`;

export async function findEntries(db: Db, actor: Actor, range: StatsRange): Promise<Found> {
  const weeks = await readSummedWeeks(db, actor, range);
  const entries = sql`
    select ${bucketOf(sql`s.at`, range)} as bucket, s.category, coalesce(o.id, ${sql.lit(deletedObject)}) as object_id,
      case when s.had_worker then coalesce(u.id, ${sql.lit(deletedWorker)}::uuid) end as worker_id,
      s.at, s.action, s.seconds, s.deadline_met
    from ticket_stats as s left join objects as o on o.id = s.object_id left join users as u on u.id = s.worker_id
    where ${outsideOf(weeks, range.from, range.to)} and ${seesStats(actor, range.projectId)}`;
  return { entries, weeks, range };
}
