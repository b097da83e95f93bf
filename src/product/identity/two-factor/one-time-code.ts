import type { RequestOrigin } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { RateLimit, RateLimiter } from '../../../platform/http/rate-limiter.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { readSecret, storedSecret, timeStepOf } from './secret.ts';

export type CodeDeps = Pick<Deps, 'config' | 'log'> & { rateLimiter: RateLimiter };

export interface Totp {
  user_id: string;
  secret: Buffer;
  confirmed_at: string | null;
  last_used_step: number;
}

/** Reads the second factor of an account, which may still wait for its first code. The account must be locked. */
export const findTotp = (tx: Tx, userId: string): Promise<Totp | undefined> =>
  tx
    .selectFrom('totp')
    .select(['user_id', 'secret', 'confirmed_at', 'last_used_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/**
 * Checks a code and uses it up: a code of the app is accepted if it is of a later time step than the last one, a recovery code
 * is deleted. The account must be locked, so that of concurrent requests with one code only the first finds it unused.
 * @param code of the app, or a recovery code once the second factor is on
 * @param limit of wrong codes; right ones are not counted, also when they were used before: a form that is sent twice is no guess
 * @returns whether the code was right
 * @throws 429 too many wrong codes
 */
export async function consumeOneTimeCode(
  tx: Tx,
  { rateLimiter, ...deps }: CodeDeps,
  totp: Totp,
  code: string,
  { limit, origin, now }: { limit: RateLimit; origin: RequestOrigin | undefined; now: Date },
): Promise<boolean> {
  const attempt = { limit, subject: totp.user_id, account: totp.user_id, ...(origin && { origin }) };
  // Counted before the check and on another connection, so that concurrent attempts and those that are rolled back count.
  await rateLimiter.consume([attempt], now);
  const checked = await consumeCodeOfApp(tx, deps, totp, code.replaceAll(/[\s-]/g, ''), now);
  const isAccepted =
    checked === 'accepted' || (totp.confirmed_at !== null && (await consumeRecoveryCode(tx, totp.user_id, code)));
  if (isAccepted || checked === 'used') await rateLimiter.takeBack(attempt);
  return isAccepted;
}

async function consumeCodeOfApp(
  tx: Tx,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { user_id, secret: stored, last_used_step }: Totp,
  code: string,
  now: Date,
): Promise<'accepted' | 'used' | 'wrong'> {
  const secret = readSecret(config, user_id, stored);
  if (secret === undefined) {
    log.error({ account: user_id }, 'DATA_ENCRYPTION_KEY does not decrypt the secret of a second factor: its codes are refused');
    return 'wrong';
  }
  const step = timeStepOf(secret, code, now);
  if (step === undefined) return 'wrong';
  if (step <= last_used_step) return 'used';
  // Stored again, because the key may have been set since the last time.
  await tx
    .updateTable('totp')
    .set({ last_used_step: step, secret: storedSecret(config, user_id, secret) })
    .where('user_id', '=', user_id)
    .execute();
  return 'accepted';
}
