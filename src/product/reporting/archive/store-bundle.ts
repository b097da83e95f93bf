import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { scheduleFileDeletion } from '../../files/photos/file-deletion.ts';
import { deleteTickets } from '../../tickets/retention.ts';
import { readVersions } from './read-ticket.ts';
import { checkBundle } from './verify-bundle.ts';
import type { WrittenBundle } from './write-bundle.ts';

/** A bundle of which the tickets are not deleted by then is deleted itself: storing it has failed. */
const maxStoreMs = hours(1);

/**
 * Stores a bundle, reads it back, and deletes its tickets. As with uploads, its key is registered for deletion before it is stored, and
 * taken out by the transaction that deletes the tickets: after a crash there are the tickets, or the bundle, and never neither.
 * @returns false when a ticket has changed meanwhile: nothing is deleted then but the bundle
 * @throws when the storage fails, or returns something else; nothing is deleted then
 */
export async function storeAndDelete(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  { key, path, sizeBytes, versions }: WrittenBundle,
): Promise<boolean> {
  try {
    const delete_after = plus(clock(), maxStoreMs);
    await db.transaction((tx) => tx.insertInto('pending_file_deletions').values({ storage_key: key, delete_after }).execute());
    await storage.bundles.put(key, { path, sizeBytes });
  } finally {
    await rm(path, { force: true });
  }
  const { faults } = await checkBundle(storage.bundles, key, false);
  if (faults.length > 0) throw new Error(`the bundle ${key} was not stored as it was written: ${faults[0]}`);
  return db.transaction(async (tx) => {
    const isUnchanged = await lockUnchanged(tx, versions);
    if (!isUnchanged) {
      await scheduleFileDeletion(tx, [key]);
      return false;
    }
    const { numDeletedRows } = await tx.deleteFrom('pending_file_deletions').where('storage_key', '=', key).executeTakeFirst();
    if (numDeletedRows !== 1n) throw new Error(`storing the bundle ${key} took too long, and it was deleted`);
    await deleteTickets(tx, [...versions.keys()]);
    return true;
  });
}

/** Locks the tickets. @returns whether all of them are as they were read */
async function lockUnchanged(tx: Tx, versions: ReadonlyMap<number, string>): Promise<boolean> {
  const ids = [...versions.keys()];
  await sql`select from tickets where id = any(${ids}::integer[]) order by id for update`.execute(tx);
  const found = await readVersions(tx, ids);
  return ids.every((id) => found.get(id) === versions.get(id));
}
