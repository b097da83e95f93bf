import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';

/** Tickets per transaction: small enough that nobody waits for it. */
const batch = 200;

/**
 * Removes tickets that were closed longer ago than TICKET_RETENTION_DAYS, with their journal,
 * photos and run history (docs/rules.md, Retention); the photos' files follow by their trigger. In
 * batches that are claimed, so that it never holds much and any number of instances may do it.
 * @returns how many tickets are gone
 */
export async function deleteExpiredTickets(
  { db, clock, config, metrics, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'metrics' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  if (config.ticketRetentionDays === 0) return 0;
  const closedBefore = plus(clock(), -days(config.ticketRetentionDays));
  let removed = 0;
  while (!stopping?.aborted) {
    const gone = await db.transaction(async (tx) => {
      const old = await tx
        .selectFrom('tickets')
        .select('id')
        .where('status', '=', sql.lit('closed'))
        .where('closed_at', '<', closedBefore.toISOString())
        .orderBy('closed_at')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = sql<number>`any(${old.map(({ id }) => id)}::integer[])`;
      await tx.deleteFrom('recurring_runs').where('ticket_id', '=', ids).execute();
      await tx.deleteFrom('ticket_events').where('ticket_id', '=', ids).execute();
      await tx.deleteFrom('ticket_photos').where('ticket_id', '=', ids).execute();
      await tx.deleteFrom('tickets').where('id', '=', ids).execute();
      return old.length;
    });
    removed += gone;
    if (gone < batch) break;
  }
  metrics.ticketsRemoved.inc(removed);
  log.info({ tickets: removed }, 'closed tickets whose time is over were removed');
  return removed;
}
