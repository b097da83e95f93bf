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

/** What uploads that were killed have left on this machine's disk. */
export async function removeLeftovers({ clock, config }: Pick<Deps, 'clock' | 'config'>): Promise<number> {
  return removeStaleUploads(spoolFolder(config.dataDir), plus(clock(), -uploadTimeoutMs));
}

const batch = 10;
const longestWait = hours(1);
/** How long a removal is tried; what is left then, `npm run sweep` finds. */
const lifetime = hours(24);

interface Doomed {
  storage_key: string;
  attempts: number;
  failing_since: string | null;
}

/**
 * Removes the files whose time has come. Rows are claimed, so any number of instances may do
 * it at once, and what one leaves when it dies is free again. A file that the storage does not
 * let go of is tried again after 1, 2, 4, ... minutes, at most an hour, for a day.
 * @returns how many files were removed
 */
export async function deletePendingFiles(deps: Sweeping, stopping?: AbortSignal): Promise<number> {
  let removed = 0;
  while (!stopping?.aborted) {
    const { claimed, gone } = await deps.db.transaction(async (tx) => {
      const files = await claim(tx, deps.clock());
      const results = await Promise.allSettled(files.map(({ storage_key }) => deps.storage.remove(storage_key)));
      const failed = files.filter((_, i) => results[i]?.status === 'rejected');
      await forget(
        tx,
        files.filter((file) => !failed.includes(file)),
      );
      if (failed.length > 0) await postpone(tx, deps, failed, reasonOf(results));
      return { claimed: files.length, gone: files.length - failed.length };
    });
    deps.metrics.filesRemoved.inc({ outcome: 'removed' }, gone);
    removed += gone;
    if (claimed < batch || gone === 0) break;
  }
  return removed;
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

async function claim(tx: Tx, now: Date): Promise<Doomed[]> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`.execute(tx);
  if (!rows[0]?.free) return [];
  return tx
    .selectFrom('pending_file_deletions')
    .select(['storage_key', 'attempts', 'failing_since'])
    .where('delete_after', '<=', now.toISOString())
    .orderBy('delete_after')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
}

async function forget(tx: Tx, files: Doomed[]): Promise<void> {
  if (files.length === 0) return;
  const keys = files.map(({ storage_key }) => storage_key);
  await tx.deleteFrom('pending_file_deletions').where('storage_key', '=', sql<string>`any(${keys})`).execute();
}

async function postpone(tx: Tx, { clock, log, metrics }: Sweeping, files: Doomed[], reason: string | undefined): Promise<void> {
  const now = clock();
  const hopeless = files.filter(
    ({ failing_since }) => failing_since !== null && now.getTime() - new Date(failing_since).getTime() >= lifetime,
  );
  const rest = files.filter((file) => !hopeless.includes(file));
  for (const { storage_key, attempts, failing_since } of rest) {
    const wait = Math.min(minutes(2 ** Math.min(attempts, 10)), longestWait);
    await tx
      .updateTable('pending_file_deletions')
      .set({
        delete_after: plus(now, wait),
        attempts: attempts + 1,
        failing_since: failing_since ? new Date(failing_since) : now,
      })
      .where('storage_key', '=', storage_key)
      .execute();
  }
  await forget(tx, hopeless);
  if (rest.length > 0)
    log.warn({ files: rest.length, reason }, 'files could not be removed from the storage and are tried again');
  if (hopeless.length > 0) {
    log.error({ files: hopeless.length, reason }, 'files could not be removed for 24 hours; `npm run sweep` finds them');
  }
  metrics.filesRemoved.inc({ outcome: 'retried' }, rest.length);
  metrics.filesRemoved.inc({ outcome: 'given_up' }, hopeless.length);
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
 * Compares all that is kept with all rows. The key of a running upload is announced, so a file
 * that no table knows belongs to nobody.
 */
export async function auditFiles({ db, storage, clock }: Sweeping): Promise<Audit> {
  const began = clock();
  const kept = new Set<string>();
  const orphans: string[] = [];
  let unasked: string[] = [];
  const ask = async (): Promise<void> => {
    const unknown = await unknownOf(db.read, unasked);
    await doomAll(db, unknown, began);
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

async function doomAll(db: Database, keys: string[], now: Date): Promise<void> {
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
