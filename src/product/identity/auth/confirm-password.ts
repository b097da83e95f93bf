import { errorMessages } from '../../../platform/http/error-messages.ts';
import { invalidAccessToken, unauthorized } from '../../../platform/http/errors.ts';
import { failedPasswordConfirmations } from '../../../platform/http/rate-limits.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import type { BearerClaims } from '../../../platform/security/bearer-tokens.ts';
import { maxCredentialLength, verifyPassword } from '../../../platform/security/passwords.ts';
import type { Actor } from '../../visibility.ts';

/**
 * Checks the password of a signed-in account before a change that a stolen access token must not be able to make.
 * All such operations share one limit of failed attempts for each session: another one, which needs the password to begin,
 * goes on while a stolen access token has used its attempts up.
 * @param caller the account, as a caller of the queue of password hashes
 * @returns the hash that matched: compare it under the lock of the account, the password may have changed meanwhile
 * @throws 401 wrong password, or the account was deleted; 429 too many wrong passwords
 */
export async function confirmPassword(
  { db, rateLimiter, clock }: Pick<RouteDeps, 'db' | 'rateLimiter' | 'clock'>,
  { actor, claims }: { actor: Actor; claims: Pick<BearerClaims, 'sid'> },
  password: string,
  caller: Caller,
): Promise<string> {
  // Counted before the password is verified, so that concurrent attempts count; a successful one is not counted.
  const attempt = {
    limit: failedPasswordConfirmations,
    subject: claims.sid ?? actor.id,
    account: actor.id,
    ...(actor.origin && { origin: actor.origin }),
  };
  await rateLimiter.consume([attempt], clock());
  const account = await db.read.selectFrom('users').select('password_hash').where('id', '=', actor.id).executeTakeFirst();
  if (!account) throw invalidAccessToken();
  const matches = password.length <= maxCredentialLength && (await verifyPassword(password, account.password_hash, caller));
  if (!matches) throw unauthorized('wrong_password', errorMessages.wrongPassword);
  await rateLimiter.takeBack(attempt);
  return account.password_hash;
}
