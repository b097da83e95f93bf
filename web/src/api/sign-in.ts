import type { Token } from '../contract/schemas.ts';
import { forgetPasswordState, setPasswordState } from '../session/password-state.ts';
import { withRefreshLock } from '../session/refresh-token-lock.ts';
import { refreshIfExpired, storeToken } from '../session/token-refresh.ts';
import { call } from './client.ts';

/** What is sent beside the password: a code of an authenticator app or for recovery, or the header of a passkey. */
export type SecondFactor = { oneTimeCode: string } | { passkey: Record<string, string> };

/**
 * Signs in, in all tabs.
 * @param secondFactor needed with two-factor authentication
 * @throws ApiError with 401 for a wrong e-mail or password, or a missing or wrong second factor; 403 for an account that is disabled or
 * not confirmed; 429 after too many attempts
 */
export async function signIn(email: string, password: string, secondFactor?: SecondFactor): Promise<void> {
  await startSession(() => call('POST /auth/login', { body: { email, password }, headers: headersOf(secondFactor) }));
}

/**
 * Starts the session of a sign-in with a company account, in all tabs, after the provider has led back to the console.
 * @param secondFactor as for signIn()
 * @throws ApiError with 401 when the sign-in has expired, or a second factor is missing or wrong; 403 when there is no account for it
 */
export async function signInWithCompany(secondFactor?: SecondFactor): Promise<void> {
  await startSession(() => call('POST /ext/oidc/session', { headers: headersOf(secondFactor) }));
}

/** Signs in with a passkey alone, in all tabs. @throws ApiError with 401 when it is not accepted, 403, 429; DOMException */
export async function signInWithPasskey(): Promise<void> {
  const { askForPasskey } = await import('./passkeys.ts');
  const response = await askForPasskey();
  await startSession(() => call('POST /ext/passkey/sign-in', { body: { response } }));
}

function headersOf(secondFactor: SecondFactor | undefined): Record<string, string> {
  if (!secondFactor) return {};
  return 'passkey' in secondFactor ? secondFactor.passkey : { 'x-otp': secondFactor.oneTimeCode };
}

async function startSession(request: () => Promise<Token>): Promise<void> {
  // Inside of the lock, so that the next refresh of another tab finds the new user.
  await withRefreshLock(async () => {
    const token = await request();
    forgetPasswordState();
    storeToken(token, true);
  });
}

/**
 * Changes the password of the user. This browser stays signed in, all other sessions end.
 * @param body `end_all`: API tokens, calendar feed, webhooks, chat, own bot, passkeys and company sign-in end as well
 * @throws ApiError with 401 for a wrong current password, 400 for a new one that is refused, 429 after too many attempts
 */
export async function changePassword(body: { current: string; new: string; end_all: boolean }): Promise<void> {
  await refreshIfExpired();
  // Inside of the lock, since the response replaces the refresh cookie.
  await withRefreshLock(async () => {
    const { user } = storeToken(await call('POST /ext/password', { body, keepsToken: true }));
    setPasswordState(user.id, 'own');
  });
}
