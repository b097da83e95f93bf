import { invalidateTickets, queryClient } from '../api/queries.ts';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { ApiError } from '../http/errors.ts';
import { delay } from '../lib/delay.ts';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { withQueueLock } from './queue-lock.ts';
import { UnreadablePhotoError } from './resize-photo.ts';
import { sendPhoto } from './send-photo.ts';
import { sendStep } from './send-step.ts';
import {
  addItem,
  hasUnstoredItems,
  isStepItem,
  listItems,
  type PhotoItem,
  type QueueItem,
  removeItem,
  restoreItem,
  type StepItem,
  updateItem,
} from './store.ts';
import { markAllWaiting, markTicketWaiting, removeEntry, showItems, updateEntry } from './view.ts';

// Photos and steps on their way. Each is kept until the service has answered; while the link is
// down, or nobody is signed in, it waits, and goes by itself afterwards. One at a time, in the
// order in which they were done, by one tab at a time.

const shortestWait = 2_000;
const longestWait = 30_000;
/** For so long what was sent is shown as expected, when what came of it cannot be read. */
const longestRead = 3_000;
/** Longer than one look at the link. */
const outage = 5_000;

type Sent = Pick<QueueItem, 'key' | 'ticketId'>;
/** Tells the other tabs what was sent, or that something else was kept or is gone. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('callout-uploads');
const me = (): string | undefined => currentSession()?.user.id;

let isRunning = false;
let isAsked = false;
let wait = shortestWait;
let wake: ReturnType<typeof setTimeout> | undefined;

let adding: Promise<unknown> = Promise.resolve();

/** What is added next comes after all of what is being added. */
function add(...waiting: (Omit<PhotoItem, 'key' | 'user'> | Omit<StepItem, 'key' | 'user'>)[]): Promise<void> {
  const user = me();
  const added = adding.then(async () => {
    if (!user) return;
    for (const one of waiting) await addItem({ ...one, user });
    await show();
    tellOthers();
    void work();
  });
  adding = added.catch(() => {});
  return added;
}

export const enqueuePhotos = (ticketId: number, files: Iterable<File>): Promise<void> =>
  add(...[...files].map((file) => ({ ticketId, file, isReady: false, wasTried: false })));

/** Taken anew, a step that was refused is outdated. */
export async function enqueueStep(ticketId: number, op: StepItem['op']): Promise<void> {
  const outdated = (await mine()).filter((one) => isStepItem(one) && one.ticketId === ticketId && one.op === op && one.refusal);
  for (const { key } of outdated) await removeItem(key);
  await add({ ticketId, op });
}

/**
 * Gives up what waits; a step together with those that follow it.
 * @returns how to take it back
 */
export async function discard(...keys: number[]): Promise<() => Promise<void>> {
  const kept = await mine();
  const asked = kept.filter(({ key }) => keys.includes(key));
  const dropped = kept.filter((one) => asked.includes(one) || asked.some((other) => isStepItem(other) && follows(one, other)));
  for (const { key } of dropped) await removeItem(key);
  await changed();
  void work();
  return async () => {
    for (const one of dropped) await restoreItem(one);
    await changed();
    void work();
  };
}

/** A step of the same ticket after something else. */
const follows = (one: QueueItem, other: QueueItem): boolean =>
  isStepItem(one) && one.ticketId === other.ticketId && one.key > other.key;

export async function retry(key: number): Promise<void> {
  const one = (await mine()).find((kept) => kept.key === key);
  if (one) {
    const { refusal: _, ...rest } = one;
    await updateItem(rest);
  }
  await changed();
  void work();
}

async function mine(): Promise<QueueItem[]> {
  const user = me();
  return user ? listItems(user) : [];
}

const tellOthers = (message: Sent | 'changed' = 'changed'): void => channel?.postMessage(message);

async function changed(): Promise<void> {
  tellOthers();
  await show();
}

let looks = 0;
let shownLook = 0;

async function show(): Promise<void> {
  const look = ++looks;
  const user = me();
  const kept = user ? await listItems(user) : undefined;
  if (user !== me() || look < shownLook) return;
  shownLook = look;
  showItems(kept, errorOf);
}

/** It leaves the screen when what came of it is read: an older state in between would take away what people hold on to. */
async function showOutcome({ key, ticketId }: Sent): Promise<void> {
  await Promise.race([invalidateTickets(queryClient, [ticketId]), delay(longestRead)]);
  removeEntry(key);
}

