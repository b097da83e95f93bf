import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a calculation keeps the event loop, in which all requests of this process are handled. */
const sliceMs = 8;

/**
 * Maps items one after the other, and lets other work of the process run in between when that takes longer. One item must take
 * milliseconds at most.
 */
export async function mapInSlices<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  const letOthersRun = slicedWork();
  for (const item of items) {
    await letOthersRun();
    results.push(map(item));
  }
  return results;
}

/** Creates a function to call between the steps of a calculation, which lets other work of the process run when they take longer. */
export function slicedWork(): () => Promise<void> | undefined {
  let endsAtMs = performance.now() + sliceMs;
  return () => {
    if (performance.now() < endsAtMs) return undefined;
    return nextTurn().then(() => {
      endsAtMs = performance.now() + sliceMs;
    });
  };
}
