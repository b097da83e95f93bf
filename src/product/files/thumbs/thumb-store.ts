import { notFound, storageUnavailable } from '../../../platform/http/errors.ts';
import { BoundedMap } from '../../../platform/lib/bounded-map.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { minutes, seconds } from '../../../platform/lib/duration.ts';
import { type Caller, FairQueue } from '../../../platform/lib/fair-queue.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { photosFolder } from '../../../platform/storage/local.ts';
import type { Storage, StoredFile } from '../../../platform/storage/storage.ts';
import { freeBytesOf } from '../photos/disk-space.ts';
import { fileDeletionJob, scheduleFileDeletion } from '../photos/file-deletion.ts';
import { uploadTimeoutMs } from '../photos/receive-upload.ts';
import { makeThumb, UndecodablePhotoError } from './make-thumb.ts';

/** Photos that one process decodes at the same time: each may take hundreds of megabytes. */
const maxDecodes = 2;
const maxWaiting = 500;
const maxWaitMs = seconds(20);
/** How long a photo that could not be decoded is not decoded again. */
const retryAfterMs = minutes(10);

type StoreDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'metrics' | 'jobs' | 'log'>;

/** Makes small versions of files when they are read for the first time, and stores them beside the files. */
export class ThumbStore {
  readonly #deps: StoreDeps;
  readonly #queue = new FairQueue({
    concurrency: maxDecodes,
    concurrencyPerTenant: { alone: maxDecodes, besideOthers: 1 },
    maxWaiting,
    maxWaitMs,
  });
  /** by the key of the file: its requests share one */
  readonly #making = new Map<string, Promise<Buffer>>();
  /** by the key of the file, when it is decoded again */
  readonly #undecodable = new BoundedMap<string, Date>(10_000);

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  /**
   * Reads the small version of a file, which is made if there is none.
   * @param caller who asks: callers take turns
   * @throws 404 the file is missing or cannot be decoded, 500 the storage fails; QueueFull
   */
  async read(file: StoredFile, caller: Caller): Promise<Buffer> {
    const { storage, clock } = this.#deps;
    const { storage_key } = file;
    const stored = await storage.readThumb(storage_key).catch((error) => {
      throw storageUnavailable(error);
    });
    if (stored) return stored;
    const retryAt = this.#undecodable.get(storage_key);
    if (retryAt && clock() < retryAt) throw notFound('small version');
    let making = this.#making.get(storage_key);
    if (!making) {
      making = this.#make(file, caller).finally(() => this.#making.delete(storage_key));
      this.#making.set(storage_key, making);
    }
    return making;
  }

  async #make(file: StoredFile, caller: Caller): Promise<Buffer> {
    const thumb = await this.#queue.run(caller, () => this.#decode(file));
    await this.#store(file, thumb);
    return thumb;
  }

  async #decode({ kind, id, storage_key }: StoredFile): Promise<Buffer> {
    const { storage, clock, metrics, log } = this.#deps;
    const original = await storage.read(storage_key).catch((error) => {
      throw storageUnavailable(error);
    });
    if (!original) {
      log.error({ [kind]: id }, `the file of this ${kind} is missing`);
      throw notFound(kind);
    }
    return makeThumb(original).catch((error: Error) => {
      const isExpected = error instanceof UndecodablePhotoError;
      const text = isExpected ? `this ${kind} has no small version` : 'small versions cannot be made on this machine';
      log[isExpected ? 'warn' : 'error']({ [kind]: id, reason: error.message }, text);
      metrics.thumbs.inc({ outcome: 'undecodable' });
      this.#undecodable.set(storage_key, plus(clock(), retryAfterMs));
      throw notFound('small version');
    });
  }

  /** Without room or with a storage that fails the small version is still answered, and made again at the next request. */
  async #store({ kind, id, storage_key }: StoredFile, thumb: Buffer): Promise<void> {
    const { db, storage, clock, metrics, jobs, log } = this.#deps;
    let isStored = false;
    try {
      if (await this.#hasRoom()) {
        await storage.putThumb(storage_key, thumb);
        isStored = true;
      }
    } catch (error) {
      log.warn({ [kind]: id, reason: (error as Error).message }, `the small version of this ${kind} could not be stored`);
    }
    metrics.thumbs.inc({ outcome: isStored ? 'stored' : 'not_stored' });
    // While the row is there, its file deletion is still to come, and takes the small version with it.
    const isDeleted = await db.transaction(async (tx) => {
      const row = await tx.selectFrom('stored_files').select('id').where('storage_key', '=', storage_key).executeTakeFirst();
      if (row) return false;
      // After an error the storage may still store the file later.
      await scheduleFileDeletion(tx, [storage_key], isStored ? new Date(0) : plus(clock(), uploadTimeoutMs));
      return true;
    });
    if (!isDeleted) return;
    jobs.trigger(fileDeletionJob);
    throw notFound(kind);
  }

  /** Whether uploads still have the free disk space that they need. */
  async #hasRoom(): Promise<boolean> {
    const { s3, dataDir, quotas } = this.#deps.config;
    return s3 !== undefined || (await freeBytesOf(photosFolder(dataDir))) >= quotas.minFreeDiskBytes;
  }
}

const stores = new WeakMap<Storage, ThumbStore>();

/** @returns the store of the small versions in a storage, which all routes share: it limits how many files are decoded at a time */
export function thumbStoreOf(deps: StoreDeps): ThumbStore {
  const store = stores.get(deps.storage) ?? new ThumbStore(deps);
  stores.set(deps.storage, store);
  return store;
}
