import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';

/** Tickets per transaction: small enough that nobody waits for it. */
const batchSize = 200;

/**
 * Deletes expired tickets, closed longer ago than TICKET_RETENTION_DAYS, with their journal, photos and run history
 * (docs/rules.md, Retention). For each deleted photo the trigger function schedule_file_deletions() of 005_photos.sql schedules
 * the deletion of its file, which deletePendingFiles() in photos/file-deletion.ts does. Instances can run it at the same time:
 * each skips the tickets that another has locked.
 * @returns how many tickets were deleted
 */
export async function deleteExpiredTickets(
  { db, clock, config, metrics, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'metrics' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  if (config.ticketRetentionDays === 0) return 0;
  const closedBefore = plus(clock(), -days(config.ticketRetentionDays));
  let deleted = 0;
  while (!stopping?.aborted) {
    const deletedInBatch = await db.transaction(async (tx) => {
      const expired = await tx
        .selectFrom('tickets')
        .select('id')
        .where('status', '=', sql.lit('closed'))
        .where('closed_at', '<', closedBefore.toISOString())
        .orderBy('closed_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = sql<number>`any(${expired.map(({ id }) => id)}::integer[])`;
      await tx.deleteFrom('ticket_summaries').where('ticket_id', '=', ids).execute(); // first, or each deletion would update them
      await tx.deleteFrom('recurring_runs').where('ticket_id', '=', ids).execute();
      await tx.deleteFrom('ticket_events').where('ticket_id', '=', ids).execute();
      await tx.deleteFrom('ticket_photos').where('ticket_id', '=', ids).execute();
      await tx.deleteFrom('tickets').where('id', '=', ids).execute();
      return expired.length;
    });
    deleted += deletedInBatch;
    if (deletedInBatch < batchSize) break;
  }
  metrics.ticketsRemoved.inc(deleted);
  log.info({ tickets: deleted }, 'closed tickets whose time is over were removed');
  return deleted;
}