async function work(): Promise<void> {
  clearTimeout(wake);
  isAsked = true;
  if (isRunning) return;
  isRunning = true;
  try {
    while (isAsked) {
      isAsked = false; // what is added while the last one ends must not be overlooked
      await withQueueLock(sendAll);
    }
  } finally {
    isRunning = false;
  }
}

async function sendAll(mayGoOn: () => boolean): Promise<void> {
  const later = new Set<number>();
  for (let next = await first(later); next && mayGoOn(); next = await first(later)) {
    const outcome = await attempt(next);
    if (outcome === 'no link') {
      isAsked = false; // all of it goes again, in a while
      return;
    }
    if (outcome === 'later') later.add(next.ticketId);
  }
}

/**
 * A step waits until what was refused before it is sent or given up: after `done` no photo can follow. One that
 * has nothing of its ticket before it goes first: it is short, and somebody waits for it.
 */
async function first(later: Set<number>): Promise<QueueItem | undefined> {
  const kept = await mine();
  const refused = kept.filter(({ refusal }) => refusal);
  const mayGo = kept.filter((one) => !one.refusal && !later.has(one.ticketId) && !refused.some((other) => follows(one, other)));
  return mayGo.find((one) => isStepItem(one) && !mayGo.some((other) => follows(one, other))) ?? mayGo[0];
}

/** @returns `later` when the service cannot do it now, such as storing photos: other tickets do not wait for that */
async function attempt(one: QueueItem): Promise<'settled' | 'later' | 'no link'> {
  const { key, ticketId } = one;
  try {
    await (isStepItem(one) ? sendStep(one) : sendPhoto(one));
    wait = shortestWait;
    updateEntry(key, { state: 'sent', error: undefined });
    await removeItem(key);
    tellOthers({ key, ticketId });
    void showOutcome({ key, ticketId });
    return 'settled';
  } catch (error) {
    const refusal = refusalOf(error, one);
    if (refusal && (await updateItem({ ...one, refusal }))) {
      await changed();
      void invalidateTickets(queryClient, [ticketId]);
      return 'settled';
    }
    const said = error instanceof ApiError && me() === one.user ? error : undefined;
    if (said) markTicketWaiting(ticketId, said);
    else markAllWaiting();
    clearTimeout(wake);
    wake = setTimeout(() => void work(), wait);
    wait = Math.min(longestWait, wait * 2);
    return said ? 'later' : 'no link';
  }
}

/** What stands against it for good; nothing when another attempt may help. */
function refusalOf(error: unknown, { user }: QueueItem): QueueItem['refusal'] {
  if (error instanceof UnreadablePhotoError) return 'unreadable';
  const isFinal = error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && me() === user;
  if (!isFinal) return undefined;
  const { status, message, retryAfter } = error;
  return { status, message, retryAfter };
}

function errorOf(one: QueueItem): unknown {
  const { refusal } = one;
  if (refusal === 'unreadable') return new UnreadablePhotoError(isStepItem(one) ? one.op : one.file.name);
  return refusal && new ApiError(refusal.status, refusal.message, refusal.retryAfter);
}

/** Whoever signs in finds what waited and sends it; nobody sees another one's. */
let last: string | undefined;
function follow(): void {
  if (me() === last) return;
  last = me();
  showItems(undefined, errorOf);
  void show().then(work);
}

onSessionChange(follow);
follow();
channel?.addEventListener('message', ({ data }: MessageEvent<Sent | 'changed'>) => {
  if (data !== 'changed') {
    updateEntry(data.key, { state: 'sent', error: undefined });
    void showOutcome(data);
  }
  void show().then(work);
});
// After an outage what waits goes at once. When others get through, and only this does not, it goes by its own clock.
let downSince = 0;
let hadNoNetwork = false;
addEventListener('offline', () => {
  hadNoNetwork = true;
});
onConnectivityChange(() => {
  if (!isOnline()) downSince = performance.now();
  else if (hadNoNetwork || performance.now() - downSince > outage) void work();
  hadNoNetwork &&= !isOnline();
});
// A tab that would lose something asks before it closes.
addEventListener('beforeunload', (event) => {
  if (hasUnstoredItems()) event.preventDefault();
});
