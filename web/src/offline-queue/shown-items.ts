import { isOnline } from '../http/connectivity.ts';
import type { ApiError } from '../http/errors.ts';
import type { UnsentCounts } from '../i18n/labels.ts';
import { createStore, useStore } from '../lib/create-store.ts';
import {
  type CommentItem,
  type CostItem,
  isCommentItem,
  isCostItem,
  isEntry,
  isHeld,
  isOperationItem,
  isRequestItem,
  type OperationItem,
  type PhotoItem,
  type QueueItem,
  type RequestItem,
} from './stored-items.ts';

// The offline queue as the pages show it: the stored items with the progress of sending them.

interface ShownItemBase {
  key: number;
  ticketId: number;
  error?: unknown;
}

/** A photo in the queue. */
export interface ShownPhoto extends ShownItemBase {
  name: string;
  /** an object URL of the file */
  preview: string;
  state: ShownOperation['state'] | 'preparing';
  /** the share that was sent, from 0 to 1 */
  progress: number;
  /** it shows what the ticket is about, instead of the work */
  isReport: boolean;
  /** the id of the item of the checklist that it answers */
  checklistItem: string | undefined;
}

/** An operation on a ticket in the queue. */
export interface ShownOperation extends ShownItemBase, Partial<Pick<OperationItem, 'answers' | 'signature'>> {
  op: OperationItem['op'];
  /** the ids of photos that are deleted before */
  deletedPhotos: readonly number[];
  /** it is not sent yet, so that it can be taken back */
  isHeld: boolean;
  /** an item stays `sent` until the changed ticket was read */
  state: 'waiting' | 'sending' | 'sent' | 'failed';
}

/** A comment in the queue. */
export interface ShownComment extends ShownItemBase {
  text: string;
  /** only admins and the assigned worker read it */
  internal: boolean;
  /** it is the report of another defect */
  isFound: boolean;
  /** object URLs of its pictures */
  previews: readonly string[];
  state: ShownOperation['state'];
  /** the text was sent, and its pictures follow */
  commentId?: number | undefined;
}

/** A line of costs in the queue. */
export interface ShownCost extends ShownItemBase, Pick<CostItem, 'cost' | 'currency'> {
  state: ShownOperation['state'];
}

/** A new ticket in the queue. */
export interface ShownRequest extends ShownItemBase {
  description: string;
  /** the number of its photos */
  pictures: number;
  state: ShownOperation['state'];
  /** the id of the ticket that it has become */
  createdId?: number;
}

export type ShownItem = ShownPhoto | ShownOperation | ShownComment | ShownCost | ShownRequest;

/** Whether an operation waits only so that it can be taken back. */
export const isHeldOperation = (item: ShownItem): boolean => isShownOperation(item) && item.isHeld;

/** Whether an item is not being sent: the user can try again or discard it. */
export const isWaitingOrFailed = ({ state }: ShownItem): boolean => state === 'waiting' || state === 'failed';

export const isShownPhoto = (item: ShownItem): item is ShownPhoto => 'preview' in item;
const isShownComment = (item: ShownItem): item is ShownComment => 'text' in item;
export const isShownCost = (item: ShownItem): item is ShownCost => 'cost' in item;
export const isShownRequest = (item: ShownItem): item is ShownRequest => 'pictures' in item;
export const isShownOperation = (item: ShownItem): item is ShownOperation => 'op' in item;

/** Undefined until the stored items were read. */
const shownItems = createStore<readonly ShownItem[] | undefined>(undefined);
const none: readonly ShownItem[] = [];
const allItems = (): readonly ShownItem[] => shownItems.get() ?? none;

/** All items, in the order in which they were added. The order of sending is that of `nextItem`. */
export const useShownItems = (): readonly ShownItem[] => useStore(shownItems, (all) => all ?? none);

const useShownItemsOf = (ticketId: number): ShownItem[] => useShownItems().filter((item) => item.ticketId === ticketId);
const usePhotosOf = (ticketId: number): ShownPhoto[] => useShownItemsOf(ticketId).filter(isShownPhoto);
/** The queued photos of the work on a ticket. */
export const useShownPhotos = (ticketId: number): ShownPhoto[] => usePhotosOf(ticketId).filter(({ isReport }) => !isReport);
/** The queued photos of the report of a ticket. */
export const useShownReportPictures = (ticketId: number): ShownPhoto[] =>
  usePhotosOf(ticketId).filter(({ isReport }) => isReport);
/** The queued operations of a ticket, but for what is filled in. */
export const useShownOperations = (ticketId: number): ShownOperation[] =>
  useShownItemsOf(ticketId)
    .filter(isShownOperation)
    .filter((operation) => !isEntry(operation));

/** The queued comments of a ticket. */
export const useShownComments = (ticketId: number): ShownComment[] => useShownItemsOf(ticketId).filter(isShownComment);

/** The queued lines of costs of a ticket. */
export const useShownCosts = (ticketId: number): ShownCost[] => useShownItemsOf(ticketId).filter(isShownCost);

