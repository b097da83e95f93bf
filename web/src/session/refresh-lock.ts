import { delay } from '../lib/delay.ts';
import { LocalStorageLock } from '../lib/local-storage-lock.ts';

// One tab at a time: a cookie that is used twice ends all sessions of its owner.

const name = 'callout-renewal';
/** A renewal whose tab was closed goes on without it: wait for it this long. */
const longest = 10_000;
const step = 100;

let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/**
 * Runs the work while no other tab runs its own.
 * @param outlives it comes to its end although the page is left, and whoever asks again gets its answer
 */
export function withRefreshLock<Result>(work: () => Promise<Result>, outlives = false): Promise<Result> {
  const mark = new LocalStorageLock(name);
  const marked = () => (outlives ? free(mark).then(work) : withMark(mark, work));
  // Locks exist in secure contexts only; over plain http in a local network the mark must do.
  return navigator.locks ? navigator.locks.request(name, marked) : marked();
}

async function withMark<Result>(mark: LocalStorageLock, work: () => Promise<Result>): Promise<Result> {
  await free(mark);
  if (navigator.locks) mark.set();
  else if (!(await mark.take())) return withMark(mark, work);
  try {
    return await work();
  } finally {
    // A page that is left hears no more of its request, which may still be under way.
    if (!isLeaving) mark.remove();
  }
}

async function free(mark: LocalStorageLock): Promise<void> {
  while (mark.age < longest) await delay(step);
}
