import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { storageUnavailable } from '../../platform/http/errors.ts';
import { plus } from '../../platform/lib/clock.ts';
import { CallerGone } from '../../platform/lib/fair-queue.ts';
import { fileDeletionJob, scheduleFileDeletion } from './file-deletion.ts';
import { type Upload, uploadTimeoutMs } from './receive-upload.ts';

interface StoreOptions<Row> {
  /** whether the caller has disconnected */
  isGone: () => boolean;
  /** checks that the upload is still allowed; before the key is taken off the schedule */
  check: (tx: Tx) => Promise<void>;
  /** inserts the row of the stored file */
  insert: (tx: Tx, storageKey: string) => Promise<Row>;
}

/**
 * Stores the file of an upload, with its row. The key is scheduled for deletion before the file is stored, and taken off the
 * schedule in the transaction that inserts the row, so a failure in between leaves no file behind. Nothing is stored for a
 * caller who has disconnected: it retries, and there would be two. The received file is deleted in any case.
 * @throws as `check`; CallerGone; 500 the storage fails
 */
export async function storeUpload<Row>(
  { db, clock, storage, jobs }: Pick<Deps, 'db' | 'clock' | 'storage' | 'jobs'>,
  { file }: Pick<Upload, 'file'>,
  { isGone, check, insert }: StoreOptions<Row>,
): Promise<Row> {
  const key = randomBytes(16).toString('hex');
  let stored = false;
  try {
    const delete_after = plus(clock(), uploadTimeoutMs);
    await db.transaction((tx) => tx.insertInto('pending_file_deletions').values({ storage_key: key, delete_after }).execute());
    await storage.put(key, file, isGone).catch((error) => {
      throw error instanceof CallerGone ? error : storageUnavailable(error);
    });
    stored = true;
    if (isGone()) throw new CallerGone('the caller has gone');
    return await db.transaction(async (tx) => {
      await check(tx);
      const { numDeletedRows } = await tx.deleteFrom('pending_file_deletions').where('storage_key', '=', key).executeTakeFirst();
      if (numDeletedRows !== 1n) throw storageUnavailable(); // the upload timed out and its file was deleted
      return insert(tx, key);
    });
  } catch (error) {
    // After an error the storage may still store the file later, so it is deleted only when the upload times out.
    if (stored) {
      const scheduled = db.transaction((tx) => scheduleFileDeletion(tx, [key]));
      await scheduled.then(() => jobs.trigger(fileDeletionJob)).catch(() => {});
    }
    throw error;
  } finally {
    await rm(file.path, { force: true });
  }
}
