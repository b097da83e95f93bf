import { errorMessages } from '../../../platform/http/error-messages.ts';
import { HttpError, unauthorized } from '../../../platform/http/errors.ts';
import type { DeviceOrigin } from '../../../platform/http/request-origin.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { completeSignIn, recordFailedSignIn, requireUsable } from '../auth/complete-sign-in.ts';
import { rememberNetwork } from '../auth/known-networks.ts';
import { lockAccount, type Session } from '../auth/sessions.ts';
import { consumeAssertion, findOwner, type PasskeyDeps } from './assertion.ts';
import type { Assertion } from './schemas.ts';

/**
 * Signs in with a passkey alone. The device has verified its owner, by a fingerprint or a PIN, so that no second factor is asked for.
 * @param caller the network of the request
 * @throws 401 unknown or not valid, its challenge was used or has expired, or the device was copied; 403 disabled or unconfirmed
 */
export async function signInWithPasskey(
  deps: RouteDeps & PasskeyDeps,
  assertion: Assertion,
  caller: Caller,
  device: DeviceOrigin,
): Promise<Session> {
  const { db } = deps;
  const now = deps.clock();
  const userId = await findOwner(db.read, assertion);
  try {
    if (userId === undefined) throw unauthorized('passkey_not_accepted', errorMessages.passkeyNotAccepted);
    return await db.transaction(async (tx) => {
      const account = await lockAccount(tx, userId);
      if (!account) throw unauthorized('passkey_not_accepted', errorMessages.passkeyNotAccepted);
      await consumeAssertion(tx, deps, userId, assertion, now);
      // After the passkey, so that only its owner learns the state of the account.
      requireUsable(account);
      const session = await completeSignIn(tx, deps, account, { device, now, by: 'passkey' });
      await rememberNetwork(tx, userId, caller.key, now);
      return session;
    });
  } catch (error) {
    if (error instanceof HttpError && error.status < 429) {
      const users = db.read.selectFrom('users').select(['id', 'name', 'email']);
      const owner = userId === undefined ? undefined : await users.where('id', '=', userId).executeTakeFirst();
      await recordFailedSignIn(deps, { email: owner?.email ?? '', account: owner, by: 'passkey' }, device, error);
    }
    throw error;
  }
}
