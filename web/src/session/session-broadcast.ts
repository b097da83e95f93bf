import { createBroadcast } from '../lib/broadcast.ts';
import type { Session } from './session-store.ts';

// Messages about the session between the tabs of one browser.

/** A tab has a new access token, or answers the request of another tab. */
export interface TokenMessage {
  kind: 'token';
  session: Session;
  /** somebody has just signed in, perhaps as another user than before */
  isSignIn?: boolean;
}

/** `ask` requests the token of another tab, `send held` that it sends its held actions; `out` says that the session is over. */
export type SessionMessage = { kind: 'ask' | 'send held' } | TokenMessage | { kind: 'out'; reason?: 'ended' | 'disabled' };

/** The channel of these messages. */
export const sessionBroadcast = createBroadcast<SessionMessage>('callout-session');

const requestTimeoutMs = 250;

/**
 * Asks the other tabs for their access token, so that a new tab needs no refresh.
 * @returns undefined when no tab answers in time
 */
export function requestToken(): Promise<Session | undefined> {
  return new Promise((resolve) => {
    const finish = (session?: Session): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve(session);
    };
    const unsubscribe = sessionBroadcast.subscribe((message) => {
      if (message.kind === 'token') finish(message.session);
    });
    const timer = setTimeout(finish, requestTimeoutMs);
    sessionBroadcast.post({ kind: 'ask' });
  });
}
