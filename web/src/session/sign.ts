import { call } from '../api/client.ts';
import { adopt, leave } from './renewal.ts';
import { inTurn } from './turns.ts';

export async function signIn(email: string, password: string): Promise<void> {
  // Adopted before another tab gets its turn, so that its renewal finds the new user.
  await inTurn(async () => adopt(await call('POST /auth/login', { body: { email, password } }), true));
}

/** Here means this browser: its tabs share one session. */
export async function signOutHere(): Promise<void> {
  await inTurn(() => call('POST /auth/logout'));
  leave();
}

export async function signOutEverywhere(): Promise<number> {
  const { revoked } = await call('POST /auth/logout-all');
  leave();
  return revoked;
}
