import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import type { Category } from '../contract/enums.ts';
import type { AddCost, ChecklistAnswers, CreateTicket, PutHold } from '../contract/schemas.ts';
import { NoDatabaseError } from '../lib/indexed-db.ts';
import { undoMs } from '../lib/toasts.ts';
import { principal } from '../session/acting.ts';
import { runRequest } from './indexed-db.ts';

// The items of the offline queue: photos, comments, costs, operations and new tickets that are stored until the service has answered, so that neither a
// reload nor a new login loses them. Without IndexedDB (some private windows) they are in memory, and while acting for somebody, too.

interface Item {
  /** its id and its position: ascending in the order in which the items of all tabs were added */
  key: number;
  /** the key of the account whose item it is: no other one may send it */
  user: string;
  ticketId: number;
  /** the same for all attempts; an item that an older version has stored gets one with its next attempt */
  idempotencyKey?: string;
  /** when sending was begun, in milliseconds */
  triedAt?: number | undefined;
  /** the error response that refused it for good */
  refusal?: { status: number; message: string; retryAfter: number | undefined } | 'unreadable' | undefined;
}

export interface PhotoItem extends Item {
  file: File;
  /** it was rotated and resized already */
  isReady: boolean;
  /** sending was begun, so the service may have it */
  wasTried: boolean;
  /** it shows what the ticket is about, instead of the work */
  isReport?: boolean;
  /** the id of the item of the checklist that it answers */
  checklistItem?: string;
  /** of the photo that answers it, which was uploaded */
  photoId?: number;
}

export interface CommentItem extends Item {
  text: string;
  /** only admins and the assigned worker read it */
  internal?: boolean;
  /** those who reported the ticket without an account read it, too */
  toReporter?: boolean;
  /** pictures that are sent after the text */
  files: readonly File[];
  /** stored before the first attempt: the id of the ticket's newest comment then, 0 without one */
  newestIdBefore?: number;
  /** the text was sent */
  commentId?: number;
  /** the positions of the pictures that were sent */
  sentFiles?: readonly number[];
  /** it is no comment, but the report of another defect, with these fields */
  found?: FoundDetails;
}

/** What a worker says of another defect beside its text and pictures. */
export interface FoundDetails {
  category?: Category;
  floor?: string;
  equipment_id?: number;
}

/** A line of costs. */
export interface CostItem extends Item {
  cost: AddCost;
  /** what it counts in */
  currency: string;
  /** stored before the first attempt: the id of the ticket's newest line then, 0 without one */
  newestIdBefore?: number;
}

/** A new ticket. Until it is created, `ticketId` is a negative number that no other item has. */
export interface RequestItem extends Item {
  request: CreateTicket;
  /** what it is about, of the building */
  equipmentId?: number;
  /** photos, which become items of the ticket when it is created */
  files: readonly File[];
  /** what was filled in, for the form when the request is refused */
  form: object;
}

/** The transitions that can wait for a connection: only the assigned worker can run them, so that nobody else is faster. */
export const offlineOperations = ['start', 'done'] as const;
export type OfflineOperation = (typeof offlineOperations)[number];
/** What is filled in during the work: answers to items of the checklist, and a signature. It changes nothing that is shown elsewhere. */
type EntryOperation = 'answer' | 'sign';
/** What else a worker does to a ticket without a connection: put it on hold, end that, and fill something in. */
export type QueuedOperation = OfflineOperation | 'hold' | 'endHold' | EntryOperation;

export interface OperationItem extends Item {
  op: QueuedOperation;
  /** it is not sent before this time, in milliseconds, so that it can be taken back */
  heldUntil?: number | undefined;
  /** the ids of photos that are deleted before */
  deletedPhotos?: readonly number[];
  /** what the ticket waits for, of `hold` */
  hold?: PutHold;
  /** by the ids of the items, of `answer` */
  answers?: ChecklistAnswers['answers'];
  /** of `sign` */
  signature?: { name: string; file: File };
}

export type QueueItem = PhotoItem | OperationItem | CommentItem | CostItem | RequestItem;
export type WithoutKey<T> = T extends QueueItem ? Omit<T, 'key'> : never;
type WithoutUser<T> = T extends { user: string } ? Omit<T, 'user'> : never;
export type NewItem = WithoutUser<WithoutKey<QueueItem>>;
/** What of an item can change. */
export type ItemChange = Partial<Omit<PhotoItem & CommentItem & OperationItem, 'key' | 'user' | 'ticketId'>>;

/** How long an operation is held at most: a time further in the future is from a clock that was wrong. */
export const maxHoldMs = undoMs;

