import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createBackup } from '../../src/appliance/backup/create.ts';
import { placeFor } from '../../src/appliance/backup/place-photos.ts';
import { restoreBackup } from '../../src/appliance/backup/restore.ts';
import { tables } from '../../src/appliance/backup/tables.ts';
import { appliedMigrations, makeSchema, migrate, migrations } from '../../src/platform/database/migrate.ts';
import { signAccessToken, signingKey } from '../../src/platform/security/tokens.ts';
import { LocalStorage } from '../../src/platform/storage/local.ts';
import { secret } from '../../testing/fixtures.ts';
import { violations } from '../../testing/invariants.ts';
import { send, spawnService, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// From each schema that there was to the one of today, with the data of its day: by a start of
// the service, and by a backup that is restored.

const log = pino({ level: 'silent' });
const parent = mkdtempSync(join(tmpdir(), 'callout-upgrade-'));
const storage = (name: string) => new LocalStorage({ dataDir: join(parent, name), linkKey: Buffer.alloc(32), linkTtl: 1_000 });
after(() => rmSync(parent, { recursive: true, force: true }));

async function connected(url: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: url });
  db.on('error', () => {}); // its database is dropped
  after(() => db.end()); // where a test fails before it does so
  await db.connect();
  await db.query("set timezone = 'UTC'");
  return db;
}

/** The database of an operator who stopped upgrading at this migration. */
async function databaseOf(upTo: number): Promise<{ url: string; drop: () => Promise<void> }> {
  const database = await createEmptyDatabase();
  const db = await connected(database.url);
  for (const [i, { file }] of migrations().slice(0, upTo).entries()) {
    // Each migration meets the data of all days before it.
    if (i === 0) await makeSchema(db, 1);
    else {
      await db.query(readFileSync(join(import.meta.dirname, '../../src/platform/database/migrations', file), 'utf8'));
      await db.query('insert into schema_migrations (number, name) values ($1, $2)', [i + 1, file]);
    }
    await db.query(readFileSync(join(import.meta.dirname, 'data', file), 'utf8'));
  }
  await db.end();
  return database;
}

type Content = Record<string, { columns: string[]; rows: unknown[] }>;

/** Rows by table, of these columns or of all. */
async function contentOf(db: pg.Client, wanted?: Content): Promise<Content> {
  const content: Content = {};
  for (const table of tables) {
    const { rows: found } = await db.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum',
      [table],
    );
    const columns = wanted ? (wanted[table]?.columns ?? []) : found.map(({ name }) => name);
    if (columns.length === 0) continue;
    const list = columns.map(pg.escapeIdentifier).join(', ');
    const { rows } = await db.query({ text: `select row(${list})::text from ${table} order by 1`, rowMode: 'array' });
    content[table] = { columns, rows };
  }
  return content;
}

for (const [i, { file }] of migrations().entries()) {
  it(`from ${file}`, async () => {
    const old = await databaseOf(i + 1);
    const copy = await createEmptyDatabase();
    const db = await connected(old.url);
    const other = await connected(copy.url);
    try {
      const before = await contentOf(db);
      const backup = join(parent, `${file}.backup`);
      const never = new AbortController().signal;
      await createBackup(
        { database: { connectionString: old.url }, photoFolder: storage('photos') },
        backup,
        new Date(),
        log,
        never,
      );

      await migrate({ connectionString: old.url }, log);
      assert.deepEqual(await contentOf(db, before), before, 'nothing that was there has changed');
      assert.deepEqual(await violations(db), []);

      const place = placeFor(storage(`restored ${file}`), join(parent, 'spool'));
      await restoreBackup({ connectionString: copy.url }, place, backup, new Date(), log, never);
      assert.equal((await appliedMigrations(other)).length, i + 1, 'the schema of its day');
      await migrate({ connectionString: copy.url }, log);
      assert.deepEqual(await contentOf(other), await contentOf(db), 'both ways come to the same');
      assert.deepEqual(await violations(other), []);
    } finally {
      await Promise.all([db.end(), other.end()]);
      await Promise.all([old.drop(), copy.drop()]);
    }
  });
}

it('the service starts on the oldest one and works with what it finds', async () => {
  const old = await databaseOf(1);
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
    ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed', 'closed'],
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

it('a version that is older than the delivery queue says so and does not start', async () => {
  const newer = await createEmptyDatabase();
  after(() => newer.drop());
  await migrate({ connectionString: newer.url }, log);
  const db = await connected(newer.url);
  await db.query('update pgboss.version set version = version + 1');
  await db.end();
  const service = await spawnService({ env: { DATABASE_URL: newer.url, JWT_SECRET: secret, LOG_LEVEL: 'silent' } });
  assert.equal(await service.ended, 1);
  assert.match(service.output(), /^callout: the delivery queue of this database is of a newer version[^\n]*\n$/);
});
