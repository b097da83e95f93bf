import { withCrossTabLock } from '../lib/cross-tab-lock.ts';
import { delay } from '../lib/delay.ts';
import { safeLocalStorage } from '../lib/storage.ts';

const lockName = 'callout-renewal';
/** The time at which a tab began to use the refresh cookie. It outlives the page, which a lock does not. */
const startedAtKey = 'callout-renewal';
/** A request of a tab that was closed goes on without it: the next tab waits so long for its cookie to arrive. */
const maxRequestMs = 10_000;
const pollIntervalMs = 100;

let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/**
 * Runs a request that uses or replaces the refresh cookie, one tab at a time: the service revokes all sessions of a user
 * whose refresh token is used twice.
 * @param outlivesPage whether the service worker makes the request: it ends although the page is left, and whoever asks
 * again gets the same response
 */
export function withRefreshLock<Result>(work: () => Promise<Result>, outlivesPage = false): Promise<Result> {
  return withCrossTabLock(lockName, async () => {
    while (Math.abs(Date.now() - startedAt()) < maxRequestMs) await delay(pollIntervalMs);
    if (outlivesPage) return work();
    const started = `${Date.now()} ${crypto.getRandomValues(new Uint32Array(2)).join()}`;
    safeLocalStorage.setItem(startedAtKey, started);
    try {
      return await work();
    } finally {
      // The page may be left while its request is under way: then the next one has to wait for it.
      if (!isLeaving && safeLocalStorage.getItem(startedAtKey) === started) safeLocalStorage.removeItem(startedAtKey);
    }
  });
}

const startedAt = (): number => Number(safeLocalStorage.getItem(startedAtKey)?.split(' ')[0] ?? '-Infinity');
