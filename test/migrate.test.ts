import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { appliedMigrations, makeSchema, migrate } from '../src/platform/database/migrate.ts';
import { secret } from '../testing/fixtures.ts';
import { spawnService } from '../testing/start-service.ts';
import { cloneDatabase, createEmptyDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait.ts';

const parent = mkdtempSync(join(tmpdir(), 'callout-migrate-'));
after(() => rmSync(parent, { recursive: true, force: true }));

const createItems =
  'create table items (id integer primary key, name text); insert into items select i, i % 10 from generate_series(1, 100) as i;';

interface Setup {
  folder: URL;
  write(file: string, text: string): void;
  /** of all runs */
  logEntries: Record<string, unknown>[];
  /** @returns the files that were applied */
  migrate(lockTimeoutMs?: number): Promise<unknown[]>;
  connect(): Promise<pg.Client>;
}

/** An empty database and a folder of migrations. */
async function setUp(t: TestContext, files: Record<string, string>): Promise<Setup> {
  const database = await createEmptyDatabase();
  const clients: pg.Client[] = [];
  t.after(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.drop();
  });
  const path = mkdtempSync(join(parent, 'migrations-'));
  const folder = pathToFileURL(`${path}/`);
  const write = (file: string, text: string): void => writeFileSync(join(path, file), text);
  for (const [file, text] of Object.entries(files)) write(file, text);
  const logEntries: Record<string, unknown>[] = [];
  return {
    folder,
    write,
    logEntries,
    migrate: async (lockTimeoutMs) => {
      const applied: unknown[] = [];
      const log = pino(
        { level: 'debug' },
        {
          write: (line) => {
            const entry = JSON.parse(line);
            logEntries.push(entry);
            if (entry.msg === 'migration applied') applied.push(entry.migration);
          },
        },
      );
      await migrate({ connectionString: database.url }, log, { folder, ...(lockTimeoutMs && { lockTimeoutMs }) });
      return applied;
    },
    connect: async () => {
      const client = new pg.Client({ connectionString: database.url });
      clients.push(client);
      await client.connect();
      return client;
    },
  };
}

const infoMessages = ({ logEntries }: Setup): unknown[] => logEntries.filter(({ level }) => level === 30).map(({ msg }) => msg);

const isValid = async (db: pg.Client, index: string): Promise<boolean | undefined> => {
  const { rows } = await db.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index]);
  return rows[0]?.indisvalid;
};

it('migrate applies each file once, in the order of the numbers', async (t) => {
  const setup = await setUp(t, {
    '002_item.sql': 'insert into items values (101)',
    '001_items.sql': createItems,
    'notes.txt': 'no migration',
  });
  assert.deepEqual(await setup.migrate(), ['001_items.sql', '002_item.sql']);
  assert.deepEqual(infoMessages(setup), ['schema created']);
  setup.write('003_item.sql', 'insert into items values (102)');
  assert.deepEqual(await setup.migrate(), ['003_item.sql']);
  assert.deepEqual(infoMessages(setup), ['schema created', 'migration applied']);
  const db = await setup.connect();
  assert.deepEqual(await appliedMigrations(db), ['001_items.sql', '002_item.sql', '003_item.sql']);
});

it('migrate names the file that failed and keeps nothing of it', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems, '002_wrong.sql': 'insert into items values (101); select 1 / 0' });
  await assert.rejects(setup.migrate(), { message: 'migration 002_wrong.sql: division by zero' });
  const db = await setup.connect();
  assert.deepEqual(await appliedMigrations(db), ['001_items.sql']);
  assert.deepEqual((await db.query('select from items where id = 101')).rows, []);
});

it('migrate refuses a file that was changed after it was applied, before it applies others', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems, '002_item.sql': 'insert into items values (101)' });
  await setup.migrate();
  setup.write('002_item.sql', 'insert into items values (102)');
  setup.write('003_item.sql', 'insert into items values (103)');
  await assert.rejects(setup.migrate(), {
    message: 'migration 002_item.sql was changed after it was applied to this database',
  });
  const db = await setup.connect();
  assert.deepEqual(await appliedMigrations(db), ['001_items.sql', '002_item.sql']);
});

it('migrate leaves a database alone that a newer version has migrated further', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems });
  await setup.migrate();
  const db = await setup.connect();
  await db.query(`insert into schema_migrations (number, name, checksum) values (2, '002_later.sql', 'unknown here')`);
  assert.deepEqual(await setup.migrate(), []);
  assert.deepEqual(await appliedMigrations(db), ['001_items.sql', '002_later.sql']);
});

it('migrate refuses a database of a development version, which has no checksums', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems });
  const db = await setup.connect();
  await db.query('create table schema_migrations (number integer primary key, name text not null)');
  await assert.rejects(setup.migrate(), {
    message: 'the database was made by a development version, which is not upgraded: use an empty one, or another DATA_DIR',
  });
});

