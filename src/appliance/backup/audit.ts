import type pg from 'pg';
import type { Logger } from 'pino';
import { type AuditEvent, recordAuditEvent } from '../../platform/audit/audit-log.ts';
import { openDatabase } from '../../platform/database/database.ts';

/** Describes the backup: its file, the number of rows, whether it is encrypted. */
type BackupDetail = NonNullable<AuditEvent['detail']>;

/**
 * Writes to the audit log that a backup was made or restored. Neither is undone when that fails, for instance on a standby or
 * in a database of an older version: then the log warns.
 */
export async function recordBackupEvent(
  database: pg.ClientConfig,
  event: 'backup_made' | 'backup_restored',
  { now, log, detail }: { now: Date; log: Logger; detail: BackupDetail },
): Promise<void> {
  const db = openDatabase(database, log);
  try {
    await db.statement((tx) => recordAuditEvent(tx, { event, at: now, actor: undefined, subject: undefined, detail }));
  } catch (error) {
    log.warn(`the audit log does not contain this: ${(error as Error).message}`);
  } finally {
    await db.close();
  }
}
