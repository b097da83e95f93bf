import type pg from 'pg';
import { quoted } from './copy.ts';

/** Every table of the migrations; each after those that it refers to, so that rows find what they name. */
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
  'ticket_counts',
  'ticket_totals',
  'ticket_closings',
  'ticket_spans',
  'ticket_photos',
  'doomed_files',
  'recurring_runs',
  'outcomes',
  'deliveries',
] as const;

export interface CopiedTable {
  name: string;
  columns: string[];
  /** of columns that number themselves: the sequence's last value, and whether it was given out */
  sequences: Record<string, { last: string; called: boolean }>;
}

/** What the database has of them, as the snapshot of this connection's transaction sees it. */
export async function describeTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; numbered: string[] }>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       coalesce(array_agg(a.attname::text) filter (where a.attidentity <> ''), '{}') as numbered
     from unnest($1::text[]) as known join pg_class c on c.oid = to_regclass(known)
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     group by c.relname`,
    [tables],
  );
  const described: CopiedTable[] = [];
  for (const name of tables) {
    const row = rows.find((found) => found.name === name);
    if (!row) continue; // of a later schema
    const sequences: CopiedTable['sequences'] = {};
    for (const column of row.numbered) sequences[column] = await sequenceOf(client, name, column);
    described.push({ name, columns: row.columns, sequences });
  }
  return described;
}

async function sequenceOf(client: pg.Client, table: string, column: string): Promise<{ last: string; called: boolean }> {
  const { rows } = await client.query<{ sequence: string }>('select pg_get_serial_sequence($1, $2) as sequence', [table, column]);
  const found = await client.query(`select last_value::text as last, is_called as called from ${rows[0]?.sequence}`);
  return found.rows[0];
}

/** Numbers go on where they were, so that none is given out twice. */
export async function setSequences(client: pg.Client, { name, sequences }: CopiedTable): Promise<void> {
  for (const [column, { last, called }] of Object.entries(sequences)) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [name, column, last, called]);
  }
}

export const copyOut = ({ name, columns }: CopiedTable): string => `copy ${quoted(name)} (${listOf(columns)}) to stdout`;
export const copyIn = ({ name, columns }: CopiedTable): string => `copy ${quoted(name)} (${listOf(columns)}) from stdin`;

const listOf = (columns: string[]): string => columns.map(quoted).join(', ');
