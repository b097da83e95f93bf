import { sql } from 'kysely';
import { deleteRows } from '../../platform/database/batches.ts';
import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { ArchiveTickets } from '../../platform/module/module.ts';

/** Tickets per transaction: small enough that nobody waits for it. */
const batchSize = 200;

/**
 * Deletes expired tickets, closed longer ago than TICKET_RETENTION_DAYS, with their journal, photos and run history
 * (docs/rules.md, Retention). Instances can run it at the same time: each skips the tickets that another has locked.
 * @param archiveTickets archives and deletes them instead when ARCHIVE is true
 * @returns how many tickets were deleted
 */
export async function deleteExpiredTickets(
  deps: Deps,
  stopping = new AbortController().signal,
  archiveTickets?: ArchiveTickets,
): Promise<number> {
  const { clock, config, log } = deps;
  if (config.ticketRetentionDays === 0) return 0;
  const closedBefore = plus(clock(), -days(config.ticketRetentionDays));
  const deleteThem = config.archive ? archiveTickets : deleteInBatches;
  if (!deleteThem) throw new Error('ARCHIVE is true, but nothing archives: no ticket is deleted');
  const deleted = await deleteThem(deps, closedBefore, stopping);
  log.info({ tickets: deleted }, 'closed tickets whose time is over were removed');
  return deleted;
}

async function deleteInBatches({ db, metrics }: Deps, closedBefore: Date, stopping: AbortSignal): Promise<number> {
  let deleted = 0;
  while (!stopping.aborted) {
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
      await deleteTickets(
        tx,
        expired.map(({ id }) => id),
      );
      return expired.length;
    });
    metrics.ticketsRemoved.inc(deletedInBatch);
    deleted += deletedInBatch;
    if (deletedInBatch < batchSize) break;
  }
  return deleted;
}

/**
 * Deletes tickets that the transaction has locked. For each deleted photo the trigger function schedule_file_deletions() of
 * 005_photos.sql schedules the deletion of its file, which deletePendingFiles() in photos/file-deletion.ts does.
 */
export async function deleteTickets(tx: Tx, ids: readonly number[]): Promise<void> {
  const anyId = sql<number>`any(${ids}::integer[])`;
  await tx.deleteFrom('ticket_summaries').where('ticket_id', '=', anyId).execute(); // first, or each deletion would update them
  await tx.deleteFrom('recurring_runs').where('ticket_id', '=', anyId).execute();
  await tx.deleteFrom('ticket_events').where('ticket_id', '=', anyId).execute();
  await tx.deleteFrom('ticket_photos').where('ticket_id', '=', anyId).execute();
  await deleteRows(tx, 'ticket_edits', sql`ticket_id = ${anyId}`);
  await deleteRows(tx, 'ticket_cost_edits', sql`ticket_id = ${anyId}`);
  await deleteRows(tx, 'notifications', sql`ticket_id = ${anyId}`); // a ticket may have some for each member of a large project
  await tx.deleteFrom('tickets').where('id', '=', anyId).execute();
}
