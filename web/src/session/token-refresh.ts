import { createClient } from '../../../clients/typescript/src/index.ts';
import type { Token } from '../contract/schemas.ts';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { ApiError, hasCode, SessionEndedError } from '../http/errors.ts';
import { reportingFetch } from '../http/reporting-fetch.ts';
import { withRefreshLock } from './refresh-token-lock.ts';
import { requestToken, sessionBroadcast, type TokenMessage } from './session-broadcast.ts';
import {
  currentSession,
  hasStoredSession,
  isExpectedUser,
  isSessionKnown,
  isUnverified,
  type Session,
  setPhase,
} from './session-store.ts';

const maxRefreshMarginMs = 5 * 60_000;
/** A token is refreshed so long before it expires: in the last fifth of a short lifetime. */
const refreshMarginMs = ({ receivedAt, expiresAt }: Session): number =>
  Math.min(maxRefreshMarginMs, (expiresAt - receivedAt) / 5);
/** A clock that is corrected by less was not set. */
const maxClockCorrectionMs = 60_000;
const minRefreshDelayMs = 50;
const retryDelayMs = 15_000;
/** Longer than other requests may take: when a refresh is aborted while its response arrives, the next cookie is lost. */
const refreshTimeoutMs = 60_000;

/** Whether the service still accepts the token of a session. */
export const isTokenValid = (session: Session): boolean => Date.now() < session.expiresAt;
/** Also when the clock was set back: by it the token would be valid for too long. */
const isRefreshDue = (session: Session): boolean =>
  Date.now() >= session.expiresAt - refreshMarginMs(session) || Date.now() < session.receivedAt - maxClockCorrectionMs;

/**
 * Starts or continues a session in all tabs, with a token of the service.
 * @param isSignIn whether somebody has just signed in: only then the other tabs change to another user
 */
export function storeToken({ token, expires_in, user }: Token, isSignIn = false): Session {
  const receivedAt = Date.now();
  const session = { token, user, receivedAt, expiresAt: receivedAt + expires_in * 1000 };
  applySession(session);
  sessionBroadcast.post({ kind: 'token', session, isSignIn });
  return session;
}

function applySession(session: Session): void {
  setPhase({ name: 'signed-in', session });
  scheduleRefresh(session);
}

/** Ends the session in all tabs. Drafts stay stored. */
export function clearSession(reason?: 'ended' | 'disabled'): void {
  applySignOut(reason);
  sessionBroadcast.post({ kind: 'out', ...(reason && { reason }) });
}

function applySignOut(reason?: 'ended' | 'disabled'): void {
  clearTimeout(refreshTimer);
  setPhase({ name: 'signed-out', ...(reason && { reason }) });
}

/** Whether the service worker controls this page: then it makes the refresh requests, which outlive the page. */
const hasServiceWorker = (): boolean => Boolean(navigator.serviceWorker?.controller);

const client = createClient({ baseUrl: '', timeoutMs: refreshTimeoutMs, fetch: reportingFetch });
let running: Promise<Session> | undefined;

/**
 * Returns an access token: the one of another tab if that is newer, or one from a refresh.
 * @param refused the token that the service has refused, if any: it is not returned again
 * @throws NoAnswerError without a response; SessionEndedError with 401 or 403, also when the session is another user's
 */
export async function refreshToken(refused?: string): Promise<string> {
  running ??= withRefreshLock(() => refreshSession(refused), hasServiceWorker()).finally(() => {
    running = undefined;
  });
  return (await running).token;
}

/** Gets a new access token when there is no valid one, for a caller that needs the lock of the refresh afterwards. */
export async function refreshIfExpired(): Promise<void> {
  const session = currentSession();
  if (!session || !isTokenValid(session)) await refreshToken();
}

