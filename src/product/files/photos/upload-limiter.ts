import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../platform/config/config.ts';
import { storageUnavailable } from '../../../platform/http/errors.ts';
import { endIfSlow } from '../../../platform/http/slow-bodies.ts';
import { type Caller, CallerGone, FairQueue } from '../../../platform/lib/fair-queue.ts';
import { freeBytesOf, uploadFolders } from './disk-space.ts';

/** Concurrent uploads of one process, and of one tenant. */
const maxUploads = { inAll: 64, perTenant: 32 };
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
 * Limits concurrent uploads: those above the limit wait in a queue that is fair between tenants and their accounts. Refuses uploads
 * when the disk is nearly full.
 * @returns `run` receives an upload when a slot is free, and ends it when it is too slow while others wait for the slot; it throws
 * QueueFull, CallerGone, or 500 for too little free disk space; `runPublic` does the same for callers without an account. `drain`
 * waits until interrupted uploads have deleted their files; call it after their connections were closed.
 */
function createUploadLimiter(config: Config) {
  const { photoMaxBytes, quotas } = config;
  const queue = new FairQueue({
    concurrency: maxUploads.inAll,
    concurrencyPerTenant: maxUploads.perTenant,
    concurrencyPerKey: quotas.uploads,
    maxWaiting,
    maxWaitMs,
  });
  const publicQueue = new FairQueue({
    concurrency: maxPublicUploads.inAll,
    concurrencyPerTenant: maxPublicUploads.perNetwork,
    maxWaiting,
    maxWaitMs,
  });
  const folders = uploadFolders(config);

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

  /** @param raw the request that brings the upload */
  async function run<T>(caller: Caller, receive: () => Promise<T>, raw?: IncomingMessage): Promise<T> {
    return queue.run(caller, async () => {
      await requireDiskSpace();
      if (caller.isGone?.()) throw new CallerGone('the caller has gone'); // the body of a closed connection never ends
      return raw ? whileWatched(raw, queue, caller, receive) : receive();
    });
  }

  const runPublic = <T>(caller: Caller, receive: () => Promise<T>, raw: IncomingMessage): Promise<T> =>
    publicQueue.run(caller, () => run(caller, () => whileWatched(raw, publicQueue, caller, receive), raw));

  async function drain(): Promise<void> {
    const deadline = performance.now() + cleanupTimeoutMs;
    while (queue.running > 0 && performance.now() < deadline) await sleep(10);
  }

  return { run, runPublic, drain };
}

async function whileWatched<T>(raw: IncomingMessage, queue: FairQueue, caller: Caller, receive: () => Promise<T>): Promise<T> {
  const stopWatching = endIfSlow(raw, queue, caller);
  try {
    return await receive();
  } finally {
    stopWatching();
  }
}

const limiters = new WeakMap<Config, ReturnType<typeof createUploadLimiter>>();

/** @returns the limiter of uploads over HTTP and from chats, which share the slots of an application */
export function uploadLimiterOf(config: Config): ReturnType<typeof createUploadLimiter> {
  const limiter = limiters.get(config) ?? createUploadLimiter(config);
  limiters.set(config, limiter);
  return limiter;
}
