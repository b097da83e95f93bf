import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open.ts';
import type { Deps } from '../../platform/capability/deps.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import { knownNetworkLifetimeMs } from './known-networks.ts';

/** Rows whose time is over and that nothing looks at any more: counters, sessions, reset tokens, codes, handled updates, bots. */
export async function removeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().toISOString();
  for (const table of ['rate_limits', 'refresh_sessions', 'reset_tokens', 'bind_codes'] as const) {
    await db.statement((writer) => writer.deleteFrom(table).where('expires_at', '<=', now).execute());
  }
  await db.statement((writer) =>
    writer
      .deleteFrom('login_networks')
      .where('last_used_at', '<=', plus(clock(), -knownNetworkLifetimeMs).toISOString())
      .execute(),
  );
  await db.transaction(removeUnusedBots);
  // The messenger keeps an update for a day.
  await db.statement((writer) =>
    writer
      .deleteFrom('bot_updates')
      .where('handled_at', '<=', plus(clock(), -days(2)).toISOString())
      .execute(),
  );
}

/** A bot that nobody uses and nobody is about to use: whoever refers to one holds it until the reference can be seen. */
async function removeUnusedBots(tx: Tx): Promise<void> {
  const idle = await tx.selectFrom('bots').select('id').where('owner', 'is', null).forUpdate().skipLocked().execute();
  await tx
    .deleteFrom('bots as b')
    .where('b.id', '=', sql<number>`any(${idle.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`not exists (select from users where bot_id = b.id)`)
    .where(sql<boolean>`not exists (select from bind_codes where bot_id = b.id)`)
    .execute();
}
