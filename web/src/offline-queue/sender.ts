import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { invalidateTickets } from '../api/invalidation.ts';
import { queryClient } from '../api/query-client.ts';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { ApiError } from '../http/errors.ts';
import { createBroadcast } from '../lib/broadcast.ts';
import { withCrossTabLock } from '../lib/cross-tab-lock.ts';
import { delay } from '../lib/delay.ts';
import { isLeavingPage, principal } from '../session/acting.ts';
import { currentAccountKey, currentSession, isUnverified, onSessionChange } from '../session/session-store.ts';
import { nextItem } from './next-item.ts';
import { finalRefusal, requestItem, storedError, storeRefusal } from './send-item.ts';
import { markAllWaiting, markTicketWaiting, removeShownItem, showItems, updateShownItem } from './shown-items.ts';
import {
  addItem,
  type CommentItem,
  type CostItem,
  hasUnstoredItems,
  isHeld,
  isOperationItem,
  isRequestItem,
  isStepAfter,
  listItems,
  maxHoldMs,
  type NewItem,
  type OfflineOperation,
  type OperationItem,
  type PhotoItem,
  type QueueItem,
  removeItem,
  restoreItem,
  updateItem,
} from './stored-items.ts';

// Sends the items of the offline queue, one at a time, in the order of `nextItem`, by one tab at a time. An item stays stored
// until the service has answered. Without a connection or a session it waits.

const minRetryDelayMs = 2_000;
const maxRetryDelayMs = 30_000;
/** An item that was sent disappears after this time when the changed ticket cannot be read. */
const maxReadMs = 3_000;
/** A shorter interruption of the connection may concern one request only. */
const minOutageMs = 5_000;

type SentItem = Pick<QueueItem, 'key' | 'ticketId'>;
/** Items in memory are known to this tab only, as all are while acting. */
const channelName = principal ? `callout-uploads ${newIdempotencyKey()}` : 'callout-uploads';
/** Tells the other tabs that an item was sent, or that items were added, changed or removed. */
const broadcast = createBroadcast<SentItem | 'changed'>(channelName);

let lastEnqueue: Promise<unknown> = Promise.resolve();

