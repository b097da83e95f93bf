import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Every table of the migrations, each after those that its foreign keys refer to. */
export const tables = [
  'bots',
  'users',
  'refresh_sessions',
  'reset_tokens',
  'login_networks',
  'rate_limits',
  'bind_codes',
  'bot_updates',
  'projects',
  'objects',
  'project_workers',
  'recurring_rules',
  'tickets',
  'ticket_events',
  'ticket_status_counts',
  'worker_closed_counts',
  'ticket_photos',
  'pending_file_deletions',
  'recurring_runs',
  'job_results',
  'deliveries',
] as const;

/** A table in a backup. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** last values of the sequences of identity columns; a sequence that was never used has none */
  sequences: Record<string, string>;
}

const blockBytes = 1024 * 1024;
const newline = 0x0a;

/** @returns those tables that the database has, with the columns that can be written */
export async function describeTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       coalesce(jsonb_object_agg(a.attname, s.last_value::text) filter (where s.last_value is not null), '{}') as sequences
     from unnest($1::text[]) with ordinality as known(name, position)
     join pg_class c on c.oid = to_regclass(known.name)
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_sequences s on a.attidentity <> ''
       and format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(quote_ident(c.relname), a.attname)
     group by c.relname, known.position order by known.position`,
    [tables],
  );
  return rows;
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
