import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './database.ts';
import { grantToService } from './grants.ts';

const migrationsFolder = new URL('./migrations/', import.meta.url);
const migrationLockId = 1_128_353_869;
const lockPollMs = 100;
/** Whoever comes after a migration that waits for a lock waits as well. */
const defaultLockTimeoutMs = 100;
/** With the pauses between them about a minute and a half. */
const maxAttempts = 20;
/** of the time that an attempt waits */
const maxBackoffFactor = 80;
const lockNotAvailable = '55P03';
const undefinedColumn = '42703';
const insufficientPrivilege = '42501';

interface Migration {
  number: number;
  file: string;
}

interface MigrateOptions {
  /** of the numbered SQL files */
  folder?: URL;
  /** how long a statement waits for a table that others use, before its migration is rolled back and tried again */
  lockTimeoutMs?: number;
  /** the role of the service, which is granted what it needs; undefined: the role of this connection */
  grantTo?: string | undefined;
}

/**
 * Applies the numbered migrations that the database lacks, each in a transaction of its own; those whose first line is
 * `-- no transaction` build and drop indexes concurrently, one after the other. Instances that start together migrate one after the other. Migrations of
 * newer versions are left alone: the release before runs on the new schema. Where none is missing, a role that may only read and
 * write rows can call this as well.
 * @throws when a migration fails, was changed after it was applied, or a table stays locked for all attempts
 */
export async function migrate(
  config: pg.ClientConfig,
  log: Logger,
  { folder = migrationsFolder, lockTimeoutMs = defaultLockTimeoutMs, grantTo }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ ...config, application_name: 'callout migrations' });
  client.on('error', () => {}); // a connection lost between two statements fails the next one
  await client.connect();
  try {
    await acquireMigrationLock(client, 'session');
    await createMigrationsTable(client);
    const checksums = await readChecksums(client);
    const all = migrations(folder);
    const isNew = checksums.size === 0;
    for (const migration of all) {
      const text = readFileSync(new URL(migration.file, folder), 'utf8');
      const checksum = checksums.get(migration.number);
      if (checksum === undefined) {
        await runMigration(client, migration, text, lockTimeoutMs, log);
        // A new database needs no line for each migration.
        log[isNew ? 'debug' : 'info']({ migration: migration.file }, 'migration applied');
      } else if (checksum !== checksumOf(text)) {
        throw new Error(`migration ${migration.file} was changed after it was applied to this database`);
      }
    }
    if (isNew) log.info({ migrations: all.length }, 'schema created');
    if (grantTo !== undefined) await grantToService(client, grantTo, log);
  } catch (error) {
    const { code, cause, message } = error as pg.DatabaseError & { cause?: pg.DatabaseError };
    if (code !== insufficientPrivilege && cause?.code !== insufficientPrivilege) throw error;
    throw new Error(`${message}: the schema is the work of its owner, set MIGRATION_DATABASE_URL`, { cause: error });
  } finally {
    await client.end();
  }
}

/** @returns how many migrations of this version the database lacks */
export async function countMissing(db: Db): Promise<number> {
  const known = migrations().map(({ number }) => number);
  const { rows } = await sql<{ missing: number }>`
    select count(*) as missing from unnest(${known}::integer[]) as number
    where number not in (select number from schema_migrations)`.execute(db);
  return rows[0]?.missing ?? known.length;
}

/** @returns all migrations of this version, oldest first */
export function migrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 3)), file }));
}

