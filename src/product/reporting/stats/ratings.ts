import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import type { Actor } from '../../visibility.ts';
import { deletedObject, deletedWorker } from './found-entries.ts';
import type { StatsRange } from './range.ts';
import { seesStats } from './range.ts';
import type { Rating } from './schemas.ts';

interface RatingRow extends Rating {
  grouping: number;
  /** 0: objects that were deleted */
  object_id: number | null;
  worker_id: string | null;
  object_name: string | null;
  worker_name: string | null;
}

/** The value of grouping() for each set of columns. */
const groupings = { object: 1, worker: 2, totals: 3 };

interface NamedRating {
  name: string | null;
  rating: Rating;
}

/** Ratings of a range, by what they are counted for. */
export interface StatsRatings {
  ofAll: Rating;
  /** 0: objects that were deleted */
  byObject: ReadonlyMap<number, NamedRating>;
  /** deletedWorker: accounts that were deleted */
  byWorker: ReadonlyMap<string, NamedRating>;
}

export const noRating: Rating = { count: 0, mean: null };

/**
 * Counts how people without an account rated the work, by object and by the worker who had done it, in the range of the rating. The table
 * belongs to product/portal, which may be missing: then it is empty.
 */
export async function readStatsRatings(db: Db, actor: Actor, { from, to, projectId }: StatsRange): Promise<StatsRatings> {
  const { rows } = await sql<RatingRow>`
    ${forceCustomPlan}
    select r.*, o.name as object_name, u.name as worker_name from (
      select grouping(object_id, worker_id) as grouping, object_id, worker_id,
        count(*)::integer as count, round(avg(rating), 2)::double precision as mean
      from (
        select coalesce(o.id, ${sql.lit(deletedObject)}) as object_id,
          case when s.had_worker then coalesce(u.id, ${sql.lit(deletedWorker)}::uuid) end as worker_id, s.rating
        from report_rating_stats as s left join objects as o on o.id = s.object_id left join users as u on u.id = s.worker_id
        where s.at >= ${from} and s.at < ${to} and ${seesStats(actor, projectId)}
      ) as found
      group by grouping sets ((object_id), (worker_id), ())
    ) as r left join objects as o on o.id = r.object_id left join users as u on u.id = r.worker_id
    order by r.count desc, r.object_id, r.worker_id`.execute(db);
  const ratingOf = ({ count, mean }: Rating): Rating => ({ count, mean });
  const byObject = new Map<number, NamedRating>();
  const byWorker = new Map<string, NamedRating>();
  let ofAll = noRating;
  for (const row of rows) {
    const { grouping, object_id, worker_id, object_name, worker_name } = row;
    if (grouping === groupings.totals) ofAll = ratingOf(row);
    if (grouping === groupings.object && object_id !== null)
      byObject.set(object_id, { name: object_name, rating: ratingOf(row) });
    if (grouping === groupings.worker && worker_id !== null)
      byWorker.set(worker_id, { name: worker_name, rating: ratingOf(row) });
  }
  return { ofAll, byObject, byWorker };
}
