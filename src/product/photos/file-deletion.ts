import { sql } from 'kysely';
import type pg from 'pg';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Database, Db, Tx } from '../../platform/database/open.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours, minutes } from '../../platform/lib/duration.ts';
import { removeStaleUploads, spoolFolder, uploadTimeoutMs } from './spool.ts';

/** The job that runs deletePendingFiles(). */
export const fileDeletionJob = 'file deletion';

type Sweeping = Pick<Deps, 'db' | 'storage' | 'clock' | 'metrics' | 'log'>;

/** Deletes upload files on this machine's disk whose process was killed. @returns how many */
export async function deleteStaleUploads({ clock, config }: Pick<Deps, 'clock' | 'config'>): Promise<number> {
  return removeStaleUploads(spoolFolder(config.dataDir), plus(clock(), -uploadTimeoutMs));
}

const batchSize = 10;
const maxRetryDelayMs = hours(1);
/** How long the deletion of a file is retried; `callout sweep` finds what is left. */
const maxRetryMs = hours(24);

interface PendingDeletion {
  storage_key: string;
  attempts: number;
  failing_since: string | null;
}

/**
 * Deletes the files that are due. Rows are locked, so any number of instances may do it at once. A file that the storage does
 * not delete is tried again after 1, 2, 4, ... minutes, at most an hour, for a day.
 * @returns how many files were deleted
 */
export async function deletePendingFiles(deps: Sweeping, stopping?: AbortSignal): Promise<number> {
  let total = 0;
  while (!stopping?.aborted) {
    const { claimed, deleted } = await deps.db.transaction(async (tx) => {
      const files = await claim(tx, deps.clock());
      const results = await Promise.allSettled(files.map(({ storage_key }) => deps.storage.remove(storage_key)));
      const failed = files.filter((_, i) => results[i]?.status === 'rejected');
      await unschedule(
        tx,
        files.filter((file) => !failed.includes(file)),
      );
      if (failed.length > 0) await retryLater(tx, deps, failed, reasonOf(results));
      return { claimed: files.length, deleted: files.length - failed.length };
    });
    deps.metrics.filesRemoved.inc({ outcome: 'removed' }, deleted);
    total += deleted;
    if (claimed < batchSize || deleted === 0) break;
  }
  return total;
}

/** Held by a backup while it copies photos. */
const backupLock = 1_128_353_871;

/** Keeps all instances from deleting files while this connection is open. */
export async function pauseFileDeletion(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [backupLock]);
}

/** @throws when the connection was lost, so that files may have been deleted before */
export async function resumeFileDeletion(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [backupLock]);
}

async function claim(tx: Tx, now: Date): Promise<PendingDeletion[]> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`.execute(tx);
  if (!rows[0]?.free) return [];
  return tx
    .selectFrom('pending_file_deletions')
    .select(['storage_key', 'attempts', 'failing_since'])
    .where('delete_after', '<=', now.toISOString())
    .orderBy('delete_after')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
}

async function unschedule(tx: Tx, files: PendingDeletion[]): Promise<void> {
  if (files.length === 0) return;
  const keys = files.map(({ storage_key }) => storage_key);
  await tx.deleteFrom('pending_file_deletions').where('storage_key', '=', sql<string>`any(${keys})`).execute();
}

async function retryLater(
  tx: Tx,
  { clock, log, metrics }: Sweeping,
  files: PendingDeletion[],
  reason: string | undefined,
): Promise<void> {
  const now = clock();
  const failedPermanently = files.filter(
    ({ failing_since }) => failing_since !== null && now.getTime() - new Date(failing_since).getTime() >= maxRetryMs,
  );
  const retried = files.filter((file) => !failedPermanently.includes(file));
  for (const { storage_key, attempts, failing_since } of retried) {
    const delayMs = Math.min(minutes(2 ** Math.min(attempts, 10)), maxRetryDelayMs);
    await tx
      .updateTable('pending_file_deletions')
      .set({
        delete_after: plus(now, delayMs),
        attempts: attempts + 1,
        failing_since: failing_since ? new Date(failing_since) : now,
      })
      .where('storage_key', '=', storage_key)
      .execute();
  }
  await unschedule(tx, failedPermanently);
  if (retried.length > 0)
    log.warn({ files: retried.length, reason }, 'files could not be removed from the storage and are tried again');
  if (failedPermanently.length > 0) {
    log.error({ files: failedPermanently.length, reason }, 'files could not be removed for 24 hours; `callout sweep` finds them');
  }
  metrics.filesRemoved.inc({ outcome: 'retried' }, retried.length);
  metrics.filesRemoved.inc({ outcome: 'given_up' }, failedPermanently.length);
}

function reasonOf(results: PromiseSettledResult<void>[]): string | undefined {
  const failed = results.find((result) => result.status === 'rejected');
  return failed && String((failed.reason as Error).message);
}

export interface Audit {
  /** files of which no row knows, to be deleted after this audit */
  orphans: string[];
  /** ids of photos whose file is missing */
  missing: number[];
}

/**
 * Compares all stored files with all rows. The key of a running upload is registered, so a file without any row is not needed.
 */
export async function auditFiles({ db, storage, clock }: Sweeping): Promise<Audit> {
  const began = clock();
  const kept = new Set<string>();
  const orphans: string[] = [];
  let unasked: string[] = [];
  const ask = async (): Promise<void> => {
    const unknown = await unknownOf(db.read, unasked);
    await scheduleDeletions(db, unknown, began);
    orphans.push(...unknown);
    unasked = [];
  };
  for await (const key of storage.keys()) {
    kept.add(key);
    unasked.push(key);
    if (unasked.length === 500) await ask();
  }
  await ask();
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
      and not exists (select from pending_file_deletions where storage_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}

async function scheduleDeletions(db: Database, keys: string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((storage_key) => ({ storage_key, delete_after: now }));
  await db.transaction((tx) =>
    tx
      .insertInto('pending_file_deletions')
      .values(rows)
      .onConflict((known) => known.doNothing())
      .execute(),
  );
}