/** @returns the file names of the migrations that were applied to a database, oldest first; none without a schema */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as there`);
  if (!found[0].there) return [];
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by number');
  return rows.map(({ name }) => name);
}

/**
 * Waits until no other process migrates or restores this database, and keeps others from it until the session or the
 * transaction ends. It polls: a statement that waited would hold a snapshot, for which `create index concurrently` waits.
 */
export async function acquireMigrationLock(client: pg.Client, until: 'session' | 'transaction'): Promise<void> {
  const tryLock = until === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock';
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(`select ${tryLock}($1) as acquired`, [migrationLockId]);
    if (rows[0]?.acquired) return;
    await sleep(lockPollMs);
  }
}

/** Creates the schema that the first migrations make, inside the caller's transaction. @param upTo how many of them */
export async function makeSchema(client: pg.Client, upTo: number): Promise<void> {
  await createMigrationsTable(client);
  for (const migration of migrations().slice(0, upTo)) {
    const text = readFileSync(new URL(migration.file, migrationsFolder), 'utf8');
    // Without rows a plain index takes no time, and a concurrent one cannot be built in a transaction.
    await client.query(isConcurrent(text) ? text.replaceAll(/\bindex concurrently\b/gi, 'index') : text);
    await recordMigration(client, migration, text);
  }
}

/** Asks first, since `if not exists` needs the privilege to create a table that is there as well. */
async function createMigrationsTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`);
  if (rows[0]?.exists) return;
  await client.query(`
    create table schema_migrations (
      number     integer primary key,
      name       text not null,
      checksum   text not null,
      applied_at timestamptz not null default clock_timestamp()
    )`);
}

/** @returns the SHA-256 of each applied migration, by its number */
async function readChecksums(client: pg.Client): Promise<Map<number, string>> {
  try {
    const { rows } = await client.query<{ number: number; checksum: string }>('select number, checksum from schema_migrations');
    return new Map(rows.map(({ number, checksum }) => [number, checksum]));
  } catch (error) {
    if ((error as pg.DatabaseError).code !== undefinedColumn) throw error;
    throw new Error(
      'the database was made by a development version, which is not upgraded: use an empty one, or another DATA_DIR',
    );
  }
}

async function runMigration(
  client: pg.Client,
  migration: Migration,
  text: string,
  lockTimeoutMs: number,
  log: Logger,
): Promise<void> {
  try {
    if (isConcurrent(text)) {
      for (const statement of statementsOf(text)) await changeIndexConcurrently(client, statement);
      await recordMigration(client, migration, text);
    } else await applyInTransaction(client, migration, text, lockTimeoutMs, log);
  } catch (error) {
    throw new Error(`migration ${migration.file}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * A statement that waits for the lock of a table makes all others wait that come after it, reads too. So it gives up after
 * lockTimeoutMs, and the migration is tried again when they have had their turn.
 */
async function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  text: string,
  lockTimeoutMs: number,
  log: Logger,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyMigration(client, migration, text, lockTimeoutMs);
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if ((error as pg.DatabaseError).code !== lockNotAvailable || attempt === maxAttempts) throw error;
      const waitMs = lockTimeoutMs * Math.min(2 ** (attempt - 1), maxBackoffFactor) * (0.5 + Math.random() / 2);
      log.warn(
        { migration: migration.file, attempt, waitMs: Math.round(waitMs) },
        'a table is in use, the migration is tried again',
      );
      await sleep(waitMs);
    }
  }
}

async function applyMigration(client: pg.Client, migration: Migration, text: string, lockTimeoutMs: number): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  await client.query(text);
  await recordMigration(client, migration, text);
  await client.query('commit');
}

/** Each ends with a line, as several that are sent at once would be one transaction. */
const statementsOf = (text: string): string[] => text.split(/(?<=;)\n/).filter((statement) => statement.trim() !== '');

/** An index that a build has left invalid when it failed is dropped first: `if not exists` would keep it. */
async function changeIndexConcurrently(client: pg.Client, statement: string): Promise<void> {
  const name = /\bindex concurrently if (?:not )?exists (\w+)/i.exec(statement)?.[1];
  if (!name) throw new Error('without a transaction each statement must be a "create index concurrently if not exists NAME"');
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name]);
  if (rows.length > 0) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
  await client.query(statement);
}

async function recordMigration(client: pg.Client, { number, file }: Migration, text: string): Promise<void> {
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    file,
    checksumOf(text),
  ]);
}

const isConcurrent = (text: string): boolean => text.startsWith('-- no transaction\n');
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');
