import { ApiError } from '../api/errors.ts';
import { isLinkUp, onLink } from '../api/link.ts';
import { queryClient, refreshTickets } from '../api/queries.ts';
import { pause } from '../pause.ts';
import { current, subscribe } from '../session/store.ts';
import { alone } from './alone.ts';
import { amend, forget, isLossy, isStep, type Kept, type KeptPhoto, type KeptStep, keep, keepAgain, keptOf } from './kept.ts';
import { changeQueued, changeToLater, changeToWaiting, removeShown, showKept } from './list.ts';
import { sendPhoto } from './photo.ts';
import { UnreadablePhoto } from './shrink.ts';
import { sendStep } from './step.ts';

// Photos and steps on their way. Each is kept until the service has answered; while the link is
// down, or nobody is signed in, it waits, and goes by itself afterwards. One at a time, in the
// order in which they were done, by one tab at a time.

const shortestWait = 2_000;
const longestWait = 30_000;
/** For so long what was sent is shown as expected, when what came of it cannot be read. */
const longestRead = 3_000;
/** Longer than one look at the link. */
const outage = 5_000;

type Sent = Pick<Kept, 'key' | 'ticketId'>;
/** Tells the other tabs what was sent, or that something else was kept or is gone. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('callout-uploads');
const me = (): string | undefined => current()?.user.id;

let isRunning = false;
let isAsked = false;
let wait = shortestWait;
let wake: ReturnType<typeof setTimeout> | undefined;

let adding: Promise<unknown> = Promise.resolve();

/** What is added next comes after all of what is being added. */
function add(...waiting: (Omit<KeptPhoto, 'key' | 'user'> | Omit<KeptStep, 'key' | 'user'>)[]): Promise<void> {
  const user = me();
  const added = adding.then(async () => {
    if (!user) return;
    for (const one of waiting) await keep({ ...one, user });
    await show();
    tellOthers();
    void work();
  });
  adding = added.catch(() => {});
  return added;
}

export const addPhotos = (ticketId: number, files: Iterable<File>): Promise<void> =>
  add(...[...files].map((file) => ({ ticketId, file, isReady: false, wasTried: false })));

/** Taken anew, a step that was refused is outdated. */
export async function addStep(ticketId: number, op: KeptStep['op']): Promise<void> {
  const outdated = (await mine()).filter((one) => isStep(one) && one.ticketId === ticketId && one.op === op && one.refusal);
  for (const { key } of outdated) await forget(key);
  await add({ ticketId, op });
}

/**
 * Gives up what waits; a step together with those that follow it.
 * @returns how to take it back
 */
export async function drop(...keys: number[]): Promise<() => Promise<void>> {
  const kept = await mine();
  const asked = kept.filter(({ key }) => keys.includes(key));
  const dropped = kept.filter((one) => asked.includes(one) || asked.some((other) => isStep(other) && follows(one, other)));
  for (const { key } of dropped) await forget(key);
  await changed();
  void work();
  return async () => {
    for (const one of dropped) await keepAgain(one);
    await changed();
    void work();
  };
}

/** A step of the same ticket after something else. */
const follows = (one: Kept, other: Kept): boolean => isStep(one) && one.ticketId === other.ticketId && one.key > other.key;

export async function sendAgain(key: number): Promise<void> {
  const one = (await mine()).find((kept) => kept.key === key);
  if (one) {
    const { refusal: _, ...rest } = one;
    await amend(rest);
  }
  await changed();
  void work();
}

async function mine(): Promise<Kept[]> {
  const user = me();
  return user ? keptOf(user) : [];
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
  const kept = user ? await keptOf(user) : undefined;
  if (user !== me() || look < shownLook) return;
  shownLook = look;
  showKept(kept, errorOf);
}

/** It leaves the screen when what came of it is read: an older state in between would take away what people hold on to. */
async function showOutcome({ key, ticketId }: Sent): Promise<void> {
  await Promise.race([refreshTickets(queryClient, [ticketId]), pause(longestRead)]);
  removeShown(key);
}

async function work(): Promise<void> {
  clearTimeout(wake);
  isAsked = true;
  if (isRunning) return;
  isRunning = true;
  try {
    while (isAsked) {
      isAsked = false; // what is added while the last one ends must not be overlooked
      await alone(sendAll);
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
async function first(later: Set<number>): Promise<Kept | undefined> {
  const kept = await mine();
  const refused = kept.filter(({ refusal }) => refusal);
  const mayGo = kept.filter((one) => !one.refusal && !later.has(one.ticketId) && !refused.some((other) => follows(one, other)));
  return mayGo.find((one) => isStep(one) && !mayGo.some((other) => follows(one, other))) ?? mayGo[0];
}

/** @returns `later` when the service cannot do it now, such as storing photos: other tickets do not wait for that */
async function attempt(one: Kept): Promise<'settled' | 'later' | 'no link'> {
  const { key, ticketId } = one;
  try {
    await (isStep(one) ? sendStep(one) : sendPhoto(one));
    wait = shortestWait;
    changeQueued(key, { state: 'sent', error: undefined });
    await forget(key);
    tellOthers({ key, ticketId });
    void showOutcome({ key, ticketId });
    return 'settled';
  } catch (error) {
    const refusal = refusalOf(error, one);
    if (refusal && (await amend({ ...one, refusal }))) {
      await changed();
      void refreshTickets(queryClient, [ticketId]);
      return 'settled';
    }
    const said = error instanceof ApiError && me() === one.user ? error : undefined;
    if (said) changeToLater(ticketId, said);
    else changeToWaiting();
    clearTimeout(wake);
    wake = setTimeout(() => void work(), wait);
    wait = Math.min(longestWait, wait * 2);
    return said ? 'later' : 'no link';
  }
}

/** What stands against it for good; nothing when another attempt may help. */
function refusalOf(error: unknown, { user }: Kept): Kept['refusal'] {
  if (error instanceof UnreadablePhoto) return 'unreadable';
  const isFinal = error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && me() === user;
  if (!isFinal) return undefined;
  const { status, message, retryAfter } = error;
  return { status, message, retryAfter };
}

function errorOf(one: Kept): unknown {
  const { refusal } = one;
  if (refusal === 'unreadable') return new UnreadablePhoto(isStep(one) ? one.op : one.file.name);
  return refusal && new ApiError(refusal.status, refusal.message, refusal.retryAfter);
}

/** Whoever signs in finds what waited and sends it; nobody sees another one's. */
let last: string | undefined;
function follow(): void {
  if (me() === last) return;
  last = me();
  showKept(undefined, errorOf);
  void show().then(work);
}

subscribe(follow);
follow();
channel?.addEventListener('message', ({ data }: MessageEvent<Sent | 'changed'>) => {
  if (data !== 'changed') {
    changeQueued(data.key, { state: 'sent', error: undefined });
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
onLink(() => {
  if (!isLinkUp()) downSince = performance.now();
  else if (hadNoNetwork || performance.now() - downSince > outage) void work();
  hadNoNetwork &&= !isLinkUp();
});
// A tab that would lose something asks before it closes.
addEventListener('beforeunload', (event) => {
  if (isLossy()) event.preventDefault();
});