it('a migration that waits for a locked table lets other statements pass and is tried again', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems });
  await setup.migrate();
  setup.write('002_column.sql', 'alter table items add column size integer');
  const [reader, other] = [await setup.connect(), await setup.connect()];
  await reader.query('begin; select from items');
  await other.query("set lock_timeout = '5s'");
  const migrating = setup.migrate(50);
  const retries = () => setup.logEntries.filter(({ msg }) => msg === 'a table is in use, the migration is tried again');
  // While the first reader goes on, others wait no longer than one attempt lasts.
  while (retries().length < 3) await other.query('select count(*) from items');
  await reader.query('commit');
  assert.deepEqual(await migrating, ['002_column.sql']);
  assert.deepEqual(new Set(retries().map(({ migration }) => migration)), new Set(['002_column.sql']));
  await other.query('select size from items');
});

it('a migration gives up after its last attempt while a table stays locked', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems });
  await setup.migrate();
  setup.write('002_column.sql', 'alter table items add column size integer');
  const reader = await setup.connect();
  await reader.query('begin; select from items');
  await assert.rejects(setup.migrate(1), { message: 'migration 002_column.sql: canceling statement due to lock timeout' });
  assert.deepEqual(await appliedMigrations(reader), ['001_items.sql']);
});

it('a migration without a transaction builds its index while others write', async (t) => {
  const setup = await setUp(t, { '001_items.sql': createItems });
  await setup.migrate();
  setup.write('002_index.sql', '-- no transaction\ncreate index concurrently if not exists items_by_name on items (name);\n');
  const [writer, db] = [await setup.connect(), await setup.connect()];
  await writer.query('begin; insert into items values (101)');
  const migrating = setup.migrate();
  await waitFor(async () => (await isValid(db, 'items_by_name')) === false); // it is being built and waits for the writer
  await db.query('insert into items values (102)');
  await writer.query('commit');
  await migrating;
  assert.equal(await isValid(db, 'items_by_name'), true);
});

it('a migration without a transaction builds and drops several indexes, and goes on where it failed', async (t) => {
  const setup = await setUp(t, {
    '001_items.sql': createItems,
    '002_index.sql': `-- no transaction
create index concurrently if not exists items_by_name on items (name);
create unique index concurrently if not exists items_name
  on items (name);
drop index concurrently if exists items_by_name;\n`,
  });
  await assert.rejects(setup.migrate(), /^Error: migration 002_index\.sql: could not create unique index "items_name"$/);
  const db = await setup.connect();
  assert.deepEqual([await isValid(db, 'items_by_name'), await isValid(db, 'items_name')], [true, false]);
  await db.query('delete from items where id > 10');
  await setup.migrate();
  assert.deepEqual([await isValid(db, 'items_by_name'), await isValid(db, 'items_name')], [undefined, true]);
});

it('an index that a failed build has left invalid is built again', async (t) => {
  const setup = await setUp(t, {
    '001_items.sql': createItems,
    '002_index.sql': '-- no transaction\ncreate unique index concurrently if not exists items_name on items (name);\n',
  });
  await assert.rejects(setup.migrate(), /^Error: migration 002_index\.sql: could not create unique index "items_name"$/);
  const db = await setup.connect();
  assert.equal(await isValid(db, 'items_name'), false);
  await db.query('delete from items where id > 10');
  await setup.migrate();
  assert.equal(await isValid(db, 'items_name'), true);
  assert.deepEqual(await appliedMigrations(db), ['001_items.sql', '002_index.sql']);
});

it('a migration without a transaction that is no concurrent index is refused', async (t) => {
  const setup = await setUp(t, { '001_items.sql': `-- no transaction\n${createItems}` });
  await assert.rejects(setup.migrate(), {
    message:
      'migration 001_items.sql: without a transaction each statement must be a "create index concurrently if not exists NAME"',
  });
});

it('instances that migrate at once apply each migration once, those without a transaction as well', async (t) => {
  const setup = await setUp(t, {
    '001_items.sql': createItems,
    '002_index.sql': '-- no transaction\ncreate index concurrently if not exists items_by_name on items (name);\n',
    '003_slow.sql': 'select pg_sleep(0.2); insert into items values (101)',
  });
  const runs = await Promise.all(Array.from({ length: 4 }, () => setup.migrate()));
  assert.deepEqual(runs.flat(), ['001_items.sql', '002_index.sql', '003_slow.sql']);
  const db = await setup.connect();
  assert.equal(await isValid(db, 'items_by_name'), true);
  assert.equal((await db.query('select from pg_stat_database where datname = current_database() and deadlocks > 0')).rowCount, 0);
});

it('makeSchema makes the schema of the migrations in one transaction, with the checksums that migrate expects', async (t) => {
  const setup = await setUp(t, {});
  cpSync(new URL('../src/platform/database/migrations/', import.meta.url), setup.folder, { recursive: true });
  const db = await setup.connect();
  await db.query('begin');
  await makeSchema(db, 2);
  await db.query('commit');
  const applied = await setup.migrate();
  assert.deepEqual((await appliedMigrations(db)).slice(2), applied);
});

it('callout serve ends with one line that names the changed migration', async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await db.query(`update schema_migrations set checksum = 'of another file' where number = 4`);
  await db.end();
  const env = { DATABASE_URL: database.url, JWT_SECRET: secret, LOG_LEVEL: 'silent' };
  const run = await spawnService({ env, command: 'serve' });
  assert.equal(await run.ended, 1);
  assert.equal(run.output(), 'callout: migration 004_counters.sql was changed after it was applied to this database\n');
});
