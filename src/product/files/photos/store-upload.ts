import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { outsideRequestTransaction } from '../../../platform/database/request-transaction.ts';
import { storageUnavailable } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { CallerGone } from '../../../platform/lib/fair-queue.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { DocumentType } from '../../../platform/storage/photo-type.ts';
import { fileDeletionJob, scheduleFileDeletion } from './file-deletion.ts';
import { discardUploads, type Upload, uploadTimeoutMs } from './receive-upload.ts';

interface StoreOptions<Row, Keys> {
  /** whether the caller has disconnected */
  isGone: () => boolean;
  /** checks that the upload is still allowed; before the key is taken off the schedule */
  check: (tx: Tx) => Promise<void>;
  /** inserts the row of the stored file */
  insert: (tx: Tx, storageKeys: Keys) => Promise<Row>;
}

type StoreDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'jobs' | 'log'>;

/** Stores the file of an upload, with its row, as storeUploads() does. @throws as storeUploads() */
export function storeUpload<Row>(
  deps: StoreDeps,
  upload: Pick<Upload<DocumentType>, 'file'>,
  { insert, ...options }: StoreOptions<Row, string>,
): Promise<Row> {
  return storeUploads(deps, [upload], { ...options, insert: (tx, [key = '']) => insert(tx, key) });
}

/**
 * Stores the files of some or no uploads, with their rows. The keys are scheduled for deletion before the files are stored, and
 * taken off the schedule in the transaction that inserts the rows, so a failure in between leaves no file behind. Nothing is
 * stored for a caller who has disconnected: it retries, and there would be two. The received files are deleted in any case.
 * @throws as `check`; CallerGone; 500 the storage fails
 */
export async function storeUploads<Row>(
  { db, clock, storage, jobs, log }: StoreDeps,
  uploads: readonly Pick<Upload<DocumentType>, 'file'>[],
  { isGone, check, insert }: StoreOptions<Row, string[]>,
): Promise<Row> {
  const files = uploads.map(({ file }) => ({ key: randomBytes(16).toString('hex'), file }));
  const keys = files.map(({ key }) => key);
  const stored: string[] = [];
  try {
    const delete_after = plus(clock(), uploadTimeoutMs);
    const pending = keys.map((storage_key) => ({ storage_key, delete_after }));
    // Committed before the files are stored, also when the request has a transaction of its own.
    const schedule = () => db.transaction((tx) => tx.insertInto('pending_file_deletions').values(pending).execute());
    if (keys.length > 0) await outsideRequestTransaction(schedule);
    for (const { key, file } of files) {
      await storage.put(key, file, isGone).catch((error) => {
        throw error instanceof CallerGone ? error : storageUnavailable(error);
      });
      stored.push(key);
    }
    if (isGone()) throw new CallerGone('the caller has gone');
    return await db.transaction(async (tx) => {
      await check(tx);
      const { numDeletedRows } = await tx
        .deleteFrom('pending_file_deletions')
        .where('storage_key', '=', sql<string>`any(${keys}::text[])`)
        .executeTakeFirst();
      if (numDeletedRows !== BigInt(keys.length)) throw storageUnavailable(); // the upload timed out and its file was deleted
      return insert(tx, keys);
    });
  } catch (error) {
    // After an error the storage may still store the file later, so it is deleted only when the upload times out.
    if (stored.length > 0) {
      const scheduled = outsideRequestTransaction(() => db.transaction((tx) => scheduleFileDeletion(tx, stored)));
      await scheduled
        .then(() => jobs.trigger(fileDeletionJob))
        .catch((err) =>
          log.warn({ err }, 'the files of a refused upload are deleted later: their deletion could not be scheduled'),
        );
    }
    throw error;
  } finally {
    await discardUploads(uploads);
  }
}
