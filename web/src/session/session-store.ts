import { useSyncExternalStore } from 'react';
import type { Profile } from '../contract/operations.ts';
import { safeLocalStorage } from '../lib/storage.ts';

// Who is signed in. The access token lives in memory only; what survives a reload is the
// service's http-only cookie and the id of the user whose session it is.

export interface Session {
  token: string;
  /** milliseconds of the local clock */
  receivedAt: number;
  expiresAt: number;
  user: Profile;
}

export type SessionPhase =
  | { name: 'starting' }
  | { name: 'out'; reason?: 'ended' | 'disabled' }
  | { name: 'in'; session: Session };

let phase: SessionPhase = { name: 'starting' };
const listeners = new Set<() => void>();

export const currentPhase = (): SessionPhase => phase;
export const currentSession = (): Session | undefined => (phase.name === 'in' ? phase.session : undefined);

export function setPhase(next: SessionPhase): void {
  phase = next;
  storeUserId(next);
  for (const listener of listeners) listener();
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSessionPhase = (): SessionPhase => useSyncExternalStore(onSessionChange, currentPhase);

/** The profile of whoever is signed in; pages behind the login have one. */
export function useCurrentUser(): Profile {
  const currentSession = useSessionPhase();
  if (currentSession.name !== 'in') throw new Error('nobody is signed in');
  return currentSession.session.user;
}

const storageKey = 'callout.session';
/** What earlier versions stored instead of an id. */
const unknownUser = '1';

/** Outlives the stored id, which another tab removes when it finds the session of another user. */
let lastUserId = storedUserId();

function storeUserId(next: SessionPhase): void {
  if (next.name === 'in') {
    lastUserId = next.session.user.id;
    safeLocalStorage.setItem(storageKey, lastUserId);
  } else if (next.name === 'out') safeLocalStorage.removeItem(storageKey);
}

function storedUserId(): string | undefined {
  const stored = safeLocalStorage.getItem(storageKey);
  return stored === null || stored === unknownUser ? undefined : stored;
}

/**
 * Whether a session may be used without a sign-in: it belongs to the user who signed in last in this browser.
 * Another one was planted, for example by a form of another site.
 * @param user whose session it is
 */
export function isExpectedUser(user: Pick<Profile, 'id'>): boolean {
  const expected = storedUserId() ?? lastUserId;
  return expected === undefined || expected === user.id;
}

/** Without a stored user there is no cookie worth asking with. */
export const hasStoredSession = (): boolean => safeLocalStorage.getItem(storageKey) !== null;
