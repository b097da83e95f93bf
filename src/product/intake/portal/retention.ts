import { sql } from 'kysely';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { fileDeletionJob } from '../../files/photos/file-deletion.ts';
import './tables.ts';

const keepDismissedMs = days(30);
const batchSize = 500;

/** Deletes dismissed reports with their photos after 30 days. All others are deleted with their ticket or project. @returns how many */
export async function deleteDismissedReports(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  stopping?: AbortSignal,
): Promise<number> {
  const before = plus(clock(), -keepDismissedMs).toISOString();
  let deleted = 0;
  while (!stopping?.aborted) {
    const inBatch = await db.transaction(async (tx) => {
      const expired = await tx
        .selectFrom('portal_reports')
        .select('id')
        .where('status', '=', 'dismissed')
        .where('decided_at', '<', before)
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      if (expired.length === 0) return 0;
      const ids = expired.map(({ id }) => id);
      await tx.deleteFrom('portal_reports').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
      return ids.length;
    });
    deleted += inBatch;
    if (inBatch < batchSize) break;
  }
  if (deleted > 0) jobs.trigger(fileDeletionJob);
  return deleted;
}
