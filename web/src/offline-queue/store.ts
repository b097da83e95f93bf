import type { ApiError } from '../http/errors.ts';
import { NoDatabaseError, runRequest } from './indexed-db.ts';

// What waits to be sent lies in the browser's database until the service has answered, so that
// neither a reload nor a new login loses it. Where there is no such database (some private
// windows) it lies in memory.

/** A link that says nothing for so long is as good as none. Milliseconds. */
export const queueTimeoutMs = 10_000;

interface Waiting {
  /** grows in the order in which things were done, over all tabs */
  key: number;
  /** whose it is: nobody else's session may send it */
  user: string;
  ticketId: number;
  /** what the service said against it */
  refusal?: Pick<ApiError, 'status' | 'message' | 'retryAfter'> | 'unreadable';
}

export interface PhotoItem extends Waiting {
  file: File;
  /** upright and small already */
  isReady: boolean;
  /** it was on its way once, so it may have arrived */
  wasTried: boolean;
}

/** Steps that only the ticket's own worker can take: nobody else is faster while they wait. */
export const offlineOperations = ['start', 'done'] as const;
export type OfflineOperation = (typeof offlineOperations)[number];

export interface StepItem extends Waiting {
  op: OfflineOperation;
}

export type QueueItem = PhotoItem | StepItem;

export const isStepItem = (kept: QueueItem): kept is StepItem => 'op' in kept;

const memory = new Map<number, QueueItem>();
/** What was read last stays on the screen while the database cannot be read. */
let lastRead: { user: string; stored: QueueItem[] } | undefined;
/** The newest key that is known: what lies in memory comes right after it. */
let lastKey = 0;
const nextInMemory = 1e-6;

export async function addItem(one: Omit<PhotoItem, 'key'> | Omit<StepItem, 'key'>): Promise<void> {
  try {
    lastKey = Number(await runRequest('readwrite', (store) => store.add(one)));
  } catch {
    lastKey += nextInMemory;
    memory.set(lastKey, { ...one, key: lastKey });
  }
}

/** Puts back what was given up, where it was. */
export async function restoreItem(one: QueueItem): Promise<void> {
  if (Number.isInteger(one.key)) await runRequest('readwrite', (store) => store.put(one)).catch(() => memory.set(one.key, one));
  else memory.set(one.key, one);
}

/** In the order in which they were done. */
export async function listItems(user: string): Promise<QueueItem[]> {
  const stored = await readStored(user);
  const own = [...memory.values()].filter((one) => one.user === user).concat(stored);
  lastKey = Math.max(lastKey, ...own.map(({ key }) => key));
  return own.sort((a, b) => a.key - b.key);
}

async function readStored(user: string): Promise<QueueItem[]> {
  try {
    const stored = await runRequest<QueueItem[]>('readonly', (store) => store.index('user').getAll(user));
    lastRead = { user, stored };
    return stored;
  } catch {
    return lastRead?.user === user ? lastRead.stored : [];
  }
}

/**
 * Changes what is still there; what another tab has sent or dropped stays gone.
 * @returns false when the change could not be saved
 */
export async function updateItem(one: QueueItem): Promise<boolean> {
  if (memory.has(one.key)) {
    memory.set(one.key, one);
    return true;
  }
  try {
    if (await hasItem(one.key)) await runRequest('readwrite', (store) => store.put(one));
    return true;
  } catch {
    return false;
  }
}

/** @throws DOMException when the database cannot be read: whoever takes that for a no would lose what is kept */
export async function hasItem(key: number): Promise<boolean> {
  if (memory.has(key)) return true;
  try {
    return (await runRequest('readonly', (store) => store.count(key))) > 0;
  } catch (error) {
    if (error instanceof NoDatabaseError) return false;
    throw error;
  }
}

export async function removeItem(key: number): Promise<void> {
  if (!memory.delete(key)) await runRequest('readwrite', (store) => store.delete(key)).catch(() => {});
}

/** Only in memory: a tab that is closed loses them. */
export const hasUnstoredItems = (): boolean => memory.size > 0;