/** Adds items after all items whose adding was begun before. They end the holds of their tickets: the user goes on. */
export function enqueue(...items: NewItem[]): Promise<void> {
  const user = currentAccountKey();
  const added = lastEnqueue.then(async () => {
    if (!user) return;
    await endHolds((ticketId) => items.some((item) => item.ticketId === ticketId));
    for (const item of items) {
      if ('op' in item && item.op !== 'answer') await removeRefused(item);
      await addItem({ ...item, user });
    }
    await refreshView();
    broadcast.post('changed');
    retryDelayMs = minRetryDelayMs; // otherwise several items that fail one after the other would wait for half a minute
    void processQueue();
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
export const enqueueOperation = (ticketId: number, op: OfflineOperation, deletedPhotos: readonly number[] = []): Promise<void> =>
  enqueue({
    ticketId,
    op,
    deletedPhotos,
    ...(op === 'start' && isOnline() && !principal && { heldUntil: Date.now() + maxHoldMs }),
  });

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

/** Sends held operations now: those of one ticket or all. */
export async function sendHeldOperations(ticketId?: number): Promise<void> {
  await lastEnqueue;
  if (!(await endHolds((other) => ticketId === undefined || ticketId === other))) return;
  await reportAndSend();
}

/** @returns whether there were any */
async function endHolds(isMeant: (ticketId: number) => boolean): Promise<boolean> {
  const held = (await ownItems()).filter((item) => isMeant(item.ticketId) && isHeld(item));
  for (const item of held) {
    await updateItem(item.key, { heldUntil: undefined });
    updateShownItem(item.key, { state: 'sending' });
  }
  return held.length > 0;
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

async function ownItems(): Promise<QueueItem[]> {
  const user = currentAccountKey();
  return user ? listItems(user) : [];
}

async function reportChange(): Promise<void> {
  broadcast.post('changed');
  await refreshView();
}

const reportAndSend = (): Promise<void> => reportChange().then(() => void processQueue());

let readNumber = 0;
let shownReadNumber = 0;

/** Shows the stored items, unless a read that began later was shown already. */
async function refreshView(): Promise<void> {
  const thisRead = ++readNumber;
  const user = currentAccountKey();
  const items = user ? await listItems(user) : undefined;
  if (user !== currentAccountKey() || thisRead < shownReadNumber) return;
  shownReadNumber = thisRead;
  showItems(items, storedError);
}

/** Removes a sent item from the screen when the changed ticket was read: until then the page would show the ticket as it was before. */
async function showResult({ key, ticketId }: SentItem): Promise<void> {
  await Promise.race([invalidateTickets(queryClient, [ticketId]), delay(maxReadMs)]);
  removeShownItem(key);
}

let isProcessing = false;
/** Set when an item was added or changed while the queue was being processed. */
let isRequested = false;
let retryDelayMs = minRetryDelayMs;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

function scheduleRetry(): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => void processQueue(), retryDelayMs);
  retryDelayMs = Math.min(maxRetryDelayMs, retryDelayMs * 2);
}

async function processQueue(): Promise<void> {
  clearTimeout(retryTimer);
  isRequested = true;
  if (isProcessing) return;
  isProcessing = true;
  try {
    while (isRequested) {
      isRequested = false;
      await withCrossTabLock('callout-upload', sendAll);
    }
  } finally {
    isProcessing = false;
  }
}

async function sendAll(hasLock: () => boolean): Promise<void> {
  const skippedTickets = new Set<number>();
  while (hasLock()) {
    const items = await ownItems();
    // First: a hold that ends between these two lines is in the list and its timer fires at once.
    const held = items.filter(isHeld);
    const next = nextItem(items, skippedTickets);
    if (!next) {
      scheduleHeld(held);
      return;
    }
    const outcome = await sendItem(next);
    if (outcome === 'offline') {
      isRequested = false; // the retry sends everything
      return;
    }
    if (outcome === 'postponed') skippedTickets.add(next.ticketId);
  }
}

let holdTimer: ReturnType<typeof setTimeout> | undefined;

/** Sends the first of the held operations when its time is over. */
function scheduleHeld(held: readonly QueueItem[]): void {
  clearTimeout(holdTimer);
  const times = held.flatMap((item) => (isOperationItem(item) ? (item.heldUntil ?? []) : []));
  if (times.length === 0) return;
  holdTimer = setTimeout(() => void refreshView().then(processQueue), Math.min(...times) - Date.now());
}

/**
 * Sends one item.
 * @returns `settled` when it was sent or refused for good; `postponed` when the service cannot take it now, for example when it
 * cannot store photos, so that items of other tickets are sent; `offline` without a response
 */
async function sendItem(item: QueueItem): Promise<'settled' | 'postponed' | 'offline'> {
  const { key, ticketId } = item;
  try {
    await requestItem(item);
    retryDelayMs = minRetryDelayMs;
    updateShownItem(key, { state: 'sent', error: undefined });
    await removeItem(key);
    if (isRequestItem(item)) await reportChange(); // its photos are items now
    broadcast.post({ key, ticketId });
    void showResult({ key, ticketId });
    return 'settled';
  } catch (error) {
    const refusal = finalRefusal(error, item);
    if (refusal) {
      await storeRefusal(item, refusal);
      await reportChange();
      void invalidateTickets(queryClient, [ticketId]);
      return 'settled';
    }
    const response = error instanceof ApiError && currentAccountKey() === item.user ? error : undefined;
    if (response) markTicketWaiting(ticketId, response);
    else markAllWaiting();
    scheduleRetry();
    return response ? 'postponed' : 'offline';
  }
}

/** After a sign-in the items of that user are shown and sent; nobody sees the items of another user. */
let shownUserId: string | undefined;
/** Whether the session was opened without a connection: its items are shown, and sent after the refresh. */
let waitsForRefresh = false;
function followUser(): void {
  const session = currentSession();
  const isRefreshed = waitsForRefresh && session !== undefined && !isUnverified(session);
  waitsForRefresh = session !== undefined && isUnverified(session);
  if (currentAccountKey() === shownUserId) {
    if (isRefreshed) void processQueue();
    return;
  }
  shownUserId = currentAccountKey();
  showItems(undefined, storedError);
  void refreshView().then(processQueue);
}

onSessionChange(followUser);
followUser();
broadcast.subscribe((message) => {
  if (message !== 'changed') {
    updateShownItem(message.key, { state: 'sent', error: undefined });
    void showResult(message);
  }
  void refreshView().then(processQueue);
});
// After an outage the queue is sent at once. When only the requests of the queue fail, it waits for its retry.
let offlineSince = 0;
let hadNoNetwork = false;
addEventListener('offline', () => {
  hadNoNetwork = true;
});
onConnectivityChange(() => {
  if (!isOnline()) offlineSince = performance.now();
  else if (hadNoNetwork || performance.now() - offlineSince > minOutageMs) void processQueue();
  hadNoNetwork &&= !isOnline();
});
// A phone may end a page that is not shown, so what is held is sent before.
document.addEventListener('visibilitychange', () => document.hidden && void sendHeldOperations());
addEventListener('pagehide', () => void sendHeldOperations());
// The browser asks before it closes a tab whose items are in memory only.
addEventListener('beforeunload', (event) => {
  if (hasUnstoredItems() && !isLeavingPage()) event.preventDefault();
});
