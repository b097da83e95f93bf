import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { StoredFilesView } from './tables.ts';

/** The name of the job that runs deletePendingFiles(). */
export const fileDeletionJob = 'file deletion';

const batchSize = 10;
/** How long the deletion of a file is retried. */
const maxRetryMs = hours(24);

/**
 * Schedules the deletion of stored photos with their small versions, whether or not a row of an upload or of an earlier deletion
 * exists.
 * @param delete_after by default at once
 */
export async function scheduleFileDeletion(tx: Tx, keys: string[], delete_after = new Date(0)): Promise<void> {
  await tx
    .insertInto('pending_file_deletions')
    .values(keys.map((storage_key) => ({ storage_key, delete_after })))
    .onConflict((pending) => pending.column('storage_key').doUpdateSet({ delete_after }))
    .execute();
}

/**
 * Deletes the files that are due. Instances skip the rows that another instance has locked. A deletion that fails is
 * retried after 1, 2, 4, ... minutes, at most 60, for 24 hours.
 * @returns how many files were deleted
 */
export async function deletePendingFiles(deps: FileDeletionDeps, stopping?: AbortSignal): Promise<number> {
  let total = 0;
  while (!stopping?.aborted) {
    const { claimed, deleted } = await deps.db.transaction((tx) => deleteBatch(tx, deps, deps.clock()));
    deps.metrics.filesRemoved.inc({ outcome: 'removed' }, deleted);
    total += deleted;
    if (claimed < batchSize || deleted === 0) break;
  }
  return total;
}

type FileDeletionDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'metrics' | 'log'>;

async function deleteBatch(tx: Tx, { storage, metrics, log }: FileDeletionDeps, now: Date) {
  const files = await claimDueFiles(tx, now);
  const results = await Promise.allSettled(files.map(({ storage_key }) => storage.remove(storage_key)));
  const reason = results.find((result) => result.status === 'rejected')?.reason.message;
  const failed = files.filter((_, i) => results[i]?.status === 'rejected');
  const abandoned = failed.filter(({ is_last_attempt }) => is_last_attempt);
  const retried = failed.filter(({ is_last_attempt }) => !is_last_attempt);
  if (retried.length > 0) {
    await retryLater(tx, retried, now);
    log.warn({ files: retried.length, reason }, 'files could not be removed from the storage and are tried again');
  }
  if (abandoned.length > 0) {
    log.error({ files: abandoned.length, reason }, 'files could not be removed for 24 hours; `callout sweep` finds them');
  }
  metrics.filesRemoved.inc({ outcome: 'retried' }, retried.length);
  metrics.filesRemoved.inc({ outcome: 'given_up' }, abandoned.length);
  const finished = files.filter((file) => !retried.includes(file));
  if (finished.length > 0) await tx.deleteFrom('pending_file_deletions').where('storage_key', '=', anyOf(finished)).execute();
  return { claimed: files.length, deleted: files.length - failed.length };
}

/** The advisory lock that a backup holds while it copies photos. */
const fileDeletionLock = 1_128_353_871;

/** Keeps all instances from deleting files while this connection is open. */
export async function pauseFileDeletion(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [fileDeletionLock]);
}

/** @throws when the connection was lost, so that files may have been deleted before */
export async function resumeFileDeletion(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [fileDeletionLock]);
}

async function claimDueFiles(tx: Tx, now: Date) {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${fileDeletionLock}) as free`.execute(tx);
  if (!rows[0]?.free) return [];
  return tx
    .selectFrom('pending_file_deletions')
    .select('storage_key')
    .select(sql<boolean>`coalesce(failing_since <= ${plus(now, -maxRetryMs)}, false)`.as('is_last_attempt'))
    .where('delete_after', '<=', now.toISOString())
    .orderBy('delete_after')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
}

const anyOf = (files: { storage_key: string }[]) => sql<string>`any(${files.map(({ storage_key }) => storage_key)})`;

async function retryLater(tx: Tx, files: { storage_key: string }[], now: Date): Promise<void> {
  await tx
    .updateTable('pending_file_deletions')
    .set((eb) => ({
      delete_after: sql<Date>`${now}::timestamptz + least(interval '1 minute' * power(2, least(attempts, 10)), interval '1 hour')`,
      attempts: eb('attempts', '+', 1),
      failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
    }))
    .where('storage_key', '=', anyOf(files))
    .execute();
}

const auditBatchSize = 500;

/**
 * Compares all stored files with all rows. The key of a running upload has a row before its file is stored, so a file
 * without any row is an orphan, and so is a small version.
 * @returns the keys of orphans, which are now scheduled for deletion, and the photos and attachments whose file is missing
 */
export async function auditFiles({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>) {
  const startedAt = clock();
  const stored = new Set<string>();
  for await (const key of storage.keys()) stored.add(key);
  const withThumb = new Set<string>();
  for await (const key of storage.keys('thumb')) withThumb.add(key);
  const keys = [...stored.union(withThumb)];
  const orphans: string[] = [];
  for (let i = 0; i < keys.length; i += auditBatchSize) {
    const unknown = await findOrphans(db.read, keys.slice(i, i + auditBatchSize));
    if (unknown.length > 0) await db.transaction((tx) => scheduleFileDeletion(tx, unknown));
    orphans.push(...unknown);
  }
  const missing: Pick<StoredFilesView, 'kind' | 'id'>[] = [];
  const files = sql<StoredFilesView>`select kind, id, storage_key from stored_files where created_at < ${startedAt}::timestamptz`;
  for await (const batch of db.readInBatches(files))
    for (const { kind, id, storage_key } of batch) if (!stored.has(storage_key)) missing.push({ kind, id });
  return { orphans, missing };
}

async function findOrphans(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from stored_files where storage_key = key)
      and not exists (select from pending_file_deletions where storage_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}
