import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { conflict, tooManyAttempts } from '../../../platform/http/errors.ts';
import { countAttempt, type RateLimit, rateLimitHeaders } from '../../../platform/http/rate-limiter.ts';
import { hours } from '../../../platform/lib/duration.ts';

/** The limit of the accounts that a client creates. */
export const accountCreations = ({ accountsPerHour }: Config['quotas']): RateLimit => ({
  name: 'accounts',
  max: accountsPerHour,
  windowMs: hours(1),
});

/** @throws 409 a client may never create so many accounts at once */
export function requireCreatable(quotas: Config['quotas'], count: number): void {
  const { max } = accountCreations(quotas);
  if (count > max) throw conflict('too_many_accounts_at_once', `a client creates at most ${max} accounts per hour`);
}

/**
 * Counts accounts of a client in the transaction that creates them, so that a failed one counts none.
 * @throws 409 more than the limit ever admits, 429 more than it admits now
 */
export async function countAccountCreations(tx: Tx, quotas: Config['quotas'], clientId: string, count: number, now: Date) {
  requireCreatable(quotas, count);
  const limit = accountCreations(quotas);
  const { admitted, waitMs } = await countAttempt(tx, { limit, subject: clientId }, now, count);
  if (admitted) return;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  throw tooManyAttempts(retryAfter, rateLimitHeaders({ limit, remaining: 0, resetMs: retryAfter * 1000 }));
}

/**
 * The limit of the addresses that imports of a client look up, dry runs and refused ones included: each row shows whether somebody has
 * an account. More than the accounts that it may create, because a file is checked before it is imported, and again after a correction.
 */
export const addressLookups = ({ accountsPerHour }: Config['quotas']): RateLimit => ({
  name: 'address-lookup',
  max: 10 * accountsPerHour,
  windowMs: hours(1),
});
