import type { Deps } from '../../../platform/module/deps.ts';

const newest = 10;
/** So many may be missing by chance. */
const maxMissing = 2;

/**
 * A volume that is not mounted looks like a storage without files: all photos would count as missing, and their tickets would be removed.
 * @throws when none of the newest photos is in the storage
 */
export async function requirePhotos({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  const photos = await db.read.selectFrom('ticket_photos').select('storage_key').orderBy('id', 'desc').limit(newest).execute();
  for (const { storage_key } of photos) {
    const file = await storage.stream(storage_key);
    if (file) return void file.destroy();
  }
  if (photos.length > maxMissing) throw new Error(`none of the ${photos.length} newest photos is in the storage: is it mounted?`);
}
