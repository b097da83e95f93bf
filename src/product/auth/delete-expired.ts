import type { Deps } from '../../platform/capability/deps.ts';
import { plus } from '../../platform/lib/clock.ts';
import { knownNetworkTtlMs } from './known-networks.ts';

/** Deletes sessions, reset tokens, rate limits, answers to idempotency keys and known networks that have expired. */
export async function deleteExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  for (const table of ['rate_limits', 'refresh_sessions', 'reset_tokens', 'idempotency_keys'] as const) {
    await db.longTransaction((tx) => tx.deleteFrom(table).where('expires_at', '<=', now.toISOString()).execute());
  }
  const oldestUse = plus(now, -knownNetworkTtlMs).toISOString();
  await db.longTransaction((tx) => tx.deleteFrom('login_networks').where('last_used_at', '<=', oldestUse).execute());
}
