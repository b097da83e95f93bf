import type { Deps } from '../../platform/capability/deps.ts';
import { notFound, storageUnavailable } from '../../platform/http/errors.ts';
import { BoundedMap } from '../../platform/lib/bounded-map.ts';
import { plus } from '../../platform/lib/clock.ts';
import { minutes, seconds } from '../../platform/lib/duration.ts';
import { FairQueue } from '../../platform/lib/fair-queue.ts';
import { photosFolder } from '../../platform/storage/local.ts';
import type { LinkedPhoto } from '../../platform/storage/storage.ts';
import { fileDeletionJob, scheduleFileDeletion } from '../photos/file-deletion.ts';
import { uploadTimeoutMs } from '../photos/receive-upload.ts';
import { freeBytesOf } from '../photos/upload-limiter.ts';
import { makeThumb, UndecodablePhotoError } from './make-thumb.ts';

/** Photos that one process decodes at the same time: each may take hundreds of megabytes. */
const maxDecodes = 2;
const maxWaiting = 500;
const maxWaitMs = seconds(20);
/** How long a photo that could not be decoded is not decoded again. */
const retryAfterMs = minutes(10);

type StoreDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'metrics' | 'jobs' | 'log'>;
type Photo = Pick<LinkedPhoto, 'id' | 'storage_key'>;

/** Makes small versions of photos when they are read for the first time, and stores them beside the photos. */
export class ThumbStore {
  readonly #deps: StoreDeps;
  readonly #queue = new FairQueue({ concurrency: maxDecodes, maxWaiting, maxWaitMs });
  /** by the id of the photo: its requests share one */
  readonly #making = new Map<number, Promise<Buffer>>();
  /** by the id of the photo, when it is decoded again */
  readonly #undecodable = new BoundedMap<number, Date>(10_000);

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  /**
   * Reads the small version of a photo, which is made if there is none.
   * @param caller the key of whoever asks: callers take turns
   * @throws 404 the photo is missing or cannot be decoded, 500 the storage fails; QueueFull
   */
  async read(photo: Photo, caller: string): Promise<Buffer> {
    const { storage, clock } = this.#deps;
    const stored = await storage.readThumb(photo.storage_key).catch((error) => {
      throw storageUnavailable(error);
    });
    if (stored) return stored;
    const retryAt = this.#undecodable.get(photo.id);
    if (retryAt && clock() < retryAt) throw notFound('small version');
    let making = this.#making.get(photo.id);
    if (!making) {
      making = this.#make(photo, caller).finally(() => this.#making.delete(photo.id));
      this.#making.set(photo.id, making);
    }
    return making;
  }

  async #make(photo: Photo, caller: string): Promise<Buffer> {
    const thumb = await this.#queue.run(caller, () => this.#decode(photo));
    await this.#store(photo, thumb);
    return thumb;
  }

  async #decode(photo: Photo): Promise<Buffer> {
    const { storage, clock, metrics, log } = this.#deps;
    const original = await storage.read(photo.storage_key).catch((error) => {
      throw storageUnavailable(error);
    });
    if (!original) {
      log.error({ photo: photo.id }, 'the file of this photo is missing');
      throw notFound('photo');
    }
    return makeThumb(original).catch((error: Error) => {
      const isExpected = error instanceof UndecodablePhotoError;
      const text = isExpected ? 'this photo has no small version' : 'small versions cannot be made on this machine';
      log[isExpected ? 'warn' : 'error']({ photo: photo.id, reason: error.message }, text);
      metrics.thumbs.inc({ outcome: 'undecodable' });
      this.#undecodable.set(photo.id, plus(clock(), retryAfterMs));
      throw notFound('small version');
    });
  }

  /** Without room or with a storage that fails the small version is still answered, and made again at the next request. */
  async #store({ id, storage_key }: Photo, thumb: Buffer): Promise<void> {
    const { db, storage, clock, metrics, jobs, log } = this.#deps;
    let isStored = false;
    try {
      if (await this.#hasRoom()) {
        await storage.putThumb(storage_key, thumb);
        isStored = true;
      }
    } catch (error) {
      log.warn({ photo: id, reason: (error as Error).message }, 'the small version of this photo could not be stored');
    }
    metrics.thumbs.inc({ outcome: isStored ? 'stored' : 'not_stored' });
    // While the row is there, its file deletion is still to come, and takes the small version with it.
    const isDeleted = await db.transaction(async (tx) => {
      const row = await tx.selectFrom('ticket_photos').select('id').where('id', '=', id).executeTakeFirst();
      if (row) return false;
      // After an error the storage may still store the file later.
      await scheduleFileDeletion(tx, [storage_key], isStored ? new Date(0) : plus(clock(), uploadTimeoutMs));
      return true;
    });
    if (!isDeleted) return;
    jobs.trigger(fileDeletionJob);
    throw notFound('photo');
  }

  /** Whether uploads still have the free disk space that they need. */
  async #hasRoom(): Promise<boolean> {
    const { s3, dataDir, quotas } = this.#deps.config;
    return s3 !== undefined || (await freeBytesOf(photosFolder(dataDir))) >= quotas.minFreeDiskBytes;
  }
}
