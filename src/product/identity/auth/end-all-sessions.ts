import { sql } from 'kysely';
import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import { forEachKeyBatch } from '../../../platform/database/batches.ts';
import type { Db, Tx, Writer } from '../../../platform/database/database.ts';

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

/** How many sessions were ended and how many reset tokens voided. */
interface EndedCounts {
  sessions: number;
  resetTokens: number;
}

/** Logins to the accounts of a batch wait for its transaction. */
const accountsPerBatch = 2_000;

/**
 * Ends the sessions of all accounts, voids their reset tokens, and makes their access tokens invalid, a batch of accounts per
 * transaction. When it is interrupted, the next call ends the rest.
 * @param by the command, for the audit log
 * @param batchSize accounts per transaction
 */
export async function endAllSessions(db: Writer, by: string, now: Date, batchSize = accountsPerBatch): Promise<EndedCounts> {
  const counts = { sessions: 0, resetTokens: 0 };
  await forEachKeyBatch(async (after) => {
    const batch = await db.transaction((tx) => endSessionsOfBatch(tx, after, by, now, batchSize));
    counts.sessions += batch.sessions;
    counts.resetTokens += batch.resetTokens;
    return batch.lastId;
  });
  return counts;
}

/** @returns the last account of the batch; undefined when there are no further ones */
async function endSessionsOfBatch(
  tx: Tx,
  after: string,
  by: string,
  now: Date,
  batchSize: number,
): Promise<EndedCounts & { lastId: string | undefined }> {
  // Locked in the order of their ids, as everywhere, which prevents deadlocks.
  const accounts = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .forNoKeyUpdate()
    .execute();
  const last = accounts.at(-1)?.id;
  if (last === undefined) return { sessions: 0, resetTokens: 0, lastId: undefined };
  await tx
    .updateTable('users')
    .set({ token_version: sql`token_version + 1` })
    .where('id', '>', after)
    .where('id', '<=', last)
    .execute();
  // Deleted, not revoked: the use of a revoked token counts as theft and would end the next session of its owner.
  const deleted = await tx
    .deleteFrom('refresh_sessions')
    .where('user_id', '>', after)
    .where('user_id', '<=', last)
    .where(isOpen(now))
    .executeTakeFirstOrThrow();
  const voided = await tx
    .updateTable('reset_tokens')
    .set({ used_at: now })
    .where('user_id', '>', after)
    .where('user_id', '<=', last)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  const sessions = Number(deleted.numDeletedRows);
  await recordAuditEvent(tx, {
    event: 'session_revoked',
    at: now,
    actor: undefined,
    subject: undefined,
    detail: { sessions, by },
  });
  return { sessions, resetTokens: Number(voided.numUpdatedRows), lastId: accounts.length === batchSize ? last : undefined };
}
