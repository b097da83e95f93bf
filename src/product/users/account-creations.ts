import type { Config } from '../../platform/config/config.ts';
import type { Database, Tx, WritableDb } from '../../platform/database/database.ts';
import { conflict, tooManyAttempts } from '../../platform/http/errors.ts';
import { rateLimitHeaders } from '../../platform/http/rate-limit-headers.ts';
import { type Attempt, countAttempt, type RateLimit } from '../../platform/http/rate-limiter.ts';
import { hours } from '../../platform/lib/duration.ts';

/** The limit of the accounts that a client creates. */
export const accountCreations = ({ accountsPerHour }: Config['quotas']): RateLimit => ({
  name: 'accounts',
  max: accountsPerHour,
  windowMs: hours(1),
});

/** @throws 409 a client may never create so many accounts at once */
export function requireCreatable(quotas: Config['quotas'], count: number): void {
  const { max } = accountCreations(quotas);
  if (count > max) throw conflict(`a client creates at most ${max} accounts per hour`);
}

/**
 * Counts accounts of a client in the transaction that creates them, so that a failed one counts none.
 * @throws 409 more than the limit ever admits, 429 more than it admits now
 */
export async function countAccountCreations(tx: Tx, quotas: Config['quotas'], clientId: string, count: number, now: Date) {
  requireCreatable(quotas, count);
  await countAttempts(tx, { limit: accountCreations(quotas), subject: clientId }, count, now);
}

/**
 * The limit of the addresses that imports of a client look up: each row tells whether somebody has an account. More than the accounts
 * that it may create, because a file is checked before it is imported, and sent again after a correction.
 */
const addressLookups = ({ accountsPerHour }: Config['quotas']): RateLimit => ({
  name: 'address-lookup',
  max: 10 * accountsPerHour,
  windowMs: hours(1),
});

/**
 * Counts addresses that a client is about to look up, dry runs and refused imports included: it is not undone with their transaction.
 * @throws 429 more than the limit admits now
 */
export async function countAddressLookups(
  db: Pick<Database, 'counters'>,
  quotas: Config['quotas'],
  clientId: string,
  count: number,
  now: Date,
): Promise<void> {
  if (count === 0) return;
  const attempt = { limit: addressLookups(quotas), subject: clientId };
  await db.counters.statement((counters) => countAttempts(counters, attempt, count, now));
}

/** Counts several attempts at once, all or none. @throws 429 */
async function countAttempts(db: WritableDb, attempt: Attempt, count: number, now: Date): Promise<void> {
  const { limit } = attempt;
  const { admitted, waitMs } = await countAttempt(db, attempt, now, count);
  if (admitted) return;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  throw tooManyAttempts(retryAfter, rateLimitHeaders({ limit, remaining: 0, resetMs: retryAfter * 1000 }));
}
