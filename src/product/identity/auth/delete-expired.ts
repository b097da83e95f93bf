import { sql } from 'kysely';
import { deleteInTransactions } from '../../../platform/database/batches.ts';
import { plus } from '../../../platform/lib/clock.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { knownNetworkTtlMs } from './known-networks.ts';

/** Deletes sessions, reset tokens, rate limits, answers to idempotency keys and known networks that have expired. */
export async function deleteExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal): Promise<void> {
  const now = clock();
  for (const table of ['rate_limits', 'refresh_sessions', 'reset_tokens', 'idempotency_keys'] as const) {
    await deleteInTransactions(db, table, sql`expires_at <= ${now}::timestamptz`, stopping);
  }
  await deleteInTransactions(db, 'login_networks', sql`last_used_at <= ${plus(now, -knownNetworkTtlMs)}::timestamptz`, stopping);
}
