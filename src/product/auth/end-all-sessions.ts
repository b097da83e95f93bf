import { sql } from 'kysely';
import { recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

const isOpen = (now: Date) => sql<boolean>`revoked_at is null and expires_at > ${now}`;

/** @returns the number of open sessions of all accounts */
export async function countOpenSessions(db: Db, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('refresh_sessions')
    .select(sql<number>`count(*)`.as('n'))
    .where(isOpen(now))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** How many were ended. */
interface EndedCounts {
  sessions: number;
  resetTokens: number;
}

/**
 * Ends the sessions of all accounts, voids their reset tokens, and makes their access tokens invalid.
 * @param by the command, for the audit log
 */
export async function endAllSessions(tx: Tx, by: string, now: Date): Promise<EndedCounts> {
  // Locked in the order of their ids, as everywhere, which prevents deadlocks. Logins wait until the transaction ends.
  await sql`select count(*) from (select from users order by id for no key update) as locked`.execute(tx);
  await tx.updateTable('users').set({ token_version: sql`token_version + 1` }).execute();
  // Deleted, not revoked: a device that still has its token would count as a thief and end the next session of its owner.
  const { numDeletedRows } = await tx.deleteFrom('refresh_sessions').where(isOpen(now)).executeTakeFirstOrThrow();
  const { numUpdatedRows } = await tx
    .updateTable('reset_tokens')
    .set({ used_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  const sessions = Number(numDeletedRows);
  await recordAuditEvent(tx, {
    event: 'session_revoked',
    at: now,
    actor: undefined,
    subject: undefined,
    detail: { sessions, by },
  });
  return { sessions, resetTokens: Number(numUpdatedRows) };
}
