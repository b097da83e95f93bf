import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, it } from 'node:test';
import pg from 'pg';
import { makeSchema, migrations } from '../../src/platform/database/migrate.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// The migration of searches needs pg_trgm for its trigram indexes, and does without where it may not have it.

async function connected(): Promise<pg.Client> {
  const { url, drop } = await createEmptyDatabase();
  const db = new pg.Client({ connectionString: url });
  after(async () => {
    await db.end();
    await drop();
  });
  await db.connect();
  return db;
}

const searchIndexes = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indexrelid::regclass::text ~ '_search(_key)?$' order by 1`,
  );
  return rows.map(({ name }) => name);
};

async function addAccount(db: pg.Client): Promise<unknown> {
  await db.query(`
    insert into users (email, email_key, name, role, password_hash, created_at)
    values ('ANNA@Example.com', 'anna', 'Ärmel İ', 'client', 'x', now())`);
  const { rows } = await db.query('select name_folded, email_folded from users');
  return rows[0];
}

const folded = { name_folded: 'ärmel i\u0307', email_folded: 'anna@example.com' };
const all = ['objects', 'projects', 'users'].flatMap((table) => [`${table}_search`, `${table}_search_key`]);

it('a role that may not create pg_trgm gets the folded columns without trigram indexes', async () => {
  const db = await connected();
  const role = `test_${randomBytes(6).toString('hex')}`;
  await db.query(`create role ${role}; grant all on schema public to ${role}`);
  const notices: string[] = [];
  db.on('notice', ({ message }) => notices.push(message ?? ''));
  try {
    await db.query(`begin; set local role ${role}`);
    await makeSchema(db, migrations().length);
    assert.deepEqual(await searchIndexes(db), []);
    assert.deepEqual(await addAccount(db), folded);
    assert(
      notices.some((text) => text.includes('pg_trgm')),
      notices.join('\n'),
    );
  } finally {
    await db.query('rollback');
    await db.query(`drop owned by ${role}; drop role ${role}`);
  }
});

it('trigram indexes use a pg_trgm that an operator installed in another schema', async () => {
  const db = await connected();
  await db.query('create schema extensions; create extension pg_trgm schema extensions');
  await makeSchema(db, migrations().length);
  assert.deepEqual(await searchIndexes(db), all);
  assert.deepEqual(await addAccount(db), folded);
});

it('a role that may create extensions gets pg_trgm and its indexes', async () => {
  const db = await connected();
  await makeSchema(db, migrations().length);
  assert.deepEqual(await searchIndexes(db), all);
});
