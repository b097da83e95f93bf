import type { IncomingMessage } from 'node:http';
import { accountSubject, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, type HttpError } from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import type { RouteDeps, SecondFactor } from '../../../platform/module/module.ts';
import { type Account, type Session, startSession } from './sessions.ts';

// What all ways to sign in have in common, once it is known whose account it is.

/** How somebody signed in, for the audit log; undefined: with a password. */
export type SignInMethod = 'oidc' | 'passkey' | undefined;

export interface SignIn {
  device: DeviceOrigin;
  now: Date;
  by?: SignInMethod;
}

/** @throws 403 disabled or unconfirmed */
export function requireUsable({ is_active, confirmed_at }: Account): void {
  if (!is_active) throw forbidden('account_disabled', errorMessages.accountDisabled);
  if (confirmed_at === null) throw forbidden('account_not_confirmed', errorMessages.accountNotConfirmed);
}

/**
 * Asks for a second factor where the account needs one; any that it has will do. The account must be locked.
 * @throws 401 it is missing or wrong, 429 too many wrong ones
 */
export async function requireSecondFactor(
  tx: Tx,
  { loginChecks }: Pick<RouteDeps, 'loginChecks'>,
  accountId: string,
  { oneTimeCode, passkey }: SecondFactor,
  { device: origin, now }: SignIn,
): Promise<void> {
  let refusal: HttpError | undefined;
  for (const check of loginChecks) {
    const result = await check(tx, { accountId, oneTimeCode, passkey, origin, now });
    if (result === 'passed') return;
    if (result !== 'not required') refusal ??= result;
  }
  if (refusal) throw refusal;
}

/** Starts a session of a locked account, after all checks. */
export async function completeSignIn(
  tx: Tx,
  { config }: Pick<RouteDeps, 'config'>,
  account: Account,
  { device, now, by }: SignIn,
): Promise<Session> {
  const { id } = account;
  const session = await startSession(tx, account, device, now, config);
  await recordAuditEvent(tx, {
    event: 'login_succeeded',
    at: now,
    actor: { id, origin: device },
    subject: accountSubject(id),
    detail: { session_id: session.id, user_agent: device.userAgent, ...(by && { by }) },
  });
  return session;
}

/** A sign-in that was refused. */
interface FailedSignIn {
  /** what was typed or sent as an e-mail address, if it is one; else empty */
  email: string;
  /** of the address */
  account: { id: string; name: string } | undefined;
  /** of the person, where there is neither an account nor an address */
  name?: string;
  oneTimeCode?: string | undefined;
  by?: SignInMethod;
}

/**
 * Writes a failed sign-in to the audit log and to the log of the service, where fail2ban reads it (docs/monitoring.md). The work is
 * the same with and without an account, so that the response time does not show whether there is one.
 */
export async function recordFailedSignIn(
  { db, clock, log }: Pick<RouteDeps, 'db' | 'clock' | 'log'>,
  { email, account, name = '', oneTimeCode, by }: FailedSignIn,
  origin: DeviceOrigin,
  { message }: HttpError,
): Promise<void> {
  // A missing and a wrong code are answered with the same text, but only a wrong one is a guess.
  const isWrongCode = message === errorMessages.oneTimeCodeRequired && oneTimeCode !== undefined;
  const reason = isWrongCode ? errorMessages.wrongOneTimeCode : message;
  // fail2ban bans networks by the first message. Whom a provider has authenticated guesses nothing.
  const msg = by === 'oidc' ? 'sign-in refused' : 'login failed';
  log.warn({ ip: origin.ip, account: email, reason, reqId: origin.requestId }, msg);
  const subject = { type: 'user', id: account?.id ?? '', name: account?.name ?? (email || name) };
  await db.statement((writer) =>
    recordAuditEvent(writer, {
      event: 'login_failed',
      at: clock(),
      actor: undefined,
      subject,
      origin,
      detail: { email, reason, ...(by && { by }) },
    }),
  );
}

/** The headers with which a request brings a second factor: a one-time code, or the answer of a passkey as JSON in base64url. */
export const secondFactorOf = ({ headers }: Pick<IncomingMessage, 'headers'>) => ({
  oneTimeCode: headers['x-otp']?.toString().trim() || undefined,
  passkey: headers['x-passkey']?.toString().trim() || undefined,
});
