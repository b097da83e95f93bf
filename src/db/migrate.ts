import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { migrateOutbox } from '../outbox/outbox.ts';
import type { Db } from './open.ts';

const folder = new URL('./migrations/', import.meta.url);
const migrationLock = 1_128_353_869;

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
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default clock_timestamp())',
    );
    const { rows } = await client.query<{ number: number }>('select number from schema_migrations');
    const applied = new Set(rows.map((row) => row.number));
    for (const migration of migrations()) {
      if (!applied.has(migration.number)) await apply(client, migration, log);
    }
    await migrateOutbox(config);
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

function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 3)), file }));
}

async function apply(client: pg.Client, { number, file }: Migration, log: Logger): Promise<void> {
  const text = readFileSync(new URL(file, folder), 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (number, name) values ($1, $2)', [number, file]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${file}: ${(error as Error).message}`, { cause: error });
  }
  log.info({ migration: file }, 'migration applied');
}
