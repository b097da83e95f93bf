import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { bundlePrefix } from '../../../platform/storage/bundle-storage.ts';
import { freeBytesOf } from '../../files/photos/disk-space.ts';
import { planBundles } from './plan-bundles.ts';
import { storeAndDelete } from './store-bundle.ts';
import { type BundlePlan, writeBundle } from './write-bundle.ts';

export type ArchiveDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'metrics' | 'jobs' | 'log'>;

/** How often a bundle is written again because a ticket changed meanwhile. */
const maxAttempts = 3;
/** A folder in which nothing was written for so long belongs to a process that was killed. */
const staleAfterMs = days(1);

/** Where bundles are written before they are stored, whatever the storage is. */
const spoolFolder = (dataDir: string): string => resolve(dataDir, 'archive-spool');

/**
 * Archives tickets that were closed before a time, and deletes them, on one instance at a time. Two that run all the same, after a lost
 * lease, write bundles with different keys, and the tickets are deleted with one of them. A bundle that fails does not keep the others
 * from being written, unless the storage is down.
 * @returns how many tickets were deleted; throws at the end when a bundle failed
 */
export async function archiveExpiredTickets(deps: ArchiveDeps, closedBefore: Date, stopping: AbortSignal): Promise<number> {
  let deleted = 0;
  const spool = spoolFolder(deps.config.dataDir);
  await deleteStaleFolders(spool, plus(deps.clock(), -staleAfterMs));
  const folder = join(spool, crypto.randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deps.storage.check();
  await requirePhotos(deps);
  const failures: Error[] = [];
  for await (const plan of planBundles(deps.db, closedBefore)) {
    if (stopping.aborted) break;
    try {
      deleted += await archiveBundle(deps, plan, folder, stopping);
    } catch (error) {
      if (stopping.aborted) break;
      deps.log.error({ err: error, project: plan.projectId, month: plan.month }, 'tickets could not be archived and stay');
      failures.push(error as Error);
      await deps.storage.check();
    }
  }
  await rm(folder, { recursive: true, force: true });
  if (failures[0]) throw failures[0];
  return deleted;
}

/** Deletes the folders that killed processes have left. */
async function deleteStaleFolders(spool: string, changedBefore: Date): Promise<void> {
  for (const name of await readdir(spool).catch(() => [])) {
    const folder = join(spool, name);
    const { mtime } = await stat(folder).catch(() => ({ mtime: new Date(0) }));
    if (mtime < changedBefore) await rm(folder, { recursive: true, force: true });
  }
}

async function archiveBundle(deps: ArchiveDeps, plan: BundlePlan, folder: string, stopping: AbortSignal): Promise<number> {
  await requireDiskSpace(deps.config, plan, folder);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const written = await writeBundle(deps, plan, folder, stopping);
    if (!written) return 0;
    const { key, sizeBytes, versions } = written;
    if (!(await storeAndDelete(deps, written))) continue;
    deps.metrics.ticketsRemoved.inc(versions.size);
    deps.log.info({ key, tickets: versions.size, bytes: sizeBytes }, 'closed tickets were archived and removed');
    return versions.size;
  }
  throw new Error('tickets changed each time that they were archived');
}

/** With local files, bundles may be on another disk than the one where they are written. */
async function requireDiskSpace({ dataDir, s3, quotas }: Config, { bytes }: BundlePlan, folder: string): Promise<void> {
  for (const place of s3 ? [folder] : [folder, join(dataDir, bundlePrefix)]) {
    if ((await freeBytesOf(place)) - bytes >= quotas.minFreeDiskBytes) continue;
    throw new Error(`less than ${quotas.minFreeDiskBytes} bytes would be left on the disk of ${place}`);
  }
}

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
