import { useSyncExternalStore } from 'react';
import type { Profile } from '../api/operations.ts';

// Who is signed in. The access token lives in memory only; what survives a reload is the
// service's http-only cookie and the remark that there is one.

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
  remember(next.name === 'in');
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

const remark = 'callout.session';

function remember(isIn: boolean): void {
  if (isIn) localStorage.setItem(remark, '1');
  else if (phase.name === 'out') localStorage.removeItem(remark);
}

/** Without the remark there is no cookie worth asking with. */
export const mayHaveSession = (): boolean => localStorage.getItem(remark) !== null;
