import { delay } from '../lib/delay.ts';
import { LocalStorageLock } from '../lib/local-storage-lock.ts';

// What waits is sent by one tab at a time, in its order.

const name = 'callout-upload';
const beat = 2_000;
/** A tab that fell silent so long is gone. */
const silence = 8_000;

/**
 * Runs the work while no other tab runs its own.
 * @param work is told whether it may go on: a tab that was put to sleep finds that another one has taken over
 */
export async function withQueueLock(work: (mayGoOn: () => boolean) => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, () => work(() => true));
  const mark = new LocalStorageLock(name);
  do {
    while (mark.age < silence) await delay(beat);
  } while (!(await mark.take()));
  const timer = setInterval(() => mark.isMine && mark.set(), beat);
  try {
    await work(() => mark.isMine);
  } finally {
    clearInterval(timer);
    mark.remove();
  }
}
