import { delay } from './delay.ts';
import { safeLocalStorage } from './storage.ts';

interface CrossTabLockOptions {
  /** ends the wait for the lock, not the work */
  signal?: AbortSignal;
}

/**
 * Runs the work while no other tab of the browser runs work under the same name.
 * @param work gets `isHeld`: without Web Locks a suspended tab loses its lock to another one, and then has to stop
 * @throws the reason of the signal when it is aborted before the work begins, and whatever the work throws
 */
export async function withCrossTabLock<Result>(
  name: string,
  work: (isHeld: () => boolean) => Promise<Result>,
  { signal }: CrossTabLockOptions = {},
): Promise<Result> {
  // Web Locks exist in secure contexts only: over plain http in a local network the local storage has to do.
  if (!navigator.locks) return withLocalStorageLock(name, work, signal);
  return navigator.locks.request(name, { ...(signal && { signal }) }, () => work(() => true));
}

const heartbeatMs = 2_000;
/** A lock without a heartbeat for so long belongs to a tab that was closed or suspended. */
const staleAfterMs = 8_000;
const pollIntervalMs = 200;
/** Two tabs may see a free lock at the same time: after this time both have written, and the later one holds it. */
const settleMs = 100;

async function withLocalStorageLock<Result>(
  name: string,
  work: (isHeld: () => boolean) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const key = `${name}-lock`;
  const owner = crypto.getRandomValues(new Uint32Array(2)).join();
  const read = (): { time: string; holder: string } => {
    const [time = '-Infinity', holder = ''] = safeLocalStorage.getItem(key)?.split(' ') ?? [];
    return { time, holder };
  };
  const isHeld = (): boolean => read().holder === owner;
  // The clock of the computer may be set back: then the difference is negative, and the lock would never be stale.
  const isStale = (): boolean => Math.abs(Date.now() - Number(read().time)) >= staleAfterMs;
  const write = (): void => safeLocalStorage.setItem(key, `${Date.now()} ${owner}`);
  const release = (): void => {
    if (isHeld()) safeLocalStorage.removeItem(key);
  };
  do {
    while (!isStale()) {
      signal?.throwIfAborted();
      await delay(pollIntervalMs, signal);
    }
    signal?.throwIfAborted();
    write();
    await delay(settleMs);
  } while (!isHeld());
  const heartbeat = setInterval(() => isHeld() && write(), heartbeatMs);
  // A page that is closed or reloaded frees its lock at once, as Web Locks do; a suspended one may go on later.
  const releaseOnUnload = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) release();
  };
  addEventListener('pagehide', releaseOnUnload);
  try {
    return await work(isHeld);
  } finally {
    clearInterval(heartbeat);
    removeEventListener('pagehide', releaseOnUnload);
    release();
  }
}
