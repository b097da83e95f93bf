import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks once for all who want to know, and keeps the answer for a while: so often something dear is
 * asked, however many ask. A failure, and an answer that takes too long, is undefined.
 * @param freshFor how long an answer is kept, in milliseconds
 * @param patience how long one is waited for, in milliseconds
 */
export function remembered<T>(ask: () => Promise<T>, freshFor: number, patience: number): () => Promise<T | undefined> {
  let answer: Promise<T | undefined> = Promise.resolve(undefined);
  let underWay = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const answered = (): void => {
    underWay = false;
    answeredAt = performance.now();
  };
  return () => {
    if (!underWay && performance.now() - answeredAt >= freshFor) {
      underWay = true;
      answer = ask()
        .catch(() => undefined)
        .finally(answered);
    }
    return underWay ? Promise.race([answer, sleep(patience, undefined, { ref: false })]) : answer;
  };
}
