import { useSyncExternalStore } from 'react';
import type { ApiError } from '../api/errors.ts';
import { isLinkUp } from '../api/link.ts';
import { isStep, type Kept, type KeptPhoto, type KeptStep } from './kept.ts';

// What the pages see of what is on its way.

interface Shown {
  key: number;
  ticketId: number;
  error?: unknown;
}

export interface Upload extends Shown {
  name: string;
  preview: string;
  state: 'preparing' | 'sending' | 'waiting' | 'failed';
  progress: number;
}

export interface QueuedStep extends Shown {
  op: KeptStep['op'];
  state: 'sending' | 'waiting' | 'failed';
}

export type Queued = Upload | QueuedStep;

export const isUpload = (queued: Queued): queued is Upload => 'preview' in queued;
const isQueuedStep = (queued: Queued): queued is QueuedStep => 'op' in queued;

/** Undefined until it is known what the last visit left. */
let shown: readonly Queued[] | undefined;
const listeners = new Set<() => void>();

function set(next: readonly Queued[] | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing: readonly Queued[] = [];
const all = (): readonly Queued[] => shown ?? nothing;
/** In the order in which they go. */
export const useQueued = (): readonly Queued[] => useSyncExternalStore(subscribe, all);

const useQueuedOf = (ticketId: number): Queued[] => useQueued().filter((queued) => queued.ticketId === ticketId);
export const useUploads = (ticketId: number): Upload[] => useQueuedOf(ticketId).filter(isUpload);
export const useQueuedSteps = (ticketId: number): QueuedStep[] => useQueuedOf(ticketId).filter(isQueuedStep);

/** What is shown and kept no more. */
export function goneFrom(kept: Kept[] | undefined): Queued[] {
  const keys = new Set(kept?.map(({ key }) => key));
  return all().filter(({ key }) => !keys.has(key));
}

export interface Counts {
  photos: number;
  steps: number;
}

export function countOf(queued: readonly Queued[]): Counts {
  const photos = queued.filter(isUpload).length;
  return { photos, steps: queued.length - photos };
}

type Change = Partial<Pick<Upload, 'progress' | 'error'>> & { state?: QueuedStep['state'] };

export const changeQueued = (key: number, change: Change): void =>
  set(all().map((queued) => (queued.key === key ? { ...queued, ...change } : queued)));

/** There is no link: all wait for it. */
export const changeToWaiting = (): void => change(() => true, undefined);

/** The service cannot do it now, and says why: what follows of the same ticket waits for the same. */
export const changeToLater = (ticketId: number, error: ApiError): void => change((queued) => queued.ticketId === ticketId, error);

function change(isMeant: (queued: Queued) => boolean, error: ApiError | undefined): void {
  set(
    all().map((queued): Queued => {
      if (queued.state === 'failed' || !isMeant(queued)) return queued;
      return { ...queued, state: 'waiting', ...(isUpload(queued) && { progress: 0 }), error };
    }),
  );
}

/**
 * Shows what is kept; what is known of its progress stays. Nothing without an account.
 * @param alsoShown what is kept no more, but not gone from the screen yet
 */
export function showKept(kept: Kept[] | undefined, alsoShown: ReadonlySet<number>, refusalOf: (one: Kept) => unknown): void {
  const known = new Map(all().map((queued) => [queued.key, queued]));
  const stays = goneFrom(kept).filter(({ key }) => kept && alsoShown.has(key));
  const next = kept?.map((one): Queued => {
    const before = known.get(one.key) ?? (isStep(one) ? shownStep(one) : shownPhoto(one));
    if (one.refusal) return { ...before, state: 'failed', error: refusalOf(one) };
    return before.state === 'failed' ? { ...before, state: 'waiting', error: undefined } : before;
  });
  for (const queued of goneFrom(kept)) if (isUpload(queued) && !stays.includes(queued)) URL.revokeObjectURL(queued.preview);
  set(next && [...stays, ...next].sort((a, b) => a.key - b.key));
}

const shownStep = ({ key, ticketId, op }: KeptStep): QueuedStep => ({ key, ticketId, op, state: 'waiting' });

function shownPhoto({ key, ticketId, file }: KeptPhoto): Upload {
  const preview = URL.createObjectURL(file);
  return { key, ticketId, name: file.name, preview, state: isLinkUp() ? 'preparing' : 'waiting', progress: 0 };
}
