import { useSyncExternalStore } from 'react';
import { isOnline } from '../http/connectivity.ts';
import type { ApiError } from '../http/errors.ts';
import { isStepItem, type PhotoItem, type QueueItem, type StepItem } from './store.ts';

// What the pages see of what is on its way.

interface Shown {
  key: number;
  ticketId: number;
  error?: unknown;
}

export interface Upload extends Shown {
  name: string;
  preview: string;
  state: PendingStep['state'] | 'preparing';
  progress: number;
}

export interface PendingStep extends Shown {
  op: StepItem['op'];
  /** what is sent stays until what came of it is read */
  state: 'waiting' | 'sending' | 'sent' | 'failed';
}

export type QueueEntry = Upload | PendingStep;

/** Only its owner can help it on, or the link. */
export const isWaitingOrFailed = ({ state }: QueueEntry): boolean => state === 'waiting' || state === 'failed';

export const isUpload = (queued: QueueEntry): queued is Upload => 'preview' in queued;
const isQueuedStep = (queued: QueueEntry): queued is PendingStep => 'op' in queued;

/** Undefined until it is known what the last visit left. */
let shown: readonly QueueEntry[] | undefined;
const listeners = new Set<() => void>();

function set(next: readonly QueueEntry[] | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing: readonly QueueEntry[] = [];
const all = (): readonly QueueEntry[] => shown ?? nothing;
/** In the order in which they go. */
export const useQueueEntries = (): readonly QueueEntry[] => useSyncExternalStore(subscribe, all);

const useQueuedOf = (ticketId: number): QueueEntry[] => useQueueEntries().filter((queued) => queued.ticketId === ticketId);
export const useUploads = (ticketId: number): Upload[] => useQueuedOf(ticketId).filter(isUpload);
export const usePendingSteps = (ticketId: number): PendingStep[] => useQueuedOf(ticketId).filter(isQueuedStep);

export interface QueueCounts {
  photos: number;
  steps: number;
}

export function countEntries(queued: readonly QueueEntry[]): QueueCounts {
  const photos = queued.filter(isUpload).length;
  return { photos, steps: queued.length - photos };
}

type Change = Partial<Pick<Upload, 'progress' | 'error'>> & { state?: PendingStep['state'] };

export const updateEntry = (key: number, change: Change): void =>
  set(all().map((queued) => (queued.key === key ? { ...queued, ...change } : queued)));

/** There is no link: all wait for it. */
export const markAllWaiting = (): void => change(() => true, undefined);

/** The service cannot do it now, and says why: what follows of the same ticket waits for the same. */
export const markTicketWaiting = (ticketId: number, error: ApiError): void =>
  change((queued) => queued.ticketId === ticketId, error);

function change(isMeant: (queued: QueueEntry) => boolean, error: ApiError | undefined): void {
  set(
    all().map((queued): QueueEntry => {
      if (['sent', 'failed'].includes(queued.state) || !isMeant(queued)) return queued;
      return { ...queued, state: 'waiting', ...(isUpload(queued) && { progress: 0 }), error };
    }),
  );
}

/** Shows what is kept; what is known of its progress stays, and so does what was sent. Nothing without an account. */
export function showItems(kept: QueueItem[] | undefined, refusalOf: (one: QueueItem) => unknown): void {
  const known = new Map(all().map((queued) => [queued.key, queued]));
  const next = kept?.map((one): QueueEntry => {
    const before = known.get(one.key) ?? (isStepItem(one) ? shownStep(one) : shownPhoto(one));
    known.delete(one.key);
    if (one.refusal) return { ...before, state: 'failed', error: refusalOf(one) };
    return before.state === 'failed' ? { ...before, state: 'waiting', error: undefined } : before;
  });
  const sent = [...known.values()].filter(({ state }) => kept && state === 'sent');
  for (const queued of known.values()) if (!sent.includes(queued)) release(queued);
  set(next && [...sent, ...next].sort((a, b) => a.key - b.key));
}

export function removeEntry(key: number): void {
  for (const queued of all()) if (queued.key === key) release(queued);
  set(shown?.filter((queued) => queued.key !== key));
}

function release(queued: QueueEntry): void {
  if (isUpload(queued)) URL.revokeObjectURL(queued.preview);
}

const shownStep = ({ key, ticketId, op }: StepItem): PendingStep => ({ key, ticketId, op, state: 'waiting' });

function shownPhoto({ key, ticketId, file }: PhotoItem): Upload {
  const preview = URL.createObjectURL(file);
  return { key, ticketId, name: file.name, preview, state: isOnline() ? 'preparing' : 'waiting', progress: 0 };
}
