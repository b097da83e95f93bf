import { sql } from 'kysely';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';

/** Events per statement, few enough for the statement timeout. */
const batchSize = 5_000;

/**
 * Deletes the security events that are older than AUDIT_RETENTION_DAYS, through the function of the database that may: the
 * role of the service has no privilege to delete them.
 * @returns how many were deleted
 */
export async function deleteExpiredEvents(
  { db, clock, config, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  const before = plus(clock(), -days(config.auditRetentionDays));
  let deleted = 0;
  while (!stopping?.aborted) {
    const { rows } = await db.statement((writer) =>
      sql<{ events: number }>`select delete_expired_audit_events(${before}, ${batchSize}) as events`.execute(writer),
    );
    const events = rows[0]?.events ?? 0;
    deleted += events;
    if (events < batchSize) break;
  }
  if (deleted > 0) log.info({ events: deleted }, 'expired security events were deleted');
  return deleted;
}
