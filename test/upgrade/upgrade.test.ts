import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { createBackup } from '../../src/appliance/backup/create.ts';
import { restoreBackup } from '../../src/appliance/backup/restore.ts';
import { photoDestination } from '../../src/appliance/backup/restore-photos.ts';
import { tables } from '../../src/modules.ts';
import { appliedMigrations, migrate, migrations } from '../../src/platform/database/migrate.ts';
import { signAccessToken, signingKey } from '../../src/platform/security/tokens.ts';
import { LocalStorage } from '../../src/platform/storage/local.ts';
import { secret } from '../../testing/fixtures.ts';
import { violations } from '../../testing/invariants.ts';
import { send, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase, databaseUrl } from '../../testing/test-database.ts';

// From the schema of the first release to the current one, with data: migration by migration, and from some versions at once by a
// start of the service, and by a backup that is restored. data/NNN.sql has the rows that migration NNN made room for.

const log = pino({ level: 'silent' });
const parent = mkdtempSync(join(tmpdir(), 'callout-upgrade-'));
const storage = (name: string) => new LocalStorage({ dataDir: join(parent, name), linkKey: Buffer.alloc(32), linkTtlMs: 1_000 });
after(() => rmSync(parent, { recursive: true, force: true }));

async function connected(url: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: url });
  db.on('error', () => {}); // its database is dropped
  after(() => db.end()); // where a test fails before it does so
  await db.connect();
  await db.query("set timezone = 'UTC'");
  return db;
}

/** The last migration of the first release. */
const baseline = 11;

const history = await createEmptyDatabase();
after(() => history.drop());
const migrated = new Set<number>();
let copies = 0;

/**
 * A copy of a database that was migrated no further than this, with data of each version. The database itself is migrated step by
 * step, so numbers must not go down.
 * @throws AssertionError when a migration changes existing data
 */
async function databaseOf(lastNumber: number): Promise<{ url: string; drop: () => Promise<void> }> {
  const db = await connected(history.url);
  for (const { number, file } of migrations().filter(({ number }) => number >= baseline && number <= lastNumber)) {
    if (migrated.has(number)) continue;
    migrated.add(number);
    const before = await contentOf(db, undefined, ['has_additions']); // which migration 116 sets
    await migrate({ connectionString: history.url }, log, { folder: folderUpTo(number) });
    assert.deepEqual(withoutNewSummaries(await contentOf(db, before), before), before, `${file} leaves existing data unchanged`);
    const data = join(import.meta.dirname, 'data', `${String(number).padStart(3, '0')}.sql`);
    if (existsSync(data)) await onServer(history.url, readFileSync(data, 'utf8'));
  }
  await db.end();
  const template = new URL(history.url).pathname.slice(1);
  const name = `${template}_${++copies}`;
  await onServer(databaseUrl('postgres'), `create database ${name} template ${template}`);
  return { url: databaseUrl(name), drop: () => onServer(databaseUrl('postgres'), `drop database ${name} with (force)`) };
}

async function onServer(url: string, statements: string): Promise<void> {
  const db = await connected(url);
  await db.query(statements);
  await db.end();
}

/** A folder with the migrations of an earlier version. */
function folderUpTo(lastNumber: number): URL {
  const path = mkdtempSync(join(parent, 'migrations-'));
  for (const { number, file } of migrations()) {
    if (number <= lastNumber) {
      cpSync(join(import.meta.dirname, '../../src/platform/database/migrations', file), join(path, file));
    }
  }
  return pathToFileURL(`${path}/`);
}

type Content = Record<string, { columns: string[]; rows: unknown[] }>;

/** Rows by table, of these columns or of all but those that are left out. */
async function contentOf(db: pg.Client, wanted?: Content, leftOut: readonly string[] = []): Promise<Content> {
  const columns = wanted
    ? Object.entries(wanted).map(([table, { columns }]) => ({ table, columns }))
    : await columnsOf(db, leftOut);
  if (columns.length === 0) return {};
  const selects = columns.map(
    ({ table, columns }) => `select '${table}', row(${columns.map(pg.escapeIdentifier).join(', ')})::text from ${table}`,
  );
  const text = `${selects.join(' union all ')} order by 1, 2`;
  const rows = Map.groupBy((await db.query({ text, rowMode: 'array' })).rows, ([table]) => table);
  return Object.fromEntries(columns.map(({ table, columns }) => [table, { columns, rows: rows.get(table) ?? [] }]));
}

async function columnsOf(db: pg.Client, leftOut: readonly string[]): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await db.query<{ table: string; columns: string[] }>(
    `select name as "table", array_agg(attname::text order by attnum) as columns
     from unnest($1::text[]) as name join pg_attribute on attrelid = to_regclass(name)
     where attnum > 0 and not attisdropped and attname <> all ($2::text[]) group by 1`,
    [tables, leftOut],
  );
  return rows;
}

