import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a calculation keeps the event loop, in which all requests of this process are handled. */
const sliceMs = 8;

/**
 * Maps items one after the other, and lets other work of the process run in between when that takes longer. One item must take
 * milliseconds at most.
 */
export async function mapInSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let endsAtMs = performance.now() + sliceMs;
  for (const item of items) {
    if (performance.now() >= endsAtMs) {
      await nextTurn();
      endsAtMs = performance.now() + sliceMs;
    }
    results.push(map(item));
  }
  return results;
}
