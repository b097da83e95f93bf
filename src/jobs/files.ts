import { sql } from 'kysely';
import type { Database, Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { plus } from '../lib/clock.ts';
import { minutes } from '../lib/duration.ts';
import { uploadTime } from '../photos/actions.ts';
import { removeStaleUploads, spoolFolder } from '../photos/spool.ts';

type Sweeping = Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>;

/** What uploads that were killed have left on this machine's disk. */
export async function removeLeftovers({ clock, config }: Pick<Deps, 'clock' | 'config'>): Promise<number> {
  return removeStaleUploads(spoolFolder(config.dataDir), plus(clock(), -uploadTime));
}

const batch = 10;
const retryAfter = minutes(1);

/**
 * Removes the files whose time has come. Rows are claimed, so any number of instances may do
 * it at once; a file that the storage does not let go of is tried again a minute later.
 * @returns how many files were removed
 */
export async function removeDoomedFiles(deps: Sweeping, stopping?: AbortSignal): Promise<number> {
  let removed = 0;
  while (!stopping?.aborted) {
    const { claimed, done } = await deps.db.transaction(async (tx) => {
      const keys = await claim(tx, deps.clock());
      const results = await Promise.allSettled(keys.map((key) => deps.storage.remove(key)));
      const gone = keys.filter((_, i) => results[i]?.status === 'fulfilled');
      const kept = keys.filter((key) => !gone.includes(key));
      if (gone.length > 0) await tx.deleteFrom('doomed_files').where('storage_key', '=', sql<string>`any(${gone})`).execute();
      if (kept.length > 0) {
        deps.log.warn({ files: kept.length, reason: reasonOf(results) }, 'files could not be removed from the storage');
        const later = plus(deps.clock(), retryAfter);
        await tx
          .updateTable('doomed_files')
          .set({ remove_after: later })
          .where('storage_key', '=', sql<string>`any(${kept})`)
          .execute();
      }
      return { claimed: keys.length, done: gone.length };
    });
    removed += done;
    if (claimed < batch || done === 0) break;
  }
  return removed;
}

async function claim(tx: Db, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('doomed_files')
    .select('storage_key')
    .where('remove_after', '<=', now.toISOString())
    .orderBy('remove_after')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

function reasonOf(results: PromiseSettledResult<void>[]): string | undefined {
  const failed = results.find((result) => result.status === 'rejected');
  return failed && String((failed.reason as Error).message);
}

export interface Audit {
  /** files of which no row knows, doomed by this audit */
  orphans: string[];
  /** ids of photos whose file is missing */
  missing: number[];
}

/**
 * Compares all that is kept with all rows. The key of a running upload is announced, so a file
 * that no table knows belongs to nobody.
 */
export async function auditFiles({ db, storage, clock }: Sweeping): Promise<Audit> {
  const began = clock();
  const kept = new Set<string>();
  const orphans: string[] = [];
  let unasked: string[] = [];
  const ask = async (): Promise<void> => {
    orphans.push(...(await unknownOf(db.read, unasked)));
    unasked = [];
  };
  for await (const key of storage.keys()) {
    kept.add(key);
    unasked.push(key);
    if (unasked.length === 500) await ask();
  }
  await ask();
  await doomAll(db, orphans, began);
  const rows = await db.read
    .selectFrom('ticket_photos')
    .select(['id', 'storage_key'])
    .where('created_at', '<', began.toISOString())
    .execute();
  return { orphans, missing: rows.filter(({ storage_key }) => !kept.has(storage_key)).map(({ id }) => id) };
}

async function unknownOf(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from ticket_photos where storage_key = key)
      and not exists (select from doomed_files where storage_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}

async function doomAll(db: Database, keys: string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((storage_key) => ({ storage_key, remove_after: now }));
  await db.transaction((tx) =>
    tx
      .insertInto('doomed_files')
      .values(rows)
      .onConflict((known) => known.doNothing())
      .execute(),
  );
}
