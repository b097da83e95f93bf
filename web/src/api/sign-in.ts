import { withRefreshLock } from '../session/refresh-token-lock.ts';
import { clearSession, storeToken } from '../session/token-refresh.ts';
import { call } from './client.ts';

/**
 * Signs in, in all tabs.
 * @throws ApiError with 401 for a wrong e-mail or password, 403 for an account that is disabled or not confirmed
 */
export async function signIn(email: string, password: string): Promise<void> {
  // Inside of the lock, so that the next refresh of another tab finds the new user.
  await withRefreshLock(async () => storeToken(await call('POST /auth/login', { body: { email, password } }), true));
}

/** Signs out in this browser: its tabs share one session. */
export async function signOut(): Promise<void> {
  await withRefreshLock(() => call('POST /auth/logout'));
  clearSession();
}

/** @returns how many sessions of the user were revoked */
export async function signOutEverywhere(): Promise<number> {
  const { revoked } = await call('POST /auth/logout-all');
  clearSession();
  return revoked;
}
