import { sql } from 'kysely';
import type { RequestOrigin } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { DeliveryQueue } from '../../../platform/deliveries/queue.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { formerEmailKey } from '../../../platform/lib/email.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';
import { tokenHash } from '../../../platform/security/tokens.ts';
import { tenantOfAccount } from '../../tenant.ts';
import { revokeResetTokens, setPassword } from '../users/actions.ts';
import { refuseCommonPassword } from '../users/common-passwords.ts';
import { isAccountOf } from '../users/queries.ts';
import { lockAccount } from './sessions.ts';

/**
 * Enqueues a mail with a reset token and revokes the earlier tokens of the account (docs/rules.md, Passwords). The token is
 * issued when the mail is sent. The statements are the same for every address, so that the response time does not show
 * whether there is an account.
 */
export async function requestPasswordReset(
  tx: Tx,
  deliveries: DeliveryQueue,
  email: string,
  origin: RequestOrigin,
  now: Date,
): Promise<void> {
  const user = sql<string>`(select id from users where ${isAccountOf('id', email)} and confirmed_at is not null and is_active)`;
  await revokeResetTokens(tx, user, now);
  await deliveries.enqueue(
    tx,
    'mails',
    [{ kind: 'password_reset', email_key: formerEmailKey(email), origin }],
    tenantOfAccount(user),
    now,
  );
}

/**
 * Sets a password with a reset token. A conditional update consumes the token, so that only one of concurrent requests
 * succeeds. A token that was mailed proves the address.
 * @throws 400 token unknown, used or expired; common password
 */
export async function resetPassword(
  deps: Pick<RouteDeps, 'db' | 'config' | 'passwordHooks'>,
  token: string,
  password: string,
  caller: Caller,
  origin: RequestOrigin,
  now: Date,
): Promise<void> {
  const { db, config } = deps;
  const hash = tokenHash(token);
  const isUsable = sql<boolean>`token_hash = ${hash} and used_at is null and expires_at > ${now}`;
  const owner = await db.read.selectFrom('reset_tokens').select('user_id').where(isUsable).executeTakeFirst();
  if (!owner) throw unusableToken();
  await refuseCommonPassword(config, password, caller);
  const { user_id: id } = owner;
  const passwordHash = await hashPassword(password, caller); // slow, therefore outside of the transaction
  await db.transaction(async (tx) => {
    await lockAccount(tx, id);
    const used = await tx
      .updateTable('reset_tokens')
      .set({ used_at: now })
      .where(isUsable)
      .returning('by_mail')
      .executeTakeFirst();
    if (!used) throw unusableToken();
    const detail = { by_mail: used.by_mail };
    const change = { accountId: id, by: 'reset', actor: undefined, origin, detail } as const;
    await setPassword(tx, deps, { ...change, passwordHash, isChosenByOther: false }, now);
    if (used.by_mail) await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', id).execute();
  });
}

const unusableToken = () => badRequest('invalid_reset_token', errorMessages.invalidResetToken);