/** What items are, with the photos of new tickets among the photos, and each operation once. */
export function countItems(counted: readonly ShownItem[]): Required<UnsentCounts> {
  const requests = counted.filter(isShownRequest);
  const comments = counted.filter(isShownComment);
  const reports = comments.filter(({ isFound }) => isFound).length;
  return {
    requests: requests.length,
    operations: [...new Set(counted.filter(isShownOperation).map(({ op }) => op))],
    photos: requests.reduce((sum, { pictures }) => sum + pictures, counted.filter(isShownPhoto).length),
    comments: comments.length - reports,
    reports,
    costs: counted.filter(isShownCost).length,
  };
}

interface Change {
  progress?: number;
  error?: unknown;
  commentId?: number;
  createdId?: number;
  state?: ShownOperation['state'];
  answers?: NonNullable<ShownOperation['answers']>;
}

/** Changes the state of one item. */
export const updateShownItem = (key: number, change: Change): void =>
  shownItems.set(allItems().map((item) => (item.key === key ? { ...item, ...change } : item)));

/** Without a connection all items wait. */
export const markAllWaiting = (): void => markWaiting(() => true, undefined);

/** The items of a ticket wait when the service cannot take one of them now; its error is shown. */
export const markTicketWaiting = (ticketId: number, error: ApiError): void =>
  markWaiting((item) => item.ticketId === ticketId, error);

function markWaiting(isMeant: (item: ShownItem) => boolean, error: ApiError | undefined): void {
  shownItems.set(
    allItems().map((item): ShownItem => {
      if (['sent', 'failed'].includes(item.state) || !isMeant(item)) return item;
      return { ...item, state: 'waiting', ...(isShownPhoto(item) && { progress: 0 }), error };
    }),
  );
}

/**
 * Shows the stored items. Progress that is known is kept, and so are items that were sent.
 * @param stored undefined when nobody is signed in
 * @param errorOf the error of an item that was refused
 */
export function showItems(stored: QueueItem[] | undefined, errorOf: (item: QueueItem) => unknown): void {
  const known = new Map(allItems().map((item) => [item.key, item]));
  const next = stored?.map((item): ShownItem => {
    const before = known.get(item.key) ?? shownItem(item);
    known.delete(item.key);
    // What waited behind it may have been merged into it.
    const now =
      isShownOperation(before) && isOperationItem(item) ? { ...before, ...shownOperation(item), state: before.state } : before;
    if (item.refusal) return { ...now, state: 'failed', error: errorOf(item) };
    return now.state === 'failed' ? { ...now, state: 'waiting', error: undefined } : now;
  });
  const sent = [...known.values()].filter(({ state }) => stored && state === 'sent');
  for (const item of known.values()) if (!sent.includes(item)) revokePreview(item);
  shownItems.set(next && [...sent, ...next].sort((a, b) => a.key - b.key));
}

/** Removes an item from the screen. */
export function removeShownItem(key: number): void {
  for (const item of allItems()) if (item.key === key) revokePreview(item);
  shownItems.set(shownItems.get()?.filter((item) => item.key !== key));
}

function revokePreview(item: ShownItem): void {
  if (isShownPhoto(item)) URL.revokeObjectURL(item.preview);
  if (isShownComment(item)) for (const preview of item.previews) URL.revokeObjectURL(preview);
}

function shownItem(item: QueueItem): ShownItem {
  if (isCommentItem(item)) return shownComment(item);
  if (isCostItem(item)) return shownCost(item);
  if (isRequestItem(item)) return shownRequest(item);
  return isOperationItem(item) ? shownOperation(item) : shownPhoto(item);
}

function shownComment({ key, ticketId, text, internal = false, files, commentId, found }: CommentItem): ShownComment {
  const previews = files.map((file) => URL.createObjectURL(file));
  const isFound = found !== undefined;
  return { key, ticketId, text, internal, isFound, previews, commentId, state: isOnline() ? 'sending' : 'waiting' };
}

const shownCost = ({ key, ticketId, cost, currency }: CostItem): ShownCost => ({
  ...{ key, ticketId, cost, currency },
  state: isOnline() ? 'sending' : 'waiting',
});

const shownRequest = ({ key, ticketId, request: { description }, files }: RequestItem): ShownRequest => ({
  ...{ key, ticketId, description, pictures: files.length },
  state: isOnline() ? 'sending' : 'waiting',
});

function shownOperation(item: OperationItem): ShownOperation {
  const { key, ticketId, op, deletedPhotos = [], answers, signature } = item;
  const entry = { ...(answers && { answers }), ...(signature && { signature }) };
  return { key, ticketId, op, deletedPhotos, isHeld: isHeld(item), state: 'waiting', ...entry };
}

function shownPhoto({ key, ticketId, file, isReport = false, checklistItem }: PhotoItem): ShownPhoto {
  const preview = URL.createObjectURL(file);
  const state = isOnline() ? 'preparing' : 'waiting';
  return { key, ticketId, name: file.name, preview, state, progress: 0, isReport, checklistItem };
}
