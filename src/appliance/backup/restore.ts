import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { Logger } from 'pino';
import { acquireMigrationLock, makeSchema } from '../../platform/database/migrate.ts';
import { keyOf } from '../../platform/storage/storage.ts';
import { readAll, readArchive } from './archive.ts';
import { openConnection, setSequences, writeRows } from './database.ts';
import { type BackupAccess, BackupKeyError, isEncrypted } from './encryption.ts';
import { endSessions } from './end-sessions.ts';
import { type Counts, countsName, type Manifest, manifestName, parseManifest } from './manifest.ts';
import type { PhotoDestination } from './restore-photos.ts';
import { listRestoredAccess, type RestoredAccess } from './restored-access.ts';

export interface RestoreOptions {
  database: pg.ClientConfig;
  photos: PhotoDestination;
  file: string;
  access: BackupAccess;
  /** true: sessions, tokens, codes and webhooks of the backup stay valid, as for a move to another machine */
  keepSessions: boolean;
  now: Date;
  log: Logger;
  signal: AbortSignal;
}

export interface RestoreResult extends Counts {
  createdAt: string;
  photosIn: Manifest['photos'];
  encrypted: boolean;
  /** empty with keepSessions */
  restoredAccess: RestoredAccess[];
}

/**
 * Restores a backup into an empty database and an empty photo storage. The file is read twice: its
 * checksum is verified before anything of it is used, then everything is written in one transaction.
 * @throws one line; then database and photo storage are as empty as before
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { photos, file, log } = options;
  const client = await openConnection(options.database, 'callout restore');
  try {
    await client.query('begin');
    await acquireMigrationLock(client, 'transaction'); // first, since another restore may be running
    await requireEmptyDatabase(client);
    await photos.requireEmpty();
    const manifest = await verifyArchive(options);
    log.info({ file }, 'the backup is complete and is restored now');
    const result = await writeAll(client, manifest, options);
    // Where the connection breaks, the commit may have happened or not: the photos stay for the first case.
    await client.query('commit').catch((error) => {
      throw new Error(`the database did not confirm the restore (${error.message}): if it is empty, restore again`);
    });
    await photos.confirm();
    return result;
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? new Error('stopped: nothing was restored') : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tables of extensions do not count. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows[0]) throw new Error(`the database is not empty (${rows[0].name}): restore into a new one`);
}

/** Reads the whole file. @throws when it is damaged, or was made by a newer version */
async function verifyArchive({ file, access, signal }: RestoreOptions): Promise<Manifest> {
  let manifest: string | undefined;
  try {
    for await (const { name, content } of readArchive(file, access)) {
      signal.throwIfAborted();
      if (manifest === undefined && name !== manifestName) throw new Error(`it does not begin with ${manifestName}`);
      manifest ??= await readAll(content);
    }
    if (manifest === undefined) throw new Error('it is empty');
  } catch (error) {
    const { name, syscall, message } = error as NodeJS.ErrnoException;
    if (name === 'AbortError' || syscall) throw error;
    throw new Error(error instanceof BackupKeyError ? message : `${file} is not a backup, or is damaged: ${message}`);
  }
  return parseManifest(manifest, file);
}

/** Everything before the commit. */
async function writeAll(client: pg.Client, manifest: Manifest, options: RestoreOptions): Promise<RestoreResult> {
  try {
    // The schema of the backup; later migrations are applied after the restore, as in an upgrade.
    await makeSchema(client, manifest.migrations.length);
    // Counters and notifications are among the rows: triggers would write them again.
    for (const { name } of manifest.tables) await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
    const encrypted = await isEncrypted(options.file);
    const written = await writeEntries(client, manifest, options);
    if (!options.keepSessions) await endSessions(client, manifest.tables, options.now);
    const restoredAccess = options.keepSessions ? [] : await listRestoredAccess(client, manifest.tables);
    for (const table of manifest.tables) {
      await setSequences(client, table);
      await client.query(`alter table ${pg.escapeIdentifier(table.name)} enable trigger user`);
      await client.query(`analyze ${pg.escapeIdentifier(table.name)}`);
    }
    await options.photos.publish();
    return { ...written, createdAt: manifest.createdAt, photosIn: manifest.photos, encrypted, restoredAccess };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    await options.photos.discard();
    throw error;
  }
}

async function writeEntries(
  client: pg.Client,
  { tables }: Manifest,
  { photos, file, access, signal }: RestoreOptions,
): Promise<Counts> {
  const written: Counts = { rows: Object.fromEntries(tables.map(({ name }) => [name, 0])), photos: 0, missing: 0 };
  let expected: Counts | undefined;
  for await (const { name, content } of readArchive(file, access)) {
    signal.throwIfAborted();
    const [kind, key = ''] = name.split('/');
    const table = tables.find((table) => table.name === key);
    if (name === manifestName) continue;
    if (name === countsName) expected = JSON.parse(await readAll(content));
    else if (kind === 'tables' && table) {
      written.rows[key] = (written.rows[key] ?? 0) + (await writeRows(client, table, content));
    } else if (kind === 'photos' && keyOf(key, 'photo')) {
      await photos.write(key, content);
      written.photos++;
    } else throw new Error(`the entry ${name} is unknown to this version`);
  }
  written.missing = expected?.missing ?? 0;
  if (!isDeepStrictEqual(written, expected)) throw new Error('the backup does not contain what its counts say');
  return written;
}