it('a restored backup of the first release has no sessions and tokens, and higher token versions', async () => {
  const old = await databaseOf(baseline);
  const copy = await createEmptyDatabase();
  const db = await connected(copy.url);
  try {
    const file = join(parent, 'sessions.backup');
    const common = { now: new Date(), log, signal: new AbortController().signal };
    await createBackup({ database: { connectionString: old.url }, tables, storage: storage('photos'), file, key: '', ...common });
    const photos = photoDestination(storage('without sessions'), join(parent, 'spool'));
    const access = { key: '', allowUnencrypted: false };
    await restoreBackup({ database: { connectionString: copy.url }, photos, file, access, keepSessions: false, ...common });
    await migrate({ connectionString: copy.url }, log);
    for (const table of ['refresh_sessions', 'reset_tokens', 'bind_codes']) {
      assert.deepEqual((await db.query(`select from ${table}`)).rows, [], table);
    }
    const { rows } = await db.query('select min(token_version) as lowest, count(*)::int as n from users');
    assert(rows[0].n > 0 && rows[0].lowest > 3, 'the versions of the backup are at most 3');
    assert.deepEqual(await violations(db), []);
  } finally {
    await db.end();
    await Promise.all([old.drop(), copy.drop()]);
  }
});

it('the service starts on a database of the first release and all transitions work on its tickets', async () => {
  const old = await databaseOf(baseline);
  after(() => old.drop());
  const service = await startService({
    env: { DATABASE_URL: old.url, DATA_DIR: join(parent, 'data'), TICKET_RETENTION_DAYS: '0' },
  });
  const db = await connected(old.url);
  assert.equal((await appliedMigrations(db)).length, migrations().length);
  const token = (id: number, role: string, ver: number) =>
    signAccessToken(signingKey(secret), { sub: `00000000-0000-4000-8000-00000000000${id}`, role, ver }, new Date());
  const [anna, wanda] = [await token(2, 'client', 3), await token(3, 'worker', 0)];
  const { body: list } = await send(`${service.url}/tickets?order=asc`, 'GET', anna);
  assert.deepEqual(
    list.items.map(({ status }: { status: string }) => status),
    ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed', 'closed', 'new'],
  );
  for (const [who, id, op] of [
    [wanda, 1, 'take'],
    [wanda, 2, 'start'],
    [wanda, 3, 'done'],
    [anna, 4, 'confirm'],
    [wanda, 5, 'start'],
  ] as const) {
    const { status, body } = await send(`${service.url}/tickets/${id}/${op}`, 'PATCH', who);
    assert.equal(status, 200, `${id} ${op}: ${JSON.stringify(body)}`);
  }
  assert.equal(await stopService(service), 0, service.output());
  assert.deepEqual(await violations(db), []);
  await db.end();
});

/** Migration 116 adds summaries of tickets that had none. */
function withoutNewSummaries(content: Content, before: Content): Content {
  const { ticket_summaries: now, ...others } = content;
  if (!now) return content;
  const known = new Set(before['ticket_summaries']?.rows.map(String));
  return { ...others, ticket_summaries: { ...now, rows: now.rows.filter((row) => known.has(String(row))) } };
}

/** The newest one, the one before it and every tenth before that. */
const versions = migrations()
  .filter(({ number }) => number >= baseline)
  .toReversed()
  .filter((_, i) => i === 0 || i % 10 === 1)
  .toReversed();

for (const { number, file } of versions) {
  it(`a database at ${file} is upgraded by a start, and by a backup that is restored, without a change of its data`, async () => {
    const old = await databaseOf(number);
    const copy = await createEmptyDatabase();
    const db = await connected(old.url);
    const other = await connected(copy.url);
    try {
      const before = await contentOf(db, undefined, ['has_additions']); // which migration 116 sets
      const backup = join(parent, `${file}.backup`);
      const signal = new AbortController().signal;
      const source = { database: { connectionString: old.url }, tables, storage: storage('photos') };
      await createBackup({ ...source, file: backup, key: '', now: new Date(), log, signal });

      await migrate({ connectionString: old.url }, log);
      assert.deepEqual(withoutNewSummaries(await contentOf(db, before), before), before, 'existing data is unchanged');
      assert.deepEqual(await violations(db), []);

      const photos = photoDestination(storage(`restored ${file}`), join(parent, 'spool'));
      const access = { key: '', allowUnencrypted: false };
      const target = { database: { connectionString: copy.url }, photos, now: new Date(), log, signal };
      await restoreBackup({ ...target, file: backup, access, keepSessions: true });
      assert.equal((await appliedMigrations(other)).at(-1), file, 'the schema of the backup');
      await migrate({ connectionString: copy.url }, log);
      const randomIds = number < 13 ? ['session_id'] : []; // that migration 013 gives to existing rows
      const [one, another] = [await contentOf(other, undefined, randomIds), await contentOf(db, undefined, randomIds)];
      assert.deepEqual(one, another, 'both ways give the same data');
      assert.deepEqual(await violations(other), []);
    } finally {
      await Promise.all([db.end(), other.end()]);
      await Promise.all([old.drop(), copy.drop()]);
    }
  });
}
