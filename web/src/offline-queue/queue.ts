import { isOnline } from '../http/connectivity.ts';
import { principal } from '../session/acting.ts';
import { currentAccountKey } from '../session/session-store.ts';
import { endHold, hold, ownItems, reportAndSend } from './processing.ts';
import {
  addItem,
  type CommentItem,
  type CostItem,
  isOperationItem,
  isStepAfter,
  maxHoldMs,
  type NewItem,
  type OfflineOperation,
  type OperationItem,
  type PhotoItem,
  removeItem,
  restoreItem,
  updateItem,
} from './stored-items.ts';

// What the pages do with the offline queue: they add items, remove them and send them again.

let lastEnqueue: Promise<unknown> = Promise.resolve();

/** Adds items after all items whose adding was begun before. They end the holds of their tickets: the user goes on. */
export function enqueue(...items: NewItem[]): Promise<void> {
  const user = currentAccountKey();
  const added = lastEnqueue.then(async () => {
    if (!user) return;
    for (const ticketId of new Set(items.map((item) => item.ticketId))) await endHold(ticketId);
    for (const item of items) {
      if ('op' in item && item.op !== 'answer') await removeRefused(item);
      await addItem({ ...item, user });
    }
    await reportAndSend();
  });
  lastEnqueue = added.catch(() => {});
  return added;
}

/** Stores photos of a ticket and sends them as soon as possible. @param use of the photos, which show the work without one */
export const enqueuePhotos = (
  ticketId: number,
  files: Iterable<File>,
  use?: Pick<PhotoItem, 'isReport' | 'checklistItem'>,
): Promise<void> => enqueue(...[...files].map((file) => ({ ticketId, file, isReady: false, wasTried: false, ...use })));

/** Stores a comment on a ticket, or a report of another defect, with its pictures, and sends it as soon as possible. */
export const enqueueComment = (
  ticketId: number,
  comment: Pick<CommentItem, 'text' | 'internal' | 'toReporter' | 'files' | 'found'>,
): Promise<void> => enqueue({ ticketId, ...comment });

/** Stores a line of costs of a ticket, and sends it as soon as possible. */
export const enqueueCost = (ticketId: number, line: Pick<CostItem, 'cost' | 'currency'>): Promise<void> =>
  enqueue({ ticketId, ...line });

/**
 * Stores an operation on a ticket and sends it as soon as possible. It replaces the same one that was refused. The service cannot
 * take a Start back, so with a connection it is held for some seconds, until the user goes on or leaves the page; without one it
 * waits anyway. While acting it is sent at once, because the page may be left for another account.
 * @param deletedPhotos the ids of photos that are deleted before
 */
export function enqueueOperation(ticketId: number, op: OfflineOperation, deletedPhotos: readonly number[] = []): Promise<void> {
  const isHeld = op === 'start' && isOnline() && !principal;
  const added = enqueue({ ticketId, op, deletedPhotos, ...(isHeld && { heldUntil: Date.now() + maxHoldMs }) });
  if (isHeld) hold(ticketId, maxHoldMs, added);
  return added;
}

/** Stores a hold, its end, or what is filled in, and sends it as soon as possible. It replaces the same one that was refused. */
export const enqueueChange = (
  ticketId: number,
  change: Pick<OperationItem, 'op' | 'hold' | 'answers' | 'signature'>,
): Promise<void> => enqueue({ ticketId, ...change });

async function removeRefused({ ticketId, op }: Pick<OperationItem, 'ticketId' | 'op'>): Promise<void> {
  const refused = (await ownItems()).filter(
    (item) => isOperationItem(item) && item.ticketId === ticketId && item.op === op && item.refusal,
  );
  for (const { key } of refused) await removeItem(key);
}

/**
 * Removes items from the queue; an operation together with the later operations of its ticket, but for what was filled in.
 * @returns a function that restores them
 */
export async function discard(...keys: number[]): Promise<() => Promise<void>> {
  const items = await ownItems();
  const meant = items.filter(({ key }) => keys.includes(key));
  const removed = items.filter((item) => meant.some((other) => item === other || isStepAfter(item, other)));
  for (const { key } of removed) await removeItem(key);
  await reportAndSend();
  return async () => {
    for (const item of removed) await restoreItem(item);
    await reportAndSend();
  };
}

/** Sends an item again that was refused or waits. */
export async function retry(key: number): Promise<void> {
  await updateItem(key, { refusal: undefined });
  await reportAndSend();
}
