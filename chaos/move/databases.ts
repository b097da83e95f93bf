import { readFileSync } from 'node:fs';
import type pg from 'pg';

// The statements of ops/move, and what the procedure waits for.

export type SqlFile = 'publish' | 'subscribe' | 'progress' | 'stop-writes' | 'copy-rest' | 'sequences' | 'compare' | 'cancel';

export const readSqlFile = (name: SqlFile): string =>
  readFileSync(new URL(`../../ops/move/${name}.sql`, import.meta.url), 'utf8');

/** Runs the statements one by one, as psql does. @returns the rows of the last one */
export async function runSql<Row extends pg.QueryResultRow>(db: pg.Client, text: string): Promise<Row[]> {
  let rows: Row[] = [];
  for (const statement of text.split(/;\n\n/)) ({ rows } = await db.query<Row>(statement));
  return rows;
}

/** Does what the commands of copy-rest.sql do. */
export async function copyRest(old: pg.Client, next: pg.Client): Promise<void> {
  const { rows: commands } = await old.query<{ format: string }>(readSqlFile('copy-rest'));
  for (const { format } of commands) {
    const [, table] = /copy (\S+) to/.exec(format) ?? [];
    const { rows } = await old.query<{ all: string }>(`select coalesce(jsonb_agg(t), '[]')::text as all from ${table} as t`);
    await next.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [rows[0]?.all]);
  }
}

/** @returns a line for each table whose rows differ */
export async function compareRows(before: pg.Client, after: pg.Client): Promise<string[]> {
  const rowsOf = async (db: pg.Client): Promise<Map<string, string>> => {
    const rows = await runSql<{ name: string; rows: string }>(db, readSqlFile('compare'));
    return new Map(rows.map(({ name, rows: sum }) => [name, sum]));
  };
  const [old, moved] = [await rowsOf(before), await rowsOf(after)];
  if (old.size === 0) return ['there are no tables'];
  return [...new Set([...old.keys(), ...moved.keys()])]
    .filter((name) => old.get(name) !== moved.get(name))
    .map((name) => `${name}: ${old.get(name)} before the move, ${moved.get(name)} after it`);
}

/** Whether the new database has all that was written in the old one up to a position of its log. */
export async function hasReplicated(old: pg.Client, position: string): Promise<boolean> {
  const { rows } = await old.query<{ reached: boolean }>(
    "select confirmed_flush_lsn >= $1::pg_lsn as reached from pg_replication_slots where slot_name = 'callout_move'",
    [position],
  );
  return rows[0]?.reached === true;
}

/** @returns a connection string of libpq for a subscription on this machine */
export function connectionStringOf(url: string): string {
  const { searchParams, username, pathname } = new URL(url);
  return `host=${searchParams.get('host')} user=${username} dbname=${pathname.slice(1)}`;
}
