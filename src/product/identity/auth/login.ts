import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { HttpError, unauthorized } from '../../../platform/http/errors.ts';
import { failedLoginsPerEmailAddress } from '../../../platform/http/rate-limits.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import { emailKey, isEmail } from '../../../platform/lib/email.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { RouteDeps, SecondFactor } from '../../../platform/module/module.ts';
import { maxCredentialLength, verifyDummy, verifyPassword } from '../../../platform/security/passwords.ts';
import { completeSignIn, recordFailedSignIn, requireSecondFactor, requireUsable, type SignIn } from './complete-sign-in.ts';
import { findLoginAccount, rememberNetwork } from './known-networks.ts';
import { lockAccount, type Session } from './sessions.ts';

export interface Credentials {
  email: string;
  password: string;
  secondFactor: SecondFactor;
}

/** What is known of a login so far, also when it fails. */
interface Progress {
  /** the account of the address */
  account?: { id: string; name: string };
  /** the password is right and the account may sign in, so only a login check can refuse the login */
  isPasswordAccepted?: true;
}

/**
 * Signs in (docs/rules.md, Sessions). The password is verified before the state of the account, so that only its owner
 * learns that it is disabled or unconfirmed, or needs a one-time code.
 * @param caller the network of the request
 * @throws 401 wrong credentials, 403 disabled or unconfirmed, 429 too many failed logins per e-mail address, except from
 * its known networks (known-networks.ts; the limit is in platform/http/rate-limits.ts), or what a login check throws
 */
export async function login(deps: RouteDeps, credentials: Credentials, caller: Caller, device: DeviceOrigin): Promise<Session> {
  const progress: Progress = {};
  try {
    return await attemptLogin(deps, credentials, caller, device, progress);
  } catch (error) {
    if (error instanceof HttpError && error.status < 429) {
      const typed = credentials.email.trim();
      // People type passwords into the wrong field: what is no address is not kept.
      const email = isEmail(typed) ? typed : '';
      const { oneTimeCode } = credentials.secondFactor;
      await recordFailedSignIn(deps, { email, account: progress.account, oneTimeCode }, device, error);
    }
    throw error;
  }
}

/** @param progress is filled in */
async function attemptLogin(
  deps: RouteDeps,
  { email, password, secondFactor }: Credentials,
  caller: Caller,
  device: DeviceOrigin,
  progress: Progress,
): Promise<Session> {
  const { db, rateLimiter, clock } = deps;
  const now = clock();
  if (email.length > maxCredentialLength || password.length > maxCredentialLength) throw wrongCredentials();
  const key = emailKey(email);
  const account = await findLoginAccount(db.read, email, caller.key, now);
  if (account) progress.account = account;
  const isKnownNetwork = account?.is_known_network ?? false;
  // Counted before the password is verified, so that concurrent attempts count; a successful one is not counted.
  const attempt = { limit: failedLoginsPerEmailAddress, subject: key, origin: device };
  if (!isKnownNetwork) await rateLimiter.consume([attempt], now);
  const hashCaller = { ...caller, hasPriority: isKnownNetwork };
  const matches = account
    ? await verifyPassword(password, account.password_hash, hashCaller)
    : await verifyDummy(password, hashCaller);
  if (!account || !matches) throw wrongCredentials();
  try {
    return await db.transaction(async (tx) => {
      const session = await openSession(tx, deps, account, secondFactor, { device, now }, progress);
      await rememberNetwork(tx, account.id, caller.key, now);
      return session;
    });
  } finally {
    // Also when a one-time code is missing or wrong: the password was not guessed, and codes have a limit of their own.
    if (progress.isPasswordAccepted && !isKnownNetwork) await rateLimiter.takeBack(attempt);
  }
}

/** Starts a session after all checks that need the lock of the account. @param account whose password hash was matched */
async function openSession(
  tx: Tx,
  deps: Pick<RouteDeps, 'config' | 'loginChecks'>,
  { id, password_hash }: { id: string; password_hash: string },
  secondFactor: SecondFactor,
  signIn: SignIn,
  progress: Progress,
): Promise<Session> {
  const current = await lockAccount(tx, id);
  // The password may have changed while it was being verified.
  if (current?.password_hash !== password_hash) throw wrongCredentials();
  requireUsable(current);
  progress.isPasswordAccepted = true;
  await requireSecondFactor(tx, deps, id, secondFactor, signIn);
  return completeSignIn(tx, deps, current, signIn);
}

const wrongCredentials = () => unauthorized('invalid_credentials', errorMessages.wrongLogin);
