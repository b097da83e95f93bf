import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './open.ts';

const folder = new URL('./migrations/', import.meta.url);
const migrationLock = 1_128_353_869;

const ledger =
  'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default clock_timestamp())';

interface Migration {
  number: number;
  file: string;
}

/**
 * Applies the numbered migrations that the database lacks, each in a transaction of its own.
 * Instances that start together take turns; an older instance leaves a newer schema alone.
 */
export async function migrate(config: pg.ClientConfig, log: Logger): Promise<void> {
  const client = new pg.Client({ ...config, application_name: 'callout migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(ledger);
    const { rows } = await client.query<{ number: number }>('select number from schema_migrations');
    const applied = new Set(rows.map((row) => row.number));
    for (const migration of migrations()) {
      if (!applied.has(migration.number)) await apply(client, migration, log);
    }
  } finally {
    await client.end();
  }
}

/** How many migrations of this program the database lacks. */
export async function countMissing(db: Db): Promise<number> {
  const known = migrations().map(({ number }) => number);
  const { rows } = await sql<{ missing: number }>`
    select count(*) as missing from unnest(${known}::integer[]) as number
    where number not in (select number from schema_migrations)`.execute(db);
  return rows[0]?.missing ?? known.length;
}

/** All that this version knows, the oldest first. */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 3)), file }));
}

async function apply(client: pg.Client, migration: Migration, log: Logger): Promise<void> {
  await client.query('begin');
  try {
    await perform(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.file}: ${(error as Error).message}`, { cause: error });
  }
  log.info({ migration: migration.file }, 'migration applied');
}

async function perform(client: pg.Client, { number, file }: Migration): Promise<void> {
  await client.query(readFileSync(new URL(file, folder), 'utf8'));
  await client.query('insert into schema_migrations (number, name) values ($1, $2)', [number, file]);
}

/** The names of the migrations that a database has, the oldest first; none where there is no schema. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as there`);
  if (!found[0].there) return [];
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by number');
  return rows.map(({ name }) => name);
}

/** Waits, inside a transaction, until nobody migrates this database; until its end nobody begins to. */
export async function takeTurn(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
}

/** Makes the schema of an earlier day, up to so many migrations, inside the caller's transaction. */
export async function makeSchema(client: pg.Client, upTo: number): Promise<void> {
  await client.query(ledger);
  for (const migration of migrations().slice(0, upTo)) await perform(client, migration);
}