/** Whether an item must not be sent yet. */
export function isHeld(item: QueueItem): boolean {
  const restMs = isOperationItem(item) && item.heldUntil !== undefined ? item.heldUntil - Date.now() : 0;
  return restMs > 0 && restMs <= maxHoldMs;
}

/** Whether an operation fills something in. */
export const isEntry = ({ op }: { op: QueuedOperation }): boolean => op === 'answer' || op === 'sign';
export const isOperationItem = (item: QueueItem): item is OperationItem => 'op' in item;
/** Whether `item` is an operation that was queued after `other` on the same ticket; what is filled in depends on no other one. */
export const isStepAfter = (item: QueueItem, other: QueueItem): boolean =>
  isStep(item) && isStep(other) && item.ticketId === other.ticketId && item.key > other.key;
const isStep = (item: QueueItem): boolean => isOperationItem(item) && !isEntry(item);
export const isCommentItem = (item: QueueItem): item is CommentItem => 'text' in item;
export const isCostItem = (item: QueueItem): item is CostItem => 'cost' in item;
export const isRequestItem = (item: QueueItem): item is RequestItem => 'request' in item;
export const isPhotoItem = (item: QueueItem): item is PhotoItem => 'isReady' in item;

const inMemory = new Map<number, QueueItem>();
/** Changes of stored items that are not stored yet, for example because the database has no space for them. */
const unstoredChanges = new Map<number, ItemChange>();
/** The keys of stored items that were removed when the database could not be changed. */
const unstoredRemovals = new Set<number>();
/** Shown while the database cannot be read. */
let lastRead: { user: string; stored: QueueItem[] } | undefined;
/** The highest known key. The database counts in integers, so items in memory get a fraction and come right after it. */
let lastKey = 0;
const keyIncrementInMemory = 1e-6;

/** Stores an item as the last one of the queue. */
export async function addItem(added: WithoutKey<QueueItem>): Promise<void> {
  const item = { idempotencyKey: newIdempotencyKey(), ...added };
  try {
    if (principal) throw new NoDatabaseError();
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
  const stored = found.map((item) => ({ ...item, ...unstoredChanges.get(item.key) }));
  const own = [...inMemory.values()].filter((item) => item.user === user).concat(stored);
  lastKey = Math.max(lastKey, ...own.map(({ key }) => key));
  return own.sort((a, b) => a.key - b.key);
}

async function readStored(user: string): Promise<QueueItem[]> {
  if (principal) return [];
  try {
    const stored = await runRequest<QueueItem[]>('readonly', (store) => store.index('user').getAll(user));
    lastRead = { user, stored };
    return stored;
  } catch {
    return lastRead?.user === user ? lastRead.stored : [];
  }
}

/** Changes an item, unless it was sent or removed meanwhile. A change that cannot be stored holds until the page is left. */
export async function updateItem(key: number, change: ItemChange): Promise<void> {
  const item = inMemory.get(key);
  if (item) {
    inMemory.set(key, { ...item, ...change });
    return;
  }
  const changes = { ...unstoredChanges.get(key), ...change };
  unstoredChanges.set(key, changes);
  try {
    // In one transaction: an item that is removed between a read and a write would be stored, and sent, again.
    await runRequest('readwrite', (store) => {
      const reading = store.get(key);
      reading.onsuccess = () => {
        if (reading.result) store.put({ ...reading.result, ...changes });
      };
      return reading;
    });
    if (unstoredChanges.get(key) === changes) unstoredChanges.delete(key);
  } catch {
    // The next change stores this one as well.
  }
}

/** The service keeps an answer for a day by its clock, which may differ from that of this device. */
const maxAnswerAgeMs = 23 * 3_600_000;

/** Whether the service may have executed an earlier attempt without knowing its key any more. */
export const isAnswerForgotten = ({ idempotencyKey, triedAt }: QueueItem): boolean =>
  idempotencyKey === undefined || (triedAt !== undefined && Math.abs(Date.now() - triedAt) > maxAnswerAgeMs);

/**
 * Stores that sending an item begins.
 * @param change what its further attempts need as well
 * @returns the Idempotency-Key of the item
 */
export async function beginAttempt(item: QueueItem, change: ItemChange = {}): Promise<string> {
  const { idempotencyKey = newIdempotencyKey(), triedAt } = item;
  if (item.idempotencyKey === undefined || triedAt === undefined) {
    await updateItem(item.key, { ...change, idempotencyKey, triedAt: triedAt ?? Date.now() });
  }
  return idempotencyKey;
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
