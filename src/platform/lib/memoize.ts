import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that many ask for: done once at a time, and what it came to serves whoever asks within so many
 * milliseconds after. A failure is told to those who waited for it, and not kept.
 */
export function memoizeFor<T>(lifetime: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let kept: { result: T; until: number } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return Promise.resolve(kept.result);
    running ??= work()
      .then((result) => {
        kept = { result, until: performance.now() + lifetime };
        return result;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

/**
 * As `memoizeFor`, for those who can do without: a failure, and an answer that takes too long, is undefined.
 * @param patience how long one is waited for, in milliseconds
 */
export function remembered<T>(ask: () => Promise<T>, freshFor: number, patience: number): () => Promise<T | undefined> {
  const shared = memoizeFor(freshFor, () => ask().catch(() => undefined));
  return () => Promise.race([shared(), sleep(patience, undefined, { ref: false })]);
}
