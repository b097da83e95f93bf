import type { Token } from '../contract/operations.ts';
import { ApiError, disabledMessage, SessionEndedError } from '../http/errors.ts';
import { sendRequest } from '../http/transport.ts';
import { withRefreshLock } from './refresh-lock.ts';
import { currentSession, hasStoredSession, isExpectedUser, type Session, setPhase } from './session-store.ts';
import { broadcast, onMessage, requestToken, type TokenMessage } from './tab-messages.ts';

/** Renewed this long before the end, or in the last fifth of a short life. */
const marginOf = ({ receivedAt, expiresAt }: Session): number => Math.min(5 * 60_000, (expiresAt - receivedAt) / 5);
const retryAfterFailure = 15_000;
/** Longer than other requests may take: a renewal that is given up while its answer is on the way loses the next cookie. */
const renewalTimeoutMs = 60_000;

export const isTokenValid = (session: Session): boolean => Date.now() < session.expiresAt;
const isDue = (session: Session): boolean => Date.now() >= session.expiresAt - marginOf(session);

/**
 * Uses a session in all tabs.
 * @param isSignIn whether somebody has just signed in: only then the tabs follow to another user
 */
export function storeToken({ token, expires_in, user }: Token, isSignIn = false): Session {
  const receivedAt = Date.now();
  const session = { token, user, receivedAt, expiresAt: receivedAt + expires_in * 1000 };
  settle(session);
  broadcast({ kind: 'token', session, isSignIn });
  return session;
}

function settle(session: Session): void {
  setPhase({ name: 'in', session });
  plan(session);
}

/** The service worker makes renewals once it has taken over this page. */
const isServed = (): boolean => Boolean(navigator.serviceWorker?.controller);

let running: Promise<Session> | undefined;

/**
 * A token that was not refused: another tab's, or a new one.
 * @throws OfflineError when there is no answer; SessionEnded with 401 or 403, also when the session is another user's
 */
export async function refreshToken(refused?: string): Promise<string> {
  running ??= withRefreshLock(() => exchange(refused), isServed()).finally(() => {
    running = undefined;
  });
  return (await running).token;
}

async function exchange(refused: string | undefined): Promise<Session> {
  const session = currentSession(); // another tab may have shared one while we waited for our turn
  if (session && session.token !== refused && !isDue(session)) return session;
  try {
    // It must come to its end although the page is left: the answer holds the next cookie.
    const signal = AbortSignal.timeout(renewalTimeoutMs);
    const { body } = await sendRequest({ method: 'POST', url: '/auth/refresh', keepalive: true, signal });
    const token = body as Token;
    if (!isExpectedUser(token.user)) throw new ApiError(401, 'the session belongs to another account');
    return storeToken(token);
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) {
      clearSession(error.message === disabledMessage ? 'disabled' : 'ended');
      throw new SessionEndedError(error.status, error.message);
    }
    return orStillValid(error, refused);
  }
}

/** After a failure the old token does as long as it lives. */
function orStillValid(error: unknown, refused: string | undefined): Session {
  const session = currentSession();
  if (session && session.token !== refused && isTokenValid(session)) {
    plan(session, retryAfterFailure);
    return session;
  }
  throw error;
}

/** Out, in all tabs. What was typed stays with its page. */
export function clearSession(reason?: 'ended' | 'disabled'): void {
  clearTimeout(timer);
  setPhase({ name: 'out', ...(reason && { reason }) });
  broadcast({ kind: 'out', ...(reason && { reason }) });
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** The tabs take slightly different moments, so that mostly one asks and the others hear. */
function plan(session: Session, atLeast = 0): void {
  clearTimeout(timer);
  const due = session.expiresAt - marginOf(session) * (0.75 + Math.random() / 4) - Date.now();
  timer = setTimeout(renewQuietly, Math.max(due, atLeast, 50));
}

function renewQuietly(): void {
  const session = currentSession();
  if (!session || !isDue(session)) {
    if (session) plan(session);
    return;
  }
  refreshToken().catch(() => {
    const kept = currentSession();
    if (kept) plan(kept, retryAfterFailure);
  });
}

/** Finds out who is here. Without a network it is tried again until there is an answer. */
export async function startSession(): Promise<void> {
  listenToTabs();
  addEventListener('online', renewQuietly);
  document.addEventListener('visibilitychange', () => !document.hidden && renewQuietly());
  if (!hasStoredSession()) return setPhase({ name: 'out' });
  const shared = await requestToken();
  if (shared && isTokenValid(shared) && isExpectedUser(shared.user)) return settle(shared);
  await firstRenewal();
}

async function firstRenewal(): Promise<void> {
  try {
    await refreshToken();
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return;
    const wait = error instanceof ApiError ? (error.retryAfter ?? 5) * 1000 : 3_000;
    setTimeout(() => !currentSession() && void firstRenewal(), wait);
  }
}

/** A tab that missed a sign-in still answers with the session of the user before. */
const mayFollow = ({ isSignIn, session }: TokenMessage): boolean => isSignIn === true || isExpectedUser(session.user);

function listenToTabs(): void {
  onMessage((message) => {
    const session = currentSession();
    if (message.kind === 'ask' && session && isTokenValid(session)) broadcast({ kind: 'token', session });
    if (message.kind === 'token' && message.session.token !== session?.token && mayFollow(message)) {
      const isOlder = session?.user.id === message.session.user.id && message.session.expiresAt < session.expiresAt;
      if (!isOlder) settle(message.session);
    }
    if (message.kind === 'out') {
      clearTimeout(timer);
      setPhase({ name: 'out', ...(message.reason && { reason: message.reason }) });
    }
  });
}
