import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { HttpError, unauthorized } from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { minutes } from '../../../platform/lib/duration.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { RouteDeps, SecondFactor } from '../../../platform/module/module.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import { completeSignIn, recordFailedSignIn, requireSecondFactor, requireUsable, type SignIn } from '../auth/complete-sign-in.ts';
import { rememberNetwork } from '../auth/known-networks.ts';
import { type Account, lockAccount, type Session } from '../auth/sessions.ts';
import type { Identity } from './identity.ts';
import { linkOrCreateAccount } from './link-account.ts';
import { findLinkedId, findNamedAccount, recordUse } from './queries.ts';

/** How long the console may take to start the session: somebody may have to find the second factor. */
export const codeTtlMs = minutes(10);

/** Keeps whom the provider has authenticated. @returns the code that starts the session, once; only its hash is stored */
export async function issueSignInCode({ db }: Pick<RouteDeps, 'db'>, identity: Identity, now: Date): Promise<string> {
  const code = randomToken();
  const values = { code_hash: tokenHash(code), identity: JSON.stringify(identity), expires_at: plus(now, codeTtlMs) };
  await db.statement((writer) => writer.insertInto('oidc_sign_ins').values(values).execute());
  return code;
}

/**
 * Starts a session for whom the provider has authenticated (docs/sign-in.md).
 * @param code of issueSignInCode(); it stays usable when the sign-in fails, so that a one-time code can be sent after it
 * @param caller the network of the request
 * @throws 401 code unknown, used or expired; 403 no account, or it may not be used; what a login check throws
 */
export async function signInWithCode(
  deps: RouteDeps,
  code: string | undefined,
  { caller, device, secondFactor }: { caller: Caller; device: DeviceOrigin; secondFactor: SecondFactor },
): Promise<Session> {
  const now = deps.clock();
  const hash = tokenHash(code ?? '');
  const ofCode = deps.db.read.selectFrom('oidc_sign_ins').select('identity').where('code_hash', '=', hash);
  const pending = await ofCode.where('expires_at', '>', now.toISOString()).executeTakeFirst();
  if (!pending) throw unauthorized('sign_in_expired', errorMessages.signInExpired);
  const { identity } = pending;
  const signIn: SignIn = { device, now, by: 'oidc' };
  // The password of an account that is created or linked now. Nobody knows it. Hashed before the transaction, because that is slow.
  const passwordHash = (await findLinkedId(deps.db.read, identity)) ? undefined : await hashPassword(randomToken(), caller);
  try {
    return await deps.db.transaction(async (tx) => {
      const used = await tx.deleteFrom('oidc_sign_ins').where('code_hash', '=', hash).executeTakeFirst();
      if (used.numDeletedRows === 0n) throw unauthorized('sign_in_expired', errorMessages.signInExpired);
      const account = await findAccount(tx, deps, identity, signIn, passwordHash);
      await requireSecondFactor(tx, deps, account.id, secondFactor, signIn);
      const session = await completeSignIn(tx, deps, account, signIn);
      await rememberNetwork(tx, session.user.id, caller.key, now);
      return session;
    });
  } catch (error) {
    if (error instanceof HttpError && error.status < 429) {
      await recordFailure(deps, identity, secondFactor, device, error);
    }
    throw error;
  }
}

/** @returns the account of an identity, locked, which is linked to it now */
async function findAccount(
  tx: Tx,
  deps: RouteDeps,
  identity: Identity,
  signIn: SignIn,
  passwordHash: string | undefined,
): Promise<Account> {
  const id = await findLinkedId(tx, identity);
  if (id === undefined) {
    if (passwordHash === undefined) throw unauthorized('sign_in_expired', errorMessages.signInExpired); // unlinked a moment ago
    return linkOrCreateAccount(tx, deps, identity, passwordHash, signIn);
  }
  const account = await lockAccount(tx, id);
  if (!account) throw unauthorized('sign_in_expired', errorMessages.signInExpired);
  requireUsable(account);
  if (!(await recordUse(tx, identity, signIn.now))) throw unauthorized('sign_in_expired', errorMessages.signInExpired);
  return account;
}

async function recordFailure(
  deps: RouteDeps,
  identity: Identity,
  { oneTimeCode }: SecondFactor,
  device: DeviceOrigin,
  error: HttpError,
): Promise<void> {
  const account = await findNamedAccount(deps.db.read, identity);
  const { email, claimedEmail = '', name } = identity;
  await recordFailedSignIn(deps, { email: email || claimedEmail, name, account, oneTimeCode, by: 'oidc' }, device, error);
}
