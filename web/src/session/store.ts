import { useSyncExternalStore } from 'react';
import type { Profile } from '../api/operations.ts';
import { localArea } from '../storage.ts';

// Who is signed in. The access token lives in memory only; what survives a reload is the
// service's http-only cookie and the id of the user whose session it is.

export interface Session {
  token: string;
  /** milliseconds of the local clock */
  receivedAt: number;
  expiresAt: number;
  user: Profile;
}

export type Phase = { name: 'starting' } | { name: 'out'; reason?: 'ended' | 'disabled' } | { name: 'in'; session: Session };

let phase: Phase = { name: 'starting' };
const listeners = new Set<() => void>();

export const currentPhase = (): Phase => phase;
export const current = (): Session | undefined => (phase.name === 'in' ? phase.session : undefined);

export function enter(next: Phase): void {
  phase = next;
  storeUserId(next);
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePhase = (): Phase => useSyncExternalStore(subscribe, currentPhase);

/** The profile of whoever is signed in; pages behind the login have one. */
export function useMe(): Profile {
  const current = usePhase();
  if (current.name !== 'in') throw new Error('nobody is signed in');
  return current.session.user;
}

const storageKey = 'callout.session';
/** What earlier versions stored instead of an id. */
const unknownUser = '1';

/** Outlives the stored id, which another tab removes when it finds the session of another user. */
let lastUserId = storedUserId();

function storeUserId(next: Phase): void {
  if (next.name === 'in') {
    lastUserId = next.session.user.id;
    localArea.setItem(storageKey, lastUserId);
  } else if (next.name === 'out') localArea.removeItem(storageKey);
}

function storedUserId(): string | undefined {
  const stored = localArea.getItem(storageKey);
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
export const mayHaveSession = (): boolean => localArea.getItem(storageKey) !== null;
