import { recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { RouteDeps } from '../../platform/capability/capability.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { forbidden, HttpError, unauthorized } from '../../platform/http/errors.ts';
import { failedLoginsPerEmailAddress } from '../../platform/http/rate-limits.ts';
import type { DeviceOrigin } from '../../platform/http/request-origin.ts';
import { emailKey, isEmail } from '../../platform/lib/email.ts';
import type { Caller } from '../../platform/lib/fair-queue.ts';
import { verifyDummy, verifyPassword } from '../../platform/security/passwords.ts';
import { findLoginAccount, rememberNetwork } from './known-networks.ts';
import { lockAccount, type Session, startSession } from './sessions.ts';

export interface Credentials {
  email: string;
  password: string;
  /** of the header X-OTP */
  oneTimeCode: string | undefined;
}

/** Longer than any valid address or password; longer input would occupy memory in the password queue. */
const maxCredentialLength = 1_024;

/** The account of the address of a login, for the audit log. */
interface Attempted {
  account?: { id: string; name: string };
}

/**
 * Signs in (docs/rules.md, Sessions). The password is verified before the state of the account, so that only its owner
 * learns that it is disabled or unconfirmed, or needs a one-time code.
 * @param caller the network of the request
 * @throws 401 wrong credentials, 403 disabled or unconfirmed, 429 too many failed logins per e-mail address, except from
 * its known networks (known-networks.ts; the limit is in platform/http/rate-limits.ts), or what a login check throws
 */
export async function login(deps: RouteDeps, credentials: Credentials, caller: Caller, device: DeviceOrigin): Promise<Session> {
  const attempted: Attempted = {};
  try {
    return await attemptLogin(deps, credentials, caller, device, attempted);
  } catch (error) {
    if (error instanceof HttpError && error.status < 429) await recordFailure(deps, credentials, device, attempted, error);
    throw error;
  }
}

/** @param attempted gets the account of the address */
async function attemptLogin(
  { db, rateLimiter, clock, config, loginChecks }: RouteDeps,
  { email, password, oneTimeCode }: Credentials,
  caller: Caller,
  device: DeviceOrigin,
  attempted: Attempted,
): Promise<Session> {
  const now = clock();
  if (email.length > maxCredentialLength || password.length > maxCredentialLength) throw wrongCredentials();
  const key = emailKey(email);
  const account = await findLoginAccount(db.read, key, caller.key, now);
  if (account) attempted.account = account;
  const isKnownNetwork = account?.is_known_network ?? false;
  // Counted before the password is verified, so that concurrent attempts count; a successful one is not counted.
  const attempt = { limit: failedLoginsPerEmailAddress, subject: key, origin: device };
  if (!isKnownNetwork) await rateLimiter.consume([attempt], now);
  const hashCaller = { ...caller, hasPriority: isKnownNetwork };
  const matches = account
    ? await verifyPassword(password, account.password_hash, hashCaller)
    : await verifyDummy(password, hashCaller);
  if (!account || !matches) throw wrongCredentials();
  let isPasswordRight = false;
  const session = db.transaction(async (tx) => {
    const current = await lockAccount(tx, account.id);
    // The password may have changed while it was being verified.
    if (current?.password_hash !== account.password_hash) throw wrongCredentials();
    if (!current.is_active) throw forbidden(errorMessages.accountDisabled);
    if (current.confirmed_at === null) throw forbidden(errorMessages.accountNotConfirmed);
    isPasswordRight = true;
    for (const check of loginChecks) await check(tx, { accountId: account.id, oneTimeCode, origin: device, now });
    await rememberNetwork(tx, account.id, caller.key, now);
    const started = await startSession(tx, current, device, now, config);
    await recordAuditEvent(tx, {
      event: 'login_succeeded',
      at: now,
      actor: { id: account.id, origin: device },
      subject: { type: 'user', id: account.id },
      detail: { session_id: started.id, user_agent: device.userAgent },
    });
    return started;
  });
  try {
    return await session;
  } finally {
    // Also when the one-time code is missing or wrong, which has a limit of its own: nobody guesses passwords with the right one.
    if (isPasswordRight && !isKnownNetwork) await rateLimiter.takeBack(attempt);
  }
}

const wrongCredentials = () => unauthorized(errorMessages.wrongLogin);

/**
 * Writes a failed login to the audit log and to the log of the service, where fail2ban reads it (docs/operations.md). The work is
 * the same with and without an account, so that the response time does not tell whether there is one.
 */
async function recordFailure(
  { db, clock, log }: RouteDeps,
  { email, oneTimeCode }: Credentials,
  origin: DeviceOrigin,
  { account }: Attempted,
  { message }: HttpError,
): Promise<void> {
  // Both are answered with the same text, but only one of them is a guess.
  const isWrongCode = message === errorMessages.oneTimeCodeRequired && oneTimeCode !== undefined;
  const reason = isWrongCode ? errorMessages.wrongOneTimeCode : message;
  // People type passwords into the wrong field: what is no address is not kept.
  const address = isEmail(email.trim()) ? email.trim() : '';
  log.warn({ ip: origin.ip, account: address, reason, reqId: origin.requestId }, 'login failed');
  const subject = { type: 'user', id: account?.id ?? '', name: account?.name ?? address };
  await db.statement((writer) =>
    recordAuditEvent(writer, {
      event: 'login_failed',
      at: clock(),
      actor: undefined,
      subject,
      origin,
      detail: { email: address, reason },
    }),
  );
}
