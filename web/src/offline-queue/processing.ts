import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { invalidateTickets } from '../api/invalidation.ts';
import { queryClient } from '../api/query-client.ts';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { ApiError } from '../http/errors.ts';
import { createBroadcast } from '../lib/broadcast.ts';
import { withCrossTabLock } from '../lib/cross-tab-lock.ts';
import { delay } from '../lib/delay.ts';
import { isLeavingPage, principal } from '../session/acting.ts';
import { type HeldAction, holdAction } from '../session/held-actions.ts';
import { currentAccountKey, currentSession, isUnverified, onSessionChange } from '../session/session-store.ts';
import { nextItem } from './next-item.ts';
import { finalRefusal, requestItem, storedError, storeRefusal } from './send-item.ts';
import { markAllWaiting, markTicketWaiting, removeShownItem, showItems, updateShownItem } from './shown-items.ts';
import {
  hasUnstoredItems,
  isHeld,
  isOperationItem,
  isRequestItem,
  listItems,
  type QueueItem,
  removeItem,
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

/** The stored items of the account. */
export async function ownItems(): Promise<QueueItem[]> {
  const user = currentAccountKey();
  return user ? listItems(user) : [];
}

async function reportChange(): Promise<void> {
  broadcast.post('changed');
  await refreshView();
}

/** Shows in all tabs what the user has changed, and begins to send it. */
export async function reportAndSend(): Promise<void> {
  await reportChange();
  retryDelayMs = minRetryDelayMs; // otherwise several items that fail one after the other would wait for half a minute
  void processQueue();
}

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

let processing: Promise<void> | undefined;
/** Set when an item was added or changed while the queue was being processed. */
let isRequested = false;
let retryDelayMs = minRetryDelayMs;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

function scheduleRetry(): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => void processQueue(), retryDelayMs);
  retryDelayMs = Math.min(maxRetryDelayMs, retryDelayMs * 2);
}

/** @returns when nothing more can be sent now */
function processQueue(): Promise<void> {
  clearTimeout(retryTimer);
  isRequested = true;
  processing ??= sendRequested();
  return processing;
}

async function sendRequested(): Promise<void> {
  try {
    while (isRequested) {
      isRequested = false;
      await withCrossTabLock('callout-upload', sendAll);
    }
  } finally {
    processing = undefined; // at once: what is requested in between would wait
  }
}

async function sendAll(hasLock: () => boolean): Promise<void> {
  const skippedTickets = new Set<number>();
  for (;;) {
    const items = await ownItems();
    if (!hasLock()) return; // another tab goes on
    // First: a hold that ends between these two lines is in the list and ends once more.
    const held = items.filter(isHeld);
    const next = nextItem(items, skippedTickets);
    if (!next) {
      for (const item of held) holdKnown(item);
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

/** The holds of this tab by the ids of their tickets. Each tab has one of each held item, because another tab may be closed. */
const holds = new Map<number, HeldAction>();

/** Holds the items of a ticket. @param stored when they are stored */
export function hold(ticketId: number, holdMs: number, stored: Promise<unknown> = Promise.resolve()): void {
  holds.get(ticketId)?.undo();
  const isCurrent = (): boolean => holds.get(ticketId) === action;
  const end = async (): Promise<void> => {
    if (!isCurrent()) return; // it was discarded and held anew before its turn to be sent
    holds.delete(ticketId);
    await stored.catch(() => {});
    await endHold(ticketId);
    await reportChange();
    await Promise.race([processQueue(), delay(maxReadMs)]); // a sign-out waits for it
  };
  const onUndo = (): void => {
    if (isCurrent()) holds.delete(ticketId);
    void processQueue(); // which holds what somebody else has stored, who has signed in since
  };
  const action = holdAction({ holdMs, requests: [end], onUndo });
  holds.set(ticketId, action);
}

/** Holds what another tab has stored, or this one before a reload. */
function holdKnown(item: QueueItem): void {
  if (holds.has(item.ticketId) || !isOperationItem(item) || item.heldUntil === undefined) return;
  hold(item.ticketId, item.heldUntil - Date.now());
}

/** Sends what is held of a ticket now. */
export const sendHeldOperation = (ticketId: number): Promise<void> | undefined => holds.get(ticketId)?.send();

/** Lets the items of a ticket be sent. */
export async function endHold(ticketId: number): Promise<void> {
  const held = (await ownItems()).filter((item) => item.ticketId === ticketId && isHeld(item));
  for (const item of held) {
    await updateItem(item.key, { heldUntil: undefined });
    updateShownItem(item.key, { state: 'sending' });
  }
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
// The browser asks before it closes a tab whose items are in memory only.
addEventListener('beforeunload', (event) => {
  if (hasUnstoredItems() && !isLeavingPage()) event.preventDefault();
});
