import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs an asynchronous function once at a time and shares its result with all callers until it is too old. An error
 * is thrown to the callers that waited for it and is not kept.
 * @param ttlMs how long a result is used; 0: by those who waited for it
 */
export function memoize<T>(run: () => Promise<T>, ttlMs: number | ((result: T) => number)): () => Promise<T> {
  let running: Promise<T> | undefined;
  let last: { result: T; expiresAt: number } | undefined;
  return () => {
    if (last && performance.now() < last.expiresAt) return Promise.resolve(last.result);
    running ??= run()
      .then((result) => {
        last = { result, expiresAt: performance.now() + (typeof ttlMs === 'number' ? ttlMs : ttlMs(result)) };
        return result;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

/**
 * Like `memoize`, but returns undefined after an error, which is kept as well, and when the result takes too long.
 * @param timeoutMs how long a caller waits
 */
export function memoizeWithTimeout<T>(
  run: () => Promise<T>,
  ttlMs: number | ((result: T | undefined) => number),
  timeoutMs: number,
): () => Promise<T | undefined> {
  const shared = memoize<T | undefined>(() => run().catch(() => undefined), ttlMs);
  return () => Promise.race([shared(), sleep(timeoutMs, undefined, { ref: false })]);
}

/** @returns a function that runs the given one at its first call and returns that result from then on */
export function once<T extends object>(run: () => T): () => T {
  let result: T | undefined;
  return () => (result ??= run());
}
