import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { storageUnavailable } from '../../platform/http/errors.ts';
import { type Caller, CallerGone, FairQueue } from '../../platform/lib/fair-queue.ts';
import { photosFolder } from '../../platform/storage/local.ts';
import { spoolFolder } from './spool.ts';

/** Concurrent uploads of one process. */
const maxUploads = 64;
const maxWaiting = 500;
/** Half of the request timeout, so that the upload itself still has time. */
const maxWaitMs = 30_000;
/** How long a shutdown waits for interrupted uploads to delete their files. */
const cleanupTimeoutMs = 5_000;

type UploadConfig = Pick<Config, 'dataDir' | 'photoMaxBytes' | 'quotas' | 's3'>;

/** Limits concurrent uploads, fairly between accounts, and refuses them when the disk is nearly full. */
export class UploadQueue {
  readonly #queue: FairQueue;
  readonly #config: UploadConfig;
  /** where uploads are received and stored; these may be different file systems */
  readonly #folders: string[];

  constructor(config: UploadConfig) {
    this.#config = config;
    const { dataDir, s3 } = config;
    this.#folders = s3 ? [spoolFolder(dataDir)] : [spoolFolder(dataDir), photosFolder(dataDir)];
    const perAccount = Math.min(config.quotas.uploads, maxUploads);
    this.#queue = new FairQueue({ concurrency: maxUploads, concurrencyPerKey: perAccount, maxWaiting, maxWaitMs });
  }

  /**
   * Runs `receive` when a slot is free; the body is not read before.
   * @throws QueueFull, CallerGone; 500 too little free disk space
   */
  async run<T>({ key, isGone = () => false }: Caller, receive: () => Promise<T>): Promise<T> {
    return this.#queue.run(
      key,
      async () => {
        await this.#requireDiskSpace();
        if (isGone()) throw new CallerGone('the caller has gone'); // the body of a closed connection never ends
        return receive();
      },
      { isGone },
    );
  }

  /** Waits until interrupted uploads have deleted their files. To be called after their connections were closed. */
  async drain(): Promise<void> {
    const deadline = performance.now() + cleanupTimeoutMs;
    while (this.#queue.running > 0 && performance.now() < deadline) await sleep(10);
  }

  /** Counts running uploads at their maximum size. @throws 500 too little free disk space */
  async #requireDiskSpace(): Promise<void> {
    const { photoMaxBytes, quotas } = this.#config;
    for (const folder of this.#folders) {
      const freeBytes = await freeBytesOf(folder).catch((error) => {
        throw storageUnavailable(error);
      });
      if (freeBytes - (this.#queue.running - 1) * photoMaxBytes >= quotas.minFreeDiskBytes) continue;
      throw storageUnavailable(new Error(`less than ${quotas.minFreeDiskBytes} bytes would be left on the disk of ${folder}`));
    }
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
