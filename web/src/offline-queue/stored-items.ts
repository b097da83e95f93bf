import { NoDatabaseError } from '../lib/indexed-db.ts';
import { undoMs } from '../lib/toasts.ts';
import { runRequest } from './indexed-db.ts';

// The items of the offline queue: photos, comments and operations that are stored until the service has answered, so that neither a
// reload nor a new login loses them. Without IndexedDB (some private windows) they are in memory.

interface Item {
  /** its id and its position: ascending in the order in which the items of all tabs were added */
  key: number;
  /** the id of the user whose item it is: no other session may send it */
  user: string;
  ticketId: number;
  /** the error response that refused it for good */
  refusal?: { status: number; message: string; retryAfter: number | undefined } | 'unreadable';
}

export interface PhotoItem extends Item {
  file: File;
  /** it was rotated and resized already */
  isReady: boolean;
  /** sending was begun, so the service may have it */
  wasTried: boolean;
  /** it shows what the ticket is about, instead of the work */
  isReport?: boolean;
}

export interface CommentItem extends Item {
  text: string;
  /** pictures that are sent after the text */
  files: readonly File[];
  /** stored before the first attempt: the id of the ticket's newest comment then, 0 without one */
  newestIdBefore?: number;
  /** the text was sent */
  commentId?: number;
}

/** The operations that can wait for a connection: only the assigned worker can run them, so that nobody else is faster. */
export const offlineOperations = ['start', 'done'] as const;
export type OfflineOperation = (typeof offlineOperations)[number];

export interface OperationItem extends Item {
  op: OfflineOperation;
  /** it is not sent before this time, in milliseconds, so that it can be taken back */
  heldUntil?: number | undefined;
}

export type QueueItem = PhotoItem | OperationItem | CommentItem;
export type WithoutKey<T> = T extends QueueItem ? Omit<T, 'key'> : never;

/** How long an operation is held at most: a time further in the future is from a clock that was wrong. */
export const maxHoldMs = undoMs;

/** Whether an item must not be sent yet. */
export function isHeld(item: QueueItem): boolean {
  const restMs = isOperationItem(item) && item.heldUntil !== undefined ? item.heldUntil - Date.now() : 0;
  return restMs > 0 && restMs <= maxHoldMs;
}

export const isOperationItem = (item: QueueItem): item is OperationItem => 'op' in item;
export const isCommentItem = (item: QueueItem): item is CommentItem => 'text' in item;
export const isPhotoItem = (item: QueueItem): item is PhotoItem => 'isReady' in item;

const inMemory = new Map<number, QueueItem>();
/** Stored items as they were changed when the database had no space for it, or could not be read. */
const unstoredChanges = new Map<number, QueueItem>();
/** The keys of stored items that were removed when the database could not be changed. */
const unstoredRemovals = new Set<number>();
/** Shown while the database cannot be read. */
let lastRead: { user: string; stored: QueueItem[] } | undefined;
/** The highest known key. The database counts in integers, so items in memory get a fraction and come right after it. */
let lastKey = 0;
const keyIncrementInMemory = 1e-6;

/** Stores an item as the last one of the queue. */
export async function addItem(item: WithoutKey<QueueItem>): Promise<void> {
  try {
    lastKey = Number(await runRequest('readwrite', (store) => store.add(item)));
  } catch {
    lastKey += keyIncrementInMemory;
    inMemory.set(lastKey, { ...item, key: lastKey });
  }
}

/** Stores an item that was removed again, at its former position. */
export async function restoreItem(item: QueueItem): Promise<void> {
  if (unstoredRemovals.delete(item.key)) return;
  if (Number.isInteger(item.key))
    await runRequest('readwrite', (store) => store.put(item)).catch(() => inMemory.set(item.key, item));
  else inMemory.set(item.key, item);
}

/** The items of a user, in their order. */
export async function listItems(user: string): Promise<QueueItem[]> {
  for (const key of [...unstoredRemovals]) await removeItem(key);
  const found = (await readStored(user)).filter(({ key }) => !unstoredRemovals.has(key));
  const stored = found.map((item) => unstoredChanges.get(item.key) ?? item);
  const own = [...inMemory.values()].filter((item) => item.user === user).concat(stored);
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

/** Changes an item, unless another tab has sent or removed it. A change that cannot be stored holds until the page is left. */
export async function updateItem(item: QueueItem): Promise<void> {
  if (inMemory.has(item.key)) {
    inMemory.set(item.key, item);
    return;
  }
  try {
    if (await hasItem(item.key)) await runRequest('readwrite', (store) => store.put(item));
    unstoredChanges.delete(item.key);
  } catch {
    unstoredChanges.set(item.key, item);
  }
}

/**
 * Whether an item is still in the queue.
 * @throws DOMException when the database cannot be read: taken for `false` that would lose the item
 */
export async function hasItem(key: number): Promise<boolean> {
  if (inMemory.has(key)) return true;
  if (unstoredRemovals.has(key)) return false;
  try {
    return (await runRequest('readonly', (store) => store.count(key))) > 0;
  } catch (error) {
    if (error instanceof NoDatabaseError) return false;
    throw error;
  }
}

/** Removes an item. When the database fails the item is hidden, so that it is not sent again, and removed later. */
export async function removeItem(key: number): Promise<void> {
  if (inMemory.delete(key)) return;
  try {
    await runRequest('readwrite', (store) => store.delete(key));
    unstoredRemovals.delete(key);
    unstoredChanges.delete(key);
  } catch (error) {
    if (!(error instanceof NoDatabaseError)) unstoredRemovals.add(key);
  }
}

/** Whether closing this tab loses items, because they are in memory only. */
export const hasUnstoredItems = (): boolean => inMemory.size > 0;
