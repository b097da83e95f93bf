import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/open.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';

/** The messenger itself keeps an update for one day, so it is not repeated after this time. */
const updateLifetimeMs = days(2);

/** Deletes bind codes that have expired, updates that cannot come again, and bots that nobody uses. */
export async function deleteExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db.statement((writer) => writer.deleteFrom('bind_codes').where('expires_at', '<=', now.toISOString()).execute());
  await db.transaction(deleteUnusedBots);
  const oldestUpdate = plus(now, -updateLifetimeMs).toISOString();
  await db.statement((writer) => writer.deleteFrom('bot_updates').where('handled_at', '<=', oldestUpdate).execute());
}

/** Whoever is about to use a bot holds a lock on its row until the reference is visible, so locked rows are skipped. */
async function deleteUnusedBots(tx: Tx): Promise<void> {
  const idle = await tx.selectFrom('bots').select('id').where('owner', 'is', null).forUpdate().skipLocked().execute();
  await tx
    .deleteFrom('bots as b')
    .where('b.id', '=', sql<number>`any(${idle.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`not exists (select from users where bot_id = b.id)`)
    .where(sql<boolean>`not exists (select from bind_codes where bot_id = b.id)`)
    .execute();
}
