import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { appliedMigrations, migrations } from '../../platform/database/migrate.ts';
import { holdFiles } from '../../product/photos/file-deletion.ts';
import { ArchiveWriter } from './archive.ts';
import { CopyOut, openConnection } from './copy.ts';
import { type CopiedTable, copyOut, describeTables } from './tables.ts';

/** What a backup says of itself before everything else. */
export interface Label {
  format: 1;
  made_at: string;
  /** the newest migrations last */
  schema: string[];
  /** version of the PostgreSQL that it came from */
  postgres: string;
  tables: CopiedTable[];
  /** whether the photos are in it, or stayed in their bucket */
  photos: 'here' | 'in a bucket';
}

export const labelName = 'callout.json';
export const format = 1;

/** How much there is of everything; part of the seal. */
export interface Counts {
  rows: Record<string, number>;
  photos: number;
  /** photos whose file was missing already */
  missing: number;
}

export interface Source {
  database: pg.ClientConfig;
  /** undefined: they lie in a bucket */
  photoFolder: { folder: string; nameOf(key: string): string } | undefined;
}

/**
 * Writes everything into one file while the service goes on: one snapshot of the database, and
 * the files of the photos that it knows, which nobody removes meanwhile.
 * @throws when the file is there, or anything fails; then there is no file
 */
export async function createBackup(
  { database, photoFolder }: Source,
  file: string,
  now: Date,
  log: Logger,
  stopping: AbortSignal,
): Promise<Counts> {
  const writer = await ArchiveWriter.create(file, now);
  const open: pg.Client[] = [];
  const connected = async (): Promise<pg.Client> => {
    const client = await openConnection(database, 'callout backup');
    open.push(client);
    return client;
  };
  try {
    // Before the snapshot: what that knows is there until the end.
    const held = photoFolder ? await holdFiles(await connected()) : undefined;
    const reader = await connected();
    await reader.query('begin transaction isolation level repeatable read, read only');
    const label = await describe(reader, now, photoFolder ? 'here' : 'in a bucket');
    await writer.add(labelName, Buffer.from(JSON.stringify(label)));
    const counts: Counts = { rows: {}, photos: 0, missing: 0 };
    for (const table of label.tables) counts.rows[table.name] = await addTable(reader, writer, table, stopping);
    const hasPhotos = 'ticket_photos' in counts.rows; // the first schema had none
    if (photoFolder && hasPhotos) await addPhotos(reader, writer, photoFolder, counts, log, stopping);
    await held?.release();
    await writer.seal(counts);
    return counts;
  } catch (error) {
    await writer.discard();
    throw (error as Error).name === 'AbortError' ? new Error('stopped: there is no backup') : error;
  } finally {
    await Promise.all(open.map((client) => client.end().catch(() => {})));
  }
}

async function describe(client: pg.Client, now: Date, photos: Label['photos']): Promise<Label> {
  const schema = await appliedMigrations(client);
  if (schema.length === 0) throw new Error('there is nothing of Callout in this database');
  const known = migrations().map(({ file }) => file);
  const foreign = schema.find((name) => !known.includes(name));
  if (foreign) throw new Error(`the database was made by a newer version (${foreign}): take the backup with that`);
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const postgres = rows[0]?.server_version ?? '';
  return { format, made_at: now.toISOString(), schema, postgres, tables: await describeTables(client), photos };
}

async function addTable(client: pg.Client, writer: ArchiveWriter, table: CopiedTable, stopping: AbortSignal): Promise<number> {
  const copy = client.query(new CopyOut(copyOut(table)));
  let part = 0;
  for await (const block of copy.blocks()) {
    stopping.throwIfAborted();
    await writer.add(`tables/${table.name}/${String(++part).padStart(6, '0')}`, block);
  }
  return copy.rows;
}

async function addPhotos(
  client: pg.Client,
  writer: ArchiveWriter,
  { folder, nameOf }: NonNullable<Source['photoFolder']>,
  counts: Counts,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  await client.query('declare photos cursor for select id, storage_key from ticket_photos order by id');
  for (;;) {
    const { rows } = await client.query<{ id: number; storage_key: string }>('fetch 1000 from photos');
    for (const { id, storage_key } of rows) {
      stopping.throwIfAborted();
      if (await addPhoto(writer, join(folder, nameOf(storage_key)), storage_key)) counts.photos++;
      else {
        counts.missing++;
        log.error({ photo: id }, 'the file of this photo is missing');
      }
    }
    if (rows.length === 0) return;
  }
}

async function addPhoto(writer: ArchiveWriter, path: string, key: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return false;
  try {
    const { size } = await file.stat();
    await writer.addStream({ name: `photos/${key}`, size }, piecesOf(file));
    return true;
  } finally {
    await file.close();
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(256 * 1024));
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
