import { mkdir, statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { QueueCaller } from '../http/caller.ts';
import { storageUnavailable } from '../http/errors.ts';
import { CallerGone, FairQueue } from '../lib/fair-queue.ts';
import { spoolFolder } from './spool.ts';

/** Uploads that one process receives at the same time. */
const maxUploads = 64;
const maxWaiting = 500;
/** A request may take a minute, its upload included. */
const maxWaitMs = 30_000;

/** Receives uploads in turns between accounts, as long as the disk has room for them. */
export class UploadQueue {
  readonly #queue: FairQueue;
  readonly #config: Pick<Config, 'dataDir' | 'photoMaxBytes' | 'quotas'>;

  constructor(config: Pick<Config, 'dataDir' | 'photoMaxBytes' | 'quotas'>) {
    this.#config = config;
    const perAccount = Math.min(config.quotas.uploads, maxUploads);
    this.#queue = new FairQueue({ concurrency: maxUploads, concurrencyPerKey: perAccount, maxWaiting, maxWaitMs });
  }

  /**
   * Receives and stores an upload when its turn comes; until then nothing of it is read.
   * @throws QueueFull, CallerGone; 500 too little room on the disk
   */
  async run<T>({ key, isGone }: QueueCaller, receive: () => Promise<T>): Promise<T> {
    return this.#queue.run(
      key,
      async () => {
        await this.#requireRoom();
        if (isGone()) throw new CallerGone('the caller has gone'); // its body would be waited for without end
        return receive();
      },
      { isGone },
    );
  }

  /** Counts what the other uploads under way may still need. @throws 500 */
  async #requireRoom(): Promise<void> {
    const { dataDir, photoMaxBytes, quotas } = this.#config;
    const folder = spoolFolder(dataDir);
    const freeBytes = await freeBytesOf(folder).catch((error) => {
      throw storageUnavailable(error);
    });
    if (freeBytes - (this.#queue.running - 1) * photoMaxBytes >= quotas.freeDiskBytes) return;
    throw storageUnavailable(new Error(`less than ${quotas.freeDiskBytes} bytes would be left on the disk of ${folder}`));
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
