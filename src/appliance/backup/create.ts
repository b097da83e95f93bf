import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { appliedMigrations, migrations } from '../../platform/database/migrate.ts';
import { LocalStorage } from '../../platform/storage/local.ts';
import type { Storage, StoredFile } from '../../platform/storage/storage.ts';
import { pauseFileDeletion, resumeFileDeletion } from '../../product/files/photos/file-deletion.ts';
import { ArchiveWriter } from './archive.ts';
import { type CopiedTable, describeTables, openConnection, readRows, rowBlocks } from './database.ts';
import { type Counts, countsName, format, type Manifest, manifestName } from './manifest.ts';

export interface BackupOptions {
  /** names of all tables with data */
  tables: readonly string[];
  database: pg.ClientConfig;
  storage: Storage;
  file: string;
  /** encrypts the file; '': it is not encrypted */
  key: string;
  now: Date;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Writes one snapshot of the database and the local photos of that snapshot into one file, while the
 * service runs.
 * @throws when the file exists, or anything fails; then there is no file
 */
export async function createBackup(options: BackupOptions): Promise<Counts> {
  const archive = await ArchiveWriter.create(options.file, options.now, options.key);
  let client: pg.Client | undefined;
  try {
    client = await openConnection(options.database, 'callout backup');
    const counts = await addAll(client, archive, options);
    await archive.finish();
    return counts;
  } catch (error) {
    await archive.discard();
    throw (error as Error).name === 'AbortError' ? new Error('stopped: there is no backup') : error;
  } finally {
    await client?.end().catch(() => {});
  }
}

async function addAll(client: pg.Client, archive: ArchiveWriter, options: BackupOptions): Promise<Counts> {
  const { storage, signal } = options;
  const hasLocalPhotos = storage instanceof LocalStorage;
  // Before the snapshot: the files of its photos stay until they are copied.
  if (hasLocalPhotos) await pauseFileDeletion(client);
  await client.query('begin transaction isolation level repeatable read, read only');
  const manifest = await createManifest(client, options, hasLocalPhotos ? 'included' : 'in a bucket');
  await archive.add(manifestName, JSON.stringify(manifest));

  const copies = new Map<string, CopyToStreamQuery>();
  for (const table of manifest.tables) copies.set(table.name, await addTable(client, archive, table, signal));
  const photos = hasLocalPhotos ? await addPhotos(client, archive, storage, options) : { photos: 0, missing: 0 };
  await client.query('commit');

  const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]));
  const counts = { rows, ...photos };
  await archive.add(countsName, JSON.stringify(counts));
  if (hasLocalPhotos) await resumeFileDeletion(client);
  return counts;
}

/** @returns the copy, which knows the number of rows once the next query of the connection is done */
async function addTable(
  client: pg.Client,
  archive: ArchiveWriter,
  table: CopiedTable,
  signal: AbortSignal,
): Promise<CopyToStreamQuery> {
  const copy = readRows(client, table);
  let part = 0;
  for await (const block of rowBlocks(copy)) {
    signal.throwIfAborted();
    await archive.add(`tables/${table.name}/${String(++part).padStart(6, '0')}`, block);
  }
  return copy;
}

async function createManifest(client: pg.Client, { tables, now }: BackupOptions, photos: Manifest['photos']): Promise<Manifest> {
  const applied = await appliedMigrations(client);
  if (applied.length === 0) throw new Error('there is nothing of Callout in this database');
  const known = migrations().map(({ file }) => file);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown) throw new Error(`the database was made by a newer version (${unknown}): take the backup with that`);
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    format,
    createdAt: now.toISOString(),
    migrations: applied,
    postgresVersion: rows[0]?.server_version ?? '',
    tables: await describeTables(client, tables),
    photos,
  };
}

async function addPhotos(
  client: pg.Client,
  archive: ArchiveWriter,
  storage: LocalStorage,
  { log, signal }: BackupOptions,
): Promise<Pick<Counts, 'photos' | 'missing'>> {
  const counts = { photos: 0, missing: 0 };
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('stored_files') as name`);
  // A database of an earlier version has no attachments.
  const files = found[0]?.name ? 'stored_files' : `(select 'photo' as kind, id, storage_key from ticket_photos) as photos`;
  await client.query(`declare photos cursor for select kind, id, storage_key from ${files} order by kind, id`);
  for (;;) {
    const { rows } = await client.query<StoredFile>('fetch 1000 from photos');
    if (rows.length === 0) return counts;
    for (const { kind, id, storage_key } of rows) {
      signal.throwIfAborted();
      if (await addPhoto(archive, join(storage.folder, storage.nameOf(storage_key)), storage_key)) counts.photos++;
      else {
        counts.missing++;
        log.error({ [kind]: id }, `the file of this ${kind} is missing`);
      }
    }
  }
}

/** @returns whether the file exists */
async function addPhoto(archive: ArchiveWriter, path: string, key: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    if (!file) return false;
    const { size } = await file.stat();
    await archive.addStream(`photos/${key}`, size, file.createReadStream({ autoClose: false }));
    return true;
  } finally {
    await file?.[Symbol.asyncDispose]();
  }
}
