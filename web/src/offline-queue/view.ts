import { isOnline } from '../http/connectivity.ts';
import type { ApiError } from '../http/errors.ts';
import { createStore, useStore } from '../lib/create-store.ts';
import { isStepItem, type PhotoItem, type QueueItem, type StepItem } from './store.ts';

// The offline queue as the pages show it: the stored items with the progress of sending them.

interface Entry {
  key: number;
  ticketId: number;
  error?: unknown;
}

/** A photo in the queue. */
export interface Upload extends Entry {
  name: string;
  /** an object URL of the file */
  preview: string;
  state: PendingStep['state'] | 'preparing';
  /** the share that was sent, from 0 to 1 */
  progress: number;
}

/** An operation on a ticket in the queue. */
export interface PendingStep extends Entry {
  op: StepItem['op'];
  /** an entry stays `sent` until the changed ticket was read */
  state: 'waiting' | 'sending' | 'sent' | 'failed';
}

export type QueueEntry = Upload | PendingStep;

/** Whether an entry is not being sent: the user can try again or discard it. */
export const isWaitingOrFailed = ({ state }: QueueEntry): boolean => state === 'waiting' || state === 'failed';

export const isUpload = (entry: QueueEntry): entry is Upload => 'preview' in entry;
const isPendingStep = (entry: QueueEntry): entry is PendingStep => 'op' in entry;

/** Undefined until the stored items were read. */
const entries = createStore<readonly QueueEntry[] | undefined>(undefined);
const none: readonly QueueEntry[] = [];
const allEntries = (): readonly QueueEntry[] => entries.get() ?? none;

/** All entries, in the order in which they are sent. */
export const useQueueEntries = (): readonly QueueEntry[] => useStore(entries, (all) => all ?? none);

const useEntriesOf = (ticketId: number): QueueEntry[] => useQueueEntries().filter((entry) => entry.ticketId === ticketId);
/** The queued photos of a ticket. */
export const useUploads = (ticketId: number): Upload[] => useEntriesOf(ticketId).filter(isUpload);
/** The queued operations of a ticket. */
export const usePendingSteps = (ticketId: number): PendingStep[] => useEntriesOf(ticketId).filter(isPendingStep);

/** The number of photos and of steps. */
export function countEntries(counted: readonly QueueEntry[]): { photos: number; steps: number } {
  const photos = counted.filter(isUpload).length;
  return { photos, steps: counted.length - photos };
}

type Change = Partial<Pick<Upload, 'progress' | 'error'>> & { state?: PendingStep['state'] };

/** Changes the state of one entry. */
export const updateEntry = (key: number, change: Change): void =>
  entries.set(allEntries().map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));

/** Without a connection all entries wait. */
export const markAllWaiting = (): void => markWaiting(() => true, undefined);

/** The entries of a ticket wait when the service cannot take one of them now; its error is shown. */
export const markTicketWaiting = (ticketId: number, error: ApiError): void =>
  markWaiting((entry) => entry.ticketId === ticketId, error);

function markWaiting(isMeant: (entry: QueueEntry) => boolean, error: ApiError | undefined): void {
  entries.set(
    allEntries().map((entry): QueueEntry => {
      if (['sent', 'failed'].includes(entry.state) || !isMeant(entry)) return entry;
      return { ...entry, state: 'waiting', ...(isUpload(entry) && { progress: 0 }), error };
    }),
  );
}

/**
 * Shows the stored items. Progress that is known is kept, and so are entries that were sent.
 * @param items undefined when nobody is signed in
 * @param errorOf the error of an item that was refused
 */
export function showItems(items: QueueItem[] | undefined, errorOf: (item: QueueItem) => unknown): void {
  const known = new Map(allEntries().map((entry) => [entry.key, entry]));
  const next = items?.map((item): QueueEntry => {
    const before = known.get(item.key) ?? (isStepItem(item) ? stepEntry(item) : uploadEntry(item));
    known.delete(item.key);
    if (item.refusal) return { ...before, state: 'failed', error: errorOf(item) };
    return before.state === 'failed' ? { ...before, state: 'waiting', error: undefined } : before;
  });
  const sent = [...known.values()].filter(({ state }) => items && state === 'sent');
  for (const entry of known.values()) if (!sent.includes(entry)) revokePreview(entry);
  entries.set(next && [...sent, ...next].sort((a, b) => a.key - b.key));
}

/** Removes an entry from the screen. */
export function removeEntry(key: number): void {
  for (const entry of allEntries()) if (entry.key === key) revokePreview(entry);
  entries.set(entries.get()?.filter((entry) => entry.key !== key));
}

function revokePreview(entry: QueueEntry): void {
  if (isUpload(entry)) URL.revokeObjectURL(entry.preview);
}

const stepEntry = ({ key, ticketId, op }: StepItem): PendingStep => ({ key, ticketId, op, state: 'waiting' });

function uploadEntry({ key, ticketId, file }: PhotoItem): Upload {
  const preview = URL.createObjectURL(file);
  return { key, ticketId, name: file.name, preview, state: isOnline() ? 'preparing' : 'waiting', progress: 0 };
}