async function refreshSession(refused: string | undefined): Promise<Session> {
  const session = currentSession(); // another tab may have sent one while this one waited for the lock
  if (session && session.token !== refused && !isRefreshDue(session)) return session;
  try {
    // `keepalive`: the response sets the next cookie, so the request has to end although the page is left.
    const token = await client.call('POST /auth/refresh', { keepalive: true });
    if (!isExpectedUser(token.user)) throw new ApiError(401, 'the session belongs to another account');
    return storeToken(token);
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) {
      clearSession(hasCode(error, 'account_disabled') ? 'disabled' : 'ended');
      throw new SessionEndedError(error.status, error.message, error);
    }
    return validSessionOrThrow(error, refused);
  }
}

/** After a failed refresh the old token is used until it expires. */
function validSessionOrThrow(error: unknown, refused: string | undefined): Session {
  const session = currentSession();
  if (session && session.token !== refused && isTokenValid(session)) {
    scheduleRefresh(session, retryDelayMs);
    return session;
  }
  throw error;
}

let refreshTimer: ReturnType<typeof setTimeout> | undefined;

/** The time is random within the margin, so that mostly one tab sends the request and the others get its token. */
function scheduleRefresh(session: Session, minDelayMs = minRefreshDelayMs): void {
  clearTimeout(refreshTimer);
  const delayMs = session.expiresAt - refreshMarginMs(session) * (0.75 + Math.random() / 4) - Date.now();
  // When the clock was set back by years the delay is above the maximum of a timer, which then runs at once, again and again.
  const lifetimeMs = session.expiresAt - session.receivedAt;
  refreshTimer = setTimeout(refreshIfDue, Math.max(Math.min(delayMs, lifetimeMs), minDelayMs));
}

function refreshIfDue(): void {
  const session = currentSession();
  if (!session || !isRefreshDue(session)) {
    if (session) scheduleRefresh(session);
    return;
  }
  refreshToken().catch(() => {
    const remaining = currentSession();
    if (remaining) scheduleRefresh(remaining, retryDelayMs);
  });
}

/** Finds out who is signed in: from another tab, or with the refresh cookie. Without a connection it tries again. */
export async function startSession(): Promise<void> {
  followOtherTabs();
  addEventListener('online', refreshIfDue);
  onConnectivityChange(() => isOnline() && refreshIfDue());
  document.addEventListener('visibilitychange', () => !document.hidden && refreshIfDue());
  if (!hasStoredSession()) return setPhase({ name: 'signed-out' });
  const shared = await requestToken();
  if (shared && isTokenValid(shared) && isExpectedUser(shared.user)) return applySession(shared);
  await restoreSession();
}

const restoreRetryMs = 3_000;
const defaultRetryAfterSeconds = 5;

async function restoreSession(): Promise<void> {
  try {
    await refreshToken();
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return;
    const delayMs = error instanceof ApiError ? (error.retryAfterSeconds ?? defaultRetryAfterSeconds) * 1000 : restoreRetryMs;
    setTimeout(() => isRefreshNeeded() && void restoreSession(), delayMs);
  }
}

/** Until the session that the browser remembers has a token, or is over. */
function isRefreshNeeded(): boolean {
  const session = currentSession();
  return session ? isUnverified(session) : !isSessionKnown();
}

/** A tab that has missed a sign-in still sends the session of the user before: it is not followed. */
const mayFollow = ({ isSignIn, session }: TokenMessage): boolean => isSignIn === true || isExpectedUser(session.user);

function followOtherTabs(): void {
  sessionBroadcast.subscribe((message) => {
    const session = currentSession();
    if (message.kind === 'ask' && session && isTokenValid(session)) sessionBroadcast.post({ kind: 'token', session });
    if (message.kind === 'token' && message.session.token !== session?.token && mayFollow(message)) {
      const isOlder = session?.user.id === message.session.user.id && message.session.expiresAt < session.expiresAt;
      if (!isOlder) applySession(message.session);
    }
    if (message.kind === 'out') applySignOut(message.reason);
  });
}
