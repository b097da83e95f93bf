import { call } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { queryClient, refreshTickets } from '../api/queries.ts';
import { current, subscribe } from '../session/store.ts';
import { alone } from './alone.ts';
import { amend, forget, isKept, isLossy, type Kept, keep, keptOf } from './kept.ts';
import { changeUpload, showKept } from './list.ts';
import { shrink, UnreadablePhoto } from './shrink.ts';

// Photos on their way. A file is kept until the service has answered; while the link is down, or
// nobody is signed in, it waits, and goes by itself afterwards. One at a time, in the order of
// taking, by one tab at a time.

const shortestWait = 2_000;
const longestWait = 30_000;

/** Tells the other tabs that something was kept or is gone. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('callout-uploads');
const me = (): string | undefined => current()?.user.id;

let isRunning = false;
let isAsked = false;
let wait = shortestWait;
let wake: ReturnType<typeof setTimeout> | undefined;

export async function addPhotos(ticketId: number, files: Iterable<File>): Promise<void> {
  const user = me();
  if (!user) return;
  for (const file of files) await keep({ user, ticketId, file, isReady: false, wasTried: false });
  await changed();
  void work();
}

/** @returns how to take it back */
export async function dropUploads(...keys: number[]): Promise<() => Promise<void>> {
  const user = me();
  const dropped = user ? (await keptOf(user)).filter(({ key }) => keys.includes(key)) : [];
  for (const { key } of dropped) await forget(key);
  await changed();
  return async () => {
    for (const { key: _, ...photo } of dropped) await keep(photo);
    await changed();
    void work();
  };
}

export async function sendAgain(key: number): Promise<void> {
  const user = me();
  const photo = user && (await keptOf(user)).find((one) => one.key === key);
  if (photo) {
    const { refusal: _, ...rest } = photo;
    await amend(rest);
  }
  await changed();
  void work();
}

async function changed(): Promise<void> {
  await show();
  channel?.postMessage('changed');
}

async function show(): Promise<void> {
  const user = me();
  const kept = user ? await keptOf(user) : undefined;
  if (user === me()) showKept(kept, errorOf);
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

async function sendAll(): Promise<void> {
  for (let next = await first(); next; next = await first()) {
    if (!(await attempt(next))) return;
  }
}

async function first(): Promise<Kept | undefined> {
  const user = me();
  return user ? (await keptOf(user)).find(({ refusal }) => !refusal) : undefined;
}

/** @returns false when the link is down or nobody is signed in: then all wait */
async function attempt(photo: Kept): Promise<boolean> {
  const { key, ticketId } = photo;
  try {
    const file = photo.isReady ? photo.file : await shrink(photo.file);
    const ready: Kept = { ...photo, file, isReady: true, wasTried: true };
    if (!photo.wasTried) await amend(ready);
    if (!(photo.wasTried && (await hasArrived(ticketId, file)))) await sendOne(ready);
    wait = shortestWait;
    await forget(key);
    await changed();
    refreshTickets(queryClient, [ticketId]);
    return true;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) {
      await amend({ ...photo, refusal });
      await changed();
      return true;
    }
    changeUpload(key, { state: 'waiting', progress: 0, error: error instanceof ApiError && me() ? error : undefined });
    wake = setTimeout(() => void work(), wait);
    wait = Math.min(longestWait, wait * 2);
    return false;
  }
}

async function sendOne({ key, ticketId: id, file }: Kept): Promise<void> {
  if (!(await isKept(key))) return;
  changeUpload(key, { state: 'sending', progress: 0, error: undefined });
  const body = new FormData();
  body.set('file', file, file.name);
  await call('POST /tickets/{id}/photos', { params: { id }, body, onProgress: (progress) => changeUpload(key, { progress }) });
}

/** When the link broke before the answer, the photo may be there already. */
async function hasArrived(id: number, file: File): Promise<boolean> {
  const { items } = await call('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100, order: 'desc' } });
  return items.some((photo) => photo.original_name === file.name && photo.size_bytes === file.size && photo.uploader_id === me());
}

/** What stands against a photo for good; nothing when another attempt may help. */
function refusalOf(error: unknown): Kept['refusal'] {
  if (error instanceof UnreadablePhoto) return 'unreadable';
  const isFinal = error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && me() !== undefined;
  if (!isFinal) return undefined;
  const { status, message, retryAfter } = error;
  return { status, message, retryAfter };
}

function errorOf({ refusal, file }: Kept): unknown {
  if (refusal === 'unreadable') return new UnreadablePhoto(file.name);
  return refusal && new ApiError(refusal.status, refusal.message, refusal.retryAfter);
}

/** Whoever signs in finds what waited and sends it; nobody sees another one's. */
let last: string | undefined;
function follow(): void {
  if (me() === last) return;
  last = me();
  void show().then(work);
}

subscribe(follow);
follow();
channel?.addEventListener('message', () => void show().then(work));
addEventListener('online', () => void work());
// A tab that would lose photos asks before it closes.
addEventListener('beforeunload', (event) => {
  if (isLossy()) event.preventDefault();
});
