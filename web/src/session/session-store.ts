import type { Profile } from '../contract/schemas.ts';
import { createStore, useStore } from '../lib/create-store.ts';
import { safeLocalStorage } from '../lib/storage.ts';
import { accountKey, isActingOfOther, principalProfile, stopActing } from './acting.ts';

// Who is signed in. The access token is in memory only. After a reload there are the http-only refresh cookie of the
// service, and the id of the user whose session it is.

export interface Session {
  /** empty after a start without a connection, until the session is refreshed */
  token: string;
  /** milliseconds of the local clock, as all times here */
  receivedAt: number;
  expiresAt: number;
  /** who has signed in, also while the page acts for somebody else */
  user: Profile;
}

/** `loading` until it is known whether the refresh cookie belongs to a session. */
export type SessionPhase =
  | { name: 'loading' }
  | { name: 'signed-out'; reason?: 'ended' | 'disabled' }
  | { name: 'signed-in'; session: Session };

const store = createStore<SessionPhase>({ name: 'loading' });

/** The session of this tab; undefined when nobody is signed in. */
export function currentSession(): Session | undefined {
  const phase = store.get();
  return phase.name === 'signed-in' ? phase.session : undefined;
}

/** Whose requests and items those of this page are; undefined when nobody is signed in. */
export function currentAccountKey(): string | undefined {
  const session = currentSession();
  return session && accountKey(session.user.id);
}

/** Whether a session was opened without a connection and not refreshed since. */
export const isUnverified = ({ token }: Session): boolean => token === '';

/** Changes the phase of this tab, and stores whose session it is. */
export function setPhase(next: SessionPhase): void {
  storeUserId(next);
  // The page acts for somebody with the right of another account.
  if (next.name === 'signed-in' && isActingOfOther(next.session.user.id)) stopActing();
  else store.set(next);
}

/** Shows a changed profile of the user who is signed in. */
export function changeCurrentUser(user: Profile): void {
  const session = currentSession();
  if (session?.user.id === user.id) store.set({ name: 'signed-in', session: { ...session, user } });
}

/** @returns a function that removes the listener */
export const onSessionChange = (listener: () => void): (() => void) => store.subscribe(listener);

export const useSessionPhase = (): SessionPhase => useStore(store);

/**
 * The profile of the user whose pages are shown: who is signed in, or the account that the page acts for.
 * @throws when nobody is signed in: only pages behind the login may use it
 */
export function useCurrentUser(): Profile {
  const sender = useSender();
  return principalProfile ?? sender;
}

/** The profile of the user who is signed in, also while the page acts for somebody else. @throws as useCurrentUser() */
export function useSender(): Profile {
  const phase = useSessionPhase();
  if (phase.name !== 'signed-in') throw new Error('nobody is signed in');
  return phase.session.user;
}

/** Whether the session of this tab was opened without a connection and not refreshed since. */
export const useIsUnverified = (): boolean =>
  useStore(store, (phase) => phase.name === 'signed-in' && isUnverified(phase.session));

const userIdKey = 'callout.session';
/** What earlier versions stored instead of an id. */
const unknownUser = '1';

/** Kept in memory too: another tab removes the stored id when it finds the session of another user. */
let lastUserId = storedUserId();

function storeUserId(next: SessionPhase): void {
  if (next.name === 'signed-in') {
    lastUserId = next.session.user.id;
    safeLocalStorage.setItem(userIdKey, lastUserId);
  } else if (next.name === 'signed-out') safeLocalStorage.removeItem(userIdKey);
}

/** The id of the user who signed in last in this browser; undefined after a sign-out. */
export function storedUserId(): string | undefined {
  const stored = safeLocalStorage.getItem(userIdKey);
  return stored === null || stored === unknownUser ? undefined : stored;
}

/**
 * Whether a session may be used without a sign-in: it belongs to the user who signed in last in this browser. Another one
 * was planted, for example by a form of another site.
 * @param user whose session it is
 */
export function isExpectedUser(user: Pick<Profile, 'id'>): boolean {
  const expected = storedUserId() ?? lastUserId;
  return expected === undefined || expected === user.id;
}

/**
 * Opens the session of the user who signed in last in this browser without a connection, unless it is known meanwhile who is
 * signed in. It has no token, so the first request that finds the service refreshes it.
 */
export function openUnverifiedSession(user: Profile): void {
  if (store.get().name !== 'loading' || storedUserId() !== user.id) return;
  setPhase({ name: 'signed-in', session: { token: '', receivedAt: 0, expiresAt: 0, user } });
}

/** Whether it is known who is signed in. */
export const isSessionKnown = (): boolean => store.get().name !== 'loading';

/** Whether there may be a refresh cookie: without a stored user the first visit sends no request for it. */
export const hasStoredSession = (): boolean => safeLocalStorage.getItem(userIdKey) !== null;
