import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { storageUnavailable } from '../../platform/http/errors.ts';
import { type Caller, CallerGone, FairQueue } from '../../platform/lib/fair-queue.ts';
import { photosFolder } from '../../platform/storage/local.ts';
import { spoolFolder } from './receive-upload.ts';

/** Concurrent uploads of one process. */
const maxUploads = 64;
/**
 * Of these, uploads of callers without an account, and of one of their networks: whoever has the address of a portal can hold slots
 * with bodies that never end, and must leave the others to accounts.
 */
const maxPublicUploads = { inAll: 16, perNetwork: 4 };
const maxWaiting = 500;
/** Half of the request timeout, so that the upload itself still has time. */
const maxWaitMs = 30_000;
/** How long a shutdown waits for interrupted uploads to delete their files. */
const cleanupTimeoutMs = 5_000;

/**
 * Limits concurrent uploads: those above the limit wait in a queue that is fair between accounts. Refuses uploads when the disk
 * is nearly full.
 * @returns `run` receives an upload when a slot is free; it throws QueueFull, CallerGone, or 500 for too little free disk
 * space; `runPublic` does the same for callers without an account. `drain` waits until interrupted uploads have deleted their files; call it after their connections were closed.
 */
export function createUploadLimiter({ dataDir, photoMaxBytes, quotas, s3 }: Config) {
  const queue = new FairQueue({ concurrency: maxUploads, concurrencyPerKey: quotas.uploads, maxWaiting, maxWaitMs });
  const publicQueue = new FairQueue({
    concurrency: maxPublicUploads.inAll,
    concurrencyPerKey: maxPublicUploads.perNetwork,
    maxWaiting,
    maxWaitMs,
  });
  // where uploads are received and stored; these may be different file systems
  const folders = s3 ? [spoolFolder(dataDir)] : [spoolFolder(dataDir), photosFolder(dataDir)];

  /** Counts running uploads at their maximum size. */
  async function requireDiskSpace(): Promise<void> {
    for (const folder of folders) {
      const freeBytes = await freeBytesOf(folder).catch((error) => {
        throw storageUnavailable(error);
      });
      if (freeBytes - (queue.running - 1) * photoMaxBytes >= quotas.minFreeDiskBytes) continue;
      throw storageUnavailable(new Error(`less than ${quotas.minFreeDiskBytes} bytes would be left on the disk of ${folder}`));
    }
  }

  async function run<T>({ key, isGone = () => false }: Caller, receive: () => Promise<T>): Promise<T> {
    const task = async () => {
      await requireDiskSpace();
      if (isGone()) throw new CallerGone('the caller has gone'); // the body of a closed connection never ends
      return receive();
    };
    return queue.run(key, task, { isGone });
  }

  const runPublic = <T>(caller: Caller, receive: () => Promise<T>): Promise<T> =>
    publicQueue.run(caller.key, () => run(caller, receive), caller);

  async function drain(): Promise<void> {
    const deadline = performance.now() + cleanupTimeoutMs;
    while (queue.running > 0 && performance.now() < deadline) await sleep(10);
  }

  return { run, runPublic, drain };
}

export type UploadLimiter = ReturnType<typeof createUploadLimiter>;

/** Creates the folder if needed. @returns the free bytes of its disk */
export async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
