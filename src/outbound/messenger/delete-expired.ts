import { sql } from 'kysely';
import { deleteInTransactions } from '../../platform/database/batches.ts';
import type { Tx } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';

/** The messenger keeps an update for one day, so it cannot be repeated after this time. */
const updateLifetimeMs = days(2);

/** Deletes expired bind codes, the ids of updates that cannot be repeated, and bots that no account uses. */
export async function deleteExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal): Promise<void> {
  const now = clock();
  await db.statement((writer) => writer.deleteFrom('bind_codes').where('expires_at', '<=', now.toISOString()).execute());
  await db.transaction(deleteUnusedBots);
  await deleteInTransactions(db, 'bot_updates', sql`handled_at <= ${plus(now, -updateLifetimeMs)}::timestamptz`, stopping);
}

/** Skips locked rows: a transaction that is about to refer to a bot holds a lock on it until the reference is visible. */
async function deleteUnusedBots(tx: Tx): Promise<void> {
  const unleased = await tx.selectFrom('bots').select('id').where('owner', 'is', null).forUpdate().skipLocked().execute();
  await tx
    .deleteFrom('bots as b')
    .where('b.id', '=', sql<number>`any(${unleased.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`not exists (select from users where bot_id = b.id)`)
    .where(sql<boolean>`not exists (select from bind_codes where bot_id = b.id)`)
    .execute();
}
