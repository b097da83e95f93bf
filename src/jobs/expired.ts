import type { Deps } from '../deps.ts';

/** Rows whose time is over and that nothing looks at any more: counters, sessions, reset tokens. */
export async function removeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().toISOString();
  for (const table of ['rate_limits', 'refresh_sessions', 'reset_tokens'] as const) {
    await db.statement((writer) => writer.deleteFrom(table).where('expires_at', '<=', now).execute());
  }
}
