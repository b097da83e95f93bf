import type pg from 'pg';
import type { Logger } from 'pino';
import { makeSchema, migrations, takeTurn } from '../../platform/database/migrate.ts';
import { keyPattern } from '../../platform/storage/storage.ts';
import { ArchiveReader, type Member, wholeOf } from './archive.ts';
import { CopyIn, openConnection, quoted } from './copy.ts';
import { type Counts, format, type Label, labelName } from './create.ts';
import type { PhotoPlace } from './place-photos.ts';
import { type CopiedTable, copyIn, setSequences } from './tables.ts';

export interface Restored extends Counts {
  made_at: string;
  photos_in: Label['photos'];
}

/**
 * Puts a backup into an empty database and an empty place for photos. The file is read twice: to
 * its seal before anything is written, and once more into one transaction.
 * @throws one line; then database and place are as empty as before
 */
export async function restoreBackup(
  database: pg.ClientConfig,
  place: PhotoPlace,
  file: string,
  _now: Date,
  log: Logger,
  stopping: AbortSignal,
): Promise<Restored> {
  const client = await openConnection(database, 'callout restore');
  try {
    await client.query('begin');
    await takeTurn(client); // before anything is looked at: another restore may be under way
    await requireEmpty(client);
    await place.requireEmpty();
    await inspect(file, stopping);
    log.info({ file }, 'the backup is whole and is restored now');
    return await restoreInto(client, place, file, stopping);
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? new Error('stopped: nothing was restored') : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The writing part, in the transaction that was begun. */
async function restoreInto(
  client: pg.Client,
  place: PhotoPlace,
  file: string,
  stopping: AbortSignal,
): Promise<Restored> {
  let restored: Restored;
  try {
    restored = await new Restore(client, place, stopping).run(file);
    await place.settle();
  } catch (error) {
    await client.query('rollback').catch(() => {});
    await place.discard();
    throw error;
  }
  // A connection that breaks here leaves open whether all is there: the photos stay, which fits both.
  await client.query('commit').catch((error) => {
    throw new Error(`the database did not confirm the restore (${error.message}): if it is empty, restore again`);
  });
  await place.finish();
  return restored;
}

/** Anything that is there would be mixed up with what comes; tables of extensions do not count. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows[0]) throw new Error(`the database is not empty (${rows[0].name}): restore into a new one`);
}

/**
 * Reads the whole file and lets nothing of it through that this version cannot restore. Its label is
 * believed only when the seal at the end has spoken for it.
 */
async function inspect(file: string, stopping: AbortSignal): Promise<void> {
  const reader = new ArchiveReader(file);
  let label: string | undefined;
  for await (const member of reader.members()) {
    stopping.throwIfAborted();
    label ??= await labelText(member, file);
  }
  if (label === undefined) throw new Error(`${file} is empty`);
  readLabel(label, file);
}

async function labelText(member: Member, file: string): Promise<string> {
  if (member.name !== labelName) throw new Error(`${file} is no backup, or damaged: it does not begin with ${labelName}`);
  return (await wholeOf(member)).toString();
}

function readLabel(text: string, file: string): Label {
  const label: Label = JSON.parse(text);
  if (label.format !== format) throw new Error(`${file} was made by a newer version: restore it with that`);
  const known = migrations().map(({ file }) => file);
  const foreign = label.schema.find((name, i) => name !== known[i]);
  if (foreign) throw new Error(`${file} was made by a newer version (${foreign}): restore it with that`);
  return label;
}

/** One pass over a backup inside a transaction. */
class Restore {
  readonly #client: pg.Client;
  readonly #place: PhotoPlace;
  readonly #stopping: AbortSignal;
  readonly #counts: Counts = { rows: {}, photos: 0, missing: 0 };
  #tables: CopiedTable[] = [];
  #copy: { table: string; rows: CopyIn } | undefined;

  constructor(client: pg.Client, place: PhotoPlace, stopping: AbortSignal) {
    this.#client = client;
    this.#place = place;
    this.#stopping = stopping;
  }

  async run(file: string): Promise<Restored> {
    const reader = new ArchiveReader(file);
    let label: Label | undefined;
    for await (const member of reader.members()) {
      this.#stopping.throwIfAborted();
      if (label) await this.#take(member);
      else {
        label = readLabel(await labelText(member, file), file);
        await this.#prepare(label);
      }
    }
    if (!label) throw new Error(`${file} is empty`);
    await this.#endCopy();
    await this.#complete(reader);
    return { ...this.#counts, made_at: label.made_at, photos_in: label.photos };
  }

  /** The schema of the backup's own day; triggers wait, since their work is among the rows. */
  async #prepare(label: Label): Promise<void> {
    await makeSchema(this.#client, label.schema.length);
    this.#tables = label.tables;
    for (const { name } of this.#tables) await this.#client.query(`alter table ${quoted(name)} disable trigger user`);
  }

  async #take(member: Member): Promise<void> {
    const [kind, name = ''] = member.name.split('/');
    if (kind === 'tables') return this.#takeRows(name, member);
    await this.#endCopy();
    if (kind !== 'photos' || !keyPattern.test(name)) throw new Error(`${member.name} is unknown to this version`);
    await this.#place.keep(name, member.content);
    this.#counts.photos++;
  }

  async #takeRows(name: string, { content }: Member): Promise<void> {
    if (this.#copy?.table !== name) {
      await this.#endCopy();
      const table = this.#tables.find((known) => known.name === name);
      if (!table) throw new Error(`${name} is no table of this backup`);
      this.#copy = { table: name, rows: this.#client.query(new CopyIn(copyIn(table))) };
    }
    for await (const block of content) {
      this.#stopping.throwIfAborted();
      await this.#copy.rows.write(block);
    }
  }

  async #endCopy(): Promise<void> {
    if (!this.#copy) return;
    const { table, rows } = this.#copy;
    this.#copy = undefined;
    this.#counts.rows[table] = await rows.end();
  }

  /** Numbers and triggers go on; what came is what the seal counts. */
  async #complete({ seal }: ArchiveReader): Promise<void> {
    for (const table of this.#tables) {
      await setSequences(this.#client, table);
      await this.#client.query(`alter table ${quoted(table.name)} enable trigger user`);
      await this.#client.query(`analyze ${quoted(table.name)}`);
      this.#counts.rows[table.name] ??= 0;
    }
    const { missing = 0, rows, photos } = { ...seal } as Partial<Counts>;
    this.#counts.missing = missing;
    const came = this.#counts;
    const differs = this.#tables.find(({ name }) => rows?.[name] !== came.rows[name])?.name;
    if (differs || photos !== came.photos) {
      throw new Error(`another number of ${differs ?? 'photos'} came than the backup says`);
    }
  }
}
