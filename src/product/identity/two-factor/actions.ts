import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { DeliveryQueue } from '../../../platform/deliveries/queue.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, forbidden, invalidAccessToken, notFound, unauthorized } from '../../../platform/http/errors.ts';
import { wrongConfirmationCodes, wrongOneTimeCodes } from '../../../platform/http/rate-limits.ts';
import type { PasswordChange } from '../../../platform/module/module.ts';
import { tenantOfAccount } from '../../tenant.ts';
import type { Actor } from '../../visibility.ts';
import { lockAccount } from '../auth/sessions.ts';
import { lockWithActor } from '../users/actions.ts';
import { type CodeDeps, consumeOneTimeCode, findTotp } from './one-time-code.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { newSecret, otpauthUrl, storedSecret } from './secret.ts';

/**
 * Starts the setup of the second factor with a new secret, which replaces one that was not confirmed.
 * @param verifiedHash the hash that the password matched
 * @throws 401 account deleted or its password changed meanwhile, 403 disabled, 409 on already
 */
export async function startTotp(tx: Tx, config: Config, actor: Actor, verifiedHash: string, now: Date) {
  const { email } = await lockOwnAccount(tx, actor, verifiedHash);
  if ((await findTotp(tx, actor.id))?.confirmed_at) throw conflict('two_factor_on', errorMessages.twoFactorOn);
  const secret = newSecret();
  const values = { secret: storedSecret(config, actor.id, secret), created_at: now, confirmed_at: null, last_used_step: 0 };
  await tx
    .insertInto('totp')
    .values({ user_id: actor.id, ...values })
    .onConflict((pending) => pending.column('user_id').doUpdateSet(values))
    .execute();
  return { secret, otpauth_url: otpauthUrl(secret, email) };
}

/**
 * Switches the second factor on with a first code, which is used up.
 * @returns the recovery codes
 * @throws 400 wrong code, 401 account deleted, 403 disabled, 409 not started or on already, 429 too many wrong codes
 */
export async function confirmTotp(tx: Tx, deps: CodeDeps, actor: Actor, code: string, now: Date): Promise<string[]> {
  await lockOwnAccount(tx, actor);
  const totp = await findTotp(tx, actor.id);
  if (!totp) throw conflict('two_factor_not_started', errorMessages.twoFactorNotStarted);
  if (totp.confirmed_at !== null) throw conflict('two_factor_on', errorMessages.twoFactorOn);
  const attempt = { limit: wrongConfirmationCodes, origin: actor.origin, now };
  if (!(await consumeOneTimeCode(tx, deps, totp, code, attempt))) throw badRequest('wrong_code', errorMessages.wrongCode);
  await tx.updateTable('totp').set({ confirmed_at: now }).where('user_id', '=', actor.id).execute();
  await recordAuditEvent(tx, { event: 'mfa_enabled', at: now, actor, subject: accountSubject(actor.id) });
  return replaceRecoveryCodes(tx, actor.id);
}

/**
 * Switches the own second factor off, or gives its setup up.
 * @param verifiedHash the hash that the password matched
 * @param code of the app or for recovery; not needed for a setup that was not confirmed
 * @throws 400 wrong or missing code, 401 account deleted or its password changed meanwhile, 403 disabled, 404 it is off,
 * 429 too many wrong codes
 */
export async function disableTotp(
  tx: Tx,
  deps: CodeDeps,
  actor: Actor,
  verifiedHash: string,
  code: string,
  now: Date,
): Promise<void> {
  await lockOwnAccount(tx, actor, verifiedHash);
  const totp = await findTotp(tx, actor.id);
  if (!totp) throw notFound('second factor');
  if (totp.confirmed_at !== null) {
    // The same limit as at logins: a code is guessed here as well.
    const attempt = { limit: wrongOneTimeCodes, origin: actor.origin, now };
    const isRight = code !== '' && (await consumeOneTimeCode(tx, deps, totp, code, attempt));
    if (!isRight) throw badRequest('wrong_code', errorMessages.wrongCode);
    await recordDisabled(tx, actor, actor.id, now);
  }
  await tx.deleteFrom('totp').where('user_id', '=', actor.id).execute();
}

/**
 * Switches the second factor of another account off, whose owner has lost device and recovery codes and is notified by mail.
 * @param deliveries undefined: no mail is sent
 * @throws 400 the own account, 401 actor deleted, 403 actor disabled, 404 no such account
 */
export async function resetTotp(
  tx: Tx,
  deliveries: DeliveryQueue | undefined,
  actor: Actor,
  id: string,
  now: Date,
): Promise<void> {
  // Otherwise a stolen access token of an admin would be enough to switch it off.
  if (id === actor.id) throw badRequest('cannot_reset_own_two_factor', errorMessages.cannotResetOwnTwoFactor);
  await lockWithActor(tx, actor, id);
  const user = await tx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('user');
  const deleted = await tx.deleteFrom('totp').where('user_id', '=', id).returning('confirmed_at').executeTakeFirst();
  if (!deleted?.confirmed_at) return;
  await recordDisabled(tx, actor, id, now);
  await deliveries?.enqueue(tx, 'mails', [{ kind: 'two_factor_reset', user_id: id }], tenantOfAccount(id), now);
}

/** Switches the second factor of an account off. @param by the command that does it, for the audit log @returns whether it was on */
export async function endTotp(tx: Tx, id: string, by: string, now: Date): Promise<boolean> {
  const deleted = await tx.deleteFrom('totp').where('user_id', '=', id).returning('confirmed_at').executeTakeFirst();
  if (!deleted?.confirmed_at) return false;
  await recordAuditEvent(tx, { event: 'mfa_disabled', at: now, actor: undefined, subject: accountSubject(id), detail: { by } });
  return true;
}

/** Gives up a setup that was not confirmed: whoever knew the former password has its secret. */
export async function endSetup(tx: Tx, { accountId }: PasswordChange): Promise<void> {
  await tx.deleteFrom('totp').where('user_id', '=', accountId).where('confirmed_at', 'is', null).execute();
}

const recordDisabled = (tx: Tx, actor: Actor, id: string, now: Date): Promise<void> =>
  recordAuditEvent(tx, { event: 'mfa_disabled', at: now, actor, subject: accountSubject(id) });

/** @throws 401 deleted, or the password changed since it was verified; 403 disabled */
async function lockOwnAccount(tx: Tx, actor: Actor, verifiedHash?: string) {
  const account = await lockAccount(tx, actor.id);
  if (!account) throw invalidAccessToken();
  if (!account.is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  if (verifiedHash !== undefined && account.password_hash !== verifiedHash)
    throw unauthorized('wrong_password', errorMessages.wrongPassword);
  return account;
}
