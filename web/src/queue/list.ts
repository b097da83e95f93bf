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
  state: QueuedStep['state'] | 'preparing';
  progress: number;
}

export interface QueuedStep extends Shown {
  op: KeptStep['op'];
  /** what is sent stays until what came of it is read */
  state: 'waiting' | 'sending' | 'sent' | 'failed';
}

export type Queued = Upload | QueuedStep;

/** Only its owner can help it on, or the link. */
export const isStuck = ({ state }: Queued): boolean => state === 'waiting' || state === 'failed';

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
      if (['sent', 'failed'].includes(queued.state) || !isMeant(queued)) return queued;
      return { ...queued, state: 'waiting', ...(isUpload(queued) && { progress: 0 }), error };
    }),
  );
}

/** Shows what is kept; what is known of its progress stays, and so does what was sent. Nothing without an account. */
export function showKept(kept: Kept[] | undefined, refusalOf: (one: Kept) => unknown): void {
  const known = new Map(all().map((queued) => [queued.key, queued]));
  const next = kept?.map((one): Queued => {
    const before = known.get(one.key) ?? (isStep(one) ? shownStep(one) : shownPhoto(one));
    known.delete(one.key);
    if (one.refusal) return { ...before, state: 'failed', error: refusalOf(one) };
    return before.state === 'failed' ? { ...before, state: 'waiting', error: undefined } : before;
  });
  const sent = [...known.values()].filter(({ state }) => kept && state === 'sent');
  for (const queued of known.values()) if (!sent.includes(queued)) release(queued);
  set(next && [...sent, ...next].sort((a, b) => a.key - b.key));
}

export function removeShown(key: number): void {
  for (const queued of all()) if (queued.key === key) release(queued);
  set(shown?.filter((queued) => queued.key !== key));
}

function release(queued: Queued): void {
  if (isUpload(queued)) URL.revokeObjectURL(queued.preview);
}

const shownStep = ({ key, ticketId, op }: KeptStep): QueuedStep => ({ key, ticketId, op, state: 'waiting' });

function shownPhoto({ key, ticketId, file }: KeptPhoto): Upload {
  const preview = URL.createObjectURL(file);
  return { key, ticketId, name: file.name, preview, state: isLinkUp() ? 'preparing' : 'waiting', progress: 0 };
}
