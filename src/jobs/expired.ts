import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { plus } from '../lib/clock.ts';
import { days } from '../lib/duration.ts';

/** Rows whose time is over and that nothing looks at any more: counters, sessions, reset tokens, codes, handled updates, bots. */
export async function removeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().toISOString();
  for (const table of ['rate_limits', 'refresh_sessions', 'reset_tokens', 'bind_codes'] as const) {
    await db.statement((writer) => writer.deleteFrom(table).where('expires_at', '<=', now).execute());
  }
  await db.statement((writer) =>
    writer
      .deleteFrom('bots as b')
      .where('b.owner', 'is', null)
      .where(sql<boolean>`not exists (select from users where bot_id = b.id)`)
      .where(sql<boolean>`not exists (select from bind_codes where bot_id = b.id)`)
      .execute(),
  );
  // The messenger keeps an update for a day.
  await db.statement((writer) =>
    writer
      .deleteFrom('bot_updates')
      .where('handled_at', '<=', plus(clock(), -days(2)).toISOString())
      .execute(),
  );
}
