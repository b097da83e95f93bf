import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table in a backup. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** last values of the sequences of identity columns; a sequence that was never used has none */
  sequences: Record<string, string>;
}

const blockBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * Opens a connection for hours of work: no timeout that an operator has set for requests ends it, and
 * values are written in the same formats on every server.
 */
export async function openConnection(config: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {}); // the query that runs fails
  await client.connect();
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  return client;
}

/**
 * Describes those of the tables that the database has, with the columns that can be written.
 * @returns each table after those that its foreign keys refer to, the order in which rows can be restored
 */
export async function describeTables(client: pg.Client, names: readonly string[]): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { references: string[] }>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       coalesce(jsonb_object_agg(a.attname, s.last_value::text) filter (where s.last_value is not null), '{}') as sequences,
       array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
             where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as "references"
     from unnest($1::text[]) as known
     join pg_class c on c.oid = to_regclass(known)
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_sequences s on a.attidentity <> ''
       and format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(quote_ident(c.relname), a.attname)
     group by c.oid, c.relname order by c.relname`,
    [names],
  );
  const sorted = new Map<string, CopiedTable>();
  while (sorted.size < rows.length) {
    const next = rows.find(({ name, references }) => !sorted.has(name) && references.every((other) => sorted.has(other)));
    if (!next) throw new Error('the foreign keys of the tables form a circle');
    const { references: _, ...table } = next;
    sorted.set(table.name, table);
  }
  return [...sorted.values()];
}

/** Starts to read the rows of a table. */
export function readRows(client: pg.Client, table: CopiedTable): CopyToStreamQuery {
  return client.query(copyTo(`copy ${target(table)} to stdout`));
}

/** Cuts rows into blocks of about 1 MiB that end with a row: a tar entry needs its size before its content. */
export async function* rowBlocks(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < blockBytes) continue;
    const block = Buffer.concat([pending, ...chunks]);
    const end = block.lastIndexOf(newline) + 1;
    if (end > 0) yield block.subarray(0, end);
    pending = block.subarray(end);
    chunks = [];
    bytes = 0;
  }
  const rest = Buffer.concat([pending, ...chunks]);
  if (rest.length > 0) yield rest;
}

/** @returns how many rows were written */
export async function writeRows(client: pg.Client, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`copy ${target(table)} from stdin`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

/** Sequences continue after their last value, so that no id is given out twice. */
export async function setSequences(client: pg.Client, { name, sequences }: CopiedTable): Promise<void> {
  for (const [column, lastValue] of Object.entries(sequences)) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [name, column, lastValue]);
  }
}

const target = ({ name, columns }: CopiedTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
