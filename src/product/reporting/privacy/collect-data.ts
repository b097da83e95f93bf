import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { PersonalTable } from '../../../platform/module/personal-data.ts';
import type { DocumentType } from '../../../platform/storage/photo-type.ts';
import { extensionOf } from '../../../platform/storage/storage.ts';

/** A piece of a file of the zip; the pieces of a file follow each other. */
export interface FilePart {
  file: string;
  bytes: Buffer;
  /** rows, or files, that it contains or begins */
  rows: number;
  /** photos are: they are stored as they are */
  isCompressed?: true;
}

type DataDeps = Pick<Deps, 'db' | 'storage'>;

const filesPerRead = 100;

/**
 * Reads what is kept about an account, table by table, and the files of its photos and attachments. Memory holds one batch of rows, or a
 * piece of one file.
 */
export async function* collectData(
  deps: DataDeps,
  personalData: readonly PersonalTable[],
  accountId: string,
  caller: Caller,
): AsyncGenerator<FilePart, void> {
  const missing: string[] = [];
  for (const table of personalData) {
    yield* readRows(deps, table, accountId);
    yield* readFiles(deps, table, accountId, caller, missing);
  }
  yield { file: 'missing.json', bytes: Buffer.from(`${JSON.stringify(missing, null, 1)}\n`), rows: 0 };
}

async function* readRows({ db }: DataDeps, personal: PersonalTable, id: string): AsyncGenerator<FilePart> {
  const { table, rowsOf } = personal;
  if (!rowsOf) return;
  const file = `${table}.json`;
  const query = sql<{ row: object }>`
    select ${dataOf(personal, id)} as row from ${sql.table(table)} as t where ${rowsOf(id)}`;
  yield { file, bytes: Buffer.from('['), rows: 0 };
  let separator = '\n ';
  for await (const rows of db.readInBatches(query)) {
    const text = separator + rows.map(({ row }) => JSON.stringify(row)).join(',\n ');
    yield { file, bytes: Buffer.from(text), rows: rows.length };
    separator = ',\n ';
  }
  yield { file, bytes: Buffer.from('\n]\n'), rows: 0 };
}

/** What the data contains of a row `t`. */
function dataOf({ secrets = [], ofOthers }: PersonalTable, id: string): RawBuilder<unknown> {
  const own = sql`to_jsonb(t) - ${[...secrets]}::text[]`;
  if (!ofOthers) return own;
  const named = ofOthers.columns.map((column) => sql`${column}::text, ${sql.ref(`t.${column}`)}`);
  return sql`case when ${ofOthers.rows(id)} then jsonb_build_object(${sql.join(named)}) else ${own} end`;
}

interface StoredRow {
  id: number;
  storage_key: string;
  content_type: DocumentType;
}

/** Between two reads of keys no transaction is open, however long the files take. */
async function* readFiles(
  { db, storage }: DataDeps,
  { table, rowsOf, files }: PersonalTable,
  accountId: string,
  caller: Caller,
  missing: string[],
): AsyncGenerator<FilePart> {
  if (!rowsOf || files === undefined) return;
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    const { rows } = await db.heavyRead(caller, (heavy) =>
      sql<StoredRow>`
        select t.id, t.storage_key, t.content_type from ${sql.table(table)} as t
        where (${rowsOf(accountId)}) and t.id > ${after} order by t.id limit ${filesPerRead}`.execute(heavy),
    );
    for (const row of rows) {
      const file = `${files}/${row.id}.${extensionOf(row.content_type)}`;
      const content = await storage.stream(row.storage_key);
      if (!content) missing.push(file);
      let rowsOfFile = 1;
      for await (const bytes of content ?? []) {
        yield { file, bytes, rows: rowsOfFile, isCompressed: true };
        rowsOfFile = 0;
      }
    }
    last = rows.at(-1)?.id;
  }
}
