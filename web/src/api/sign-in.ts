import { withRefreshLock } from '../session/refresh-lock.ts';
import { clearSession, storeToken } from '../session/token-refresh.ts';
import { call } from './client.ts';

export async function signIn(email: string, password: string): Promise<void> {
  // Adopted before another tab gets its turn, so that its renewal finds the new user.
  await withRefreshLock(async () => storeToken(await call('POST /auth/login', { body: { email, password } }), true));
}

/** Here means this browser: its tabs share one session. */
export async function signOut(): Promise<void> {
  await withRefreshLock(() => call('POST /auth/logout'));
  clearSession();
}

export async function signOutEverywhere(): Promise<number> {
  const { revoked } = await call('POST /auth/logout-all');
  clearSession();
  return revoked;
}
