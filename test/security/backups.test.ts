import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, it } from 'node:test';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { createBackup } from '../../src/appliance/backup/create.ts';
import { type RestoreOptions, restoreBackup } from '../../src/appliance/backup/restore.ts';
import { photoDestination } from '../../src/appliance/backup/restore-photos.ts';
import { tables } from '../../src/modules.ts';
import { LocalStorage } from '../../src/platform/storage/local.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// Whoever can read or write the file of a backup must not read its content, plant accounts in it, or use what was revoked
// after it was made.

const fixtures = await Fixtures.create();
const parent = mkdtempSync(join(tmpdir(), 'callout-encrypted-'));
const empty = await createEmptyDatabase();
const source = new pg.Client(fixtures.url);
const restored = new pg.Client(empty.url);
await Promise.all([source.connect(), restored.connect()]);
source.on('error', () => {}); // its database is dropped first
after(async () => {
  await Promise.all([source.end(), restored.end()]);
  await empty.drop();
  rmSync(parent, { recursive: true, force: true });
});

const key = randomBytes(32).toString('base64');
const { log } = fixtures.deps;
const { signal } = new AbortController();
const storageIn = (dataDir: string) => new LocalStorage({ dataDir, linkKey: Buffer.alloc(32), linkTtlMs: 1_000 });
const dataDir = join(parent, 'restored');
const photo = { key: randomBytes(16).toString('hex'), bytes: randomBytes(300_000) };

/** Writes a backup and returns the path of its file. */
async function backup(name: string, key: string): Promise<string> {
  const file = join(parent, name);
  const database = { connectionString: fixtures.url };
  const storage = storageIn(fixtures.deps.config.dataDir);
  await createBackup({ database, tables, storage, file, key, now: fixtures.now, log, signal });
  return file;
}

async function restore(file: string, key: string, options?: Partial<RestoreOptions> & { allowUnencrypted?: boolean }) {
  const { allowUnencrypted = false, ...rest } = options ?? {};
  const photos = photoDestination(storageIn(dataDir), join(parent, 'spool'));
  const access = { key, allowUnencrypted };
  const common = { database: { connectionString: empty.url }, photos, now: fixtures.now, log, signal, keepSessions: false };
  return restoreBackup({ ...common, file, access, ...rest });
}

async function emptyTarget(): Promise<void> {
  await restored.query('drop schema public cascade; create schema public');
  rmSync(dataDir, { recursive: true, force: true });
}

/** The message of the failed restore, without the path; fails when anything was written. */
async function refusal(file: string, key: string): Promise<string> {
  const error: Error = await restore(file, key).then(
    () => assert.fail(`${file} was restored`),
    (error) => error,
  );
  const { rows } = await restored.query("select from pg_tables where schemaname = 'public'");
  assert.equal(rows.length, 0, error.message);
  assert(!existsSync(join(dataDir, 'photos')) && !existsSync(join(dataDir, 'photos.restoring')), error.message);
  assert(!error.message.includes('\n') && !error.message.includes(key || '\n'), error.message);
  return error.message.replace(file, 'FILE');
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

async function countOf(client: pg.Client, table: string): Promise<number> {
  return (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n;
}

const path = join(storageIn(fixtures.deps.config.dataDir).folder, storageIn('').nameOf(photo.key));
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, photo.bytes);
const ticket = await fixtures.createTicketWithStatus('in_progress');
const { id: anna } = fixtures.anna;
const later = new Date(fixtures.now.getTime() + 3_600_000);
const dates = [anna, fixtures.now, later];
await source.query(
  `insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_name, created_at)
   values ($1, $2, 'image/png', 'a.png', $3, 'Wanda', $4)`,
  [ticket, photo.key, photo.bytes.length, fixtures.now],
);
await source.query('insert into bots (id) values (7)');
for (const [row, values] of [
  ["refresh_sessions (token_hash, user_id, created_at, started_at, expires_at) values ('\\x01', $1, $2, $2, $3)", dates],
  ["reset_tokens (token_hash, user_id, requested_at, created_at, expires_at) values ('\\x02', $1, $2, $2, $3)", dates],
  ["bind_codes (code_hash, user_id, bot_id, created_at, expires_at) values ('\\x03', $1, 7, $2, $3)", dates],
  ["api_tokens (user_id, name, scope, token_hash, created_at) values ($1, 'script', 'write', '\\x04', $2)", dates.slice(0, 2)],
  ["calendar_tokens (user_id, token_hash, created_at) values ($1, '\\x05', $2)", dates.slice(0, 2)],
  ["oidc_identities values ('https://login.example.com', 'anna', $1, $2, $2)", dates.slice(0, 2)],
  [
    `passkeys (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
     values ($1, '\\x07', '\\x08', 0, '{}', false, 'Laptop', $2)`,
    dates.slice(0, 2),
  ],
  [
    `webhooks (id, owner_id, sees_all, url, events, is_active, secret, created_at)
     select ('00000000-0000-4000-8000-00000000000' || n)::uuid, $1, false, 'https://hooks.example.com/secret', '{ticket_created}',
       n = 1, '\\x06', $2 from generate_series(1, 2) as n`,
    dates.slice(0, 2),
  ],
  [
    `object_portals (id, object_id, token_hash, token_secret, created_at)
     values (gen_random_uuid(), $1, '\\x09', '\\x09', $2)`,
    [fixtures.lobby, fixtures.now],
  ],
] as const)
  await source.query(`insert into ${row}`, [...values]);
await source.query('update users set token_version = 3 where id = $1', [anna]);
const credentials = ['refresh_sessions', 'reset_tokens', 'bind_codes', 'api_tokens', 'calendar_tokens'];
const plain = await backup('plain.backup', '');
const encrypted = await backup('encrypted.backup', key);

it('a backup with BACKUP_KEY is an age file with a passphrase and restores the same rows and photos', async () => {
  assert.match(readFileSync(encrypted, 'latin1'), /^age-encryption\.org\/v1\n-> scrypt \S{22} 15\n/);
  const { rows, photos, encrypted: wasEncrypted } = await restore(encrypted, key, { keepSessions: true });
  assert.deepEqual([rows['tickets'], photos, wasEncrypted], [await countOf(source, 'tickets'), 1, true]);
  for (const table of credentials) assert.equal(await countOf(restored, table), 1, table);
  const storage = storageIn(dataDir);
  assert.deepEqual(readFileSync(join(storage.folder, storage.nameOf(photo.key))), photo.bytes);
  await emptyTarget();
});

it('restore refuses an encrypted backup without its BACKUP_KEY, for a public key, or with a costly head', async () => {
  assert.equal(await refusal(encrypted, ''), 'FILE is encrypted: set BACKUP_KEY to the key that it was made with');
  const wrong = 'FILE does not decrypt: it was made with another BACKUP_KEY, or its first bytes are damaged';
  const other = key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  assert.equal(await refusal(encrypted, other), wrong);
  const [forKey, costly] = [new Encrypter(), new Encrypter()];
  forKey.addRecipient(await identityToRecipient(await generateIdentity()));
  costly.setPassphrase(key);
  costly.setScryptWorkFactor(16); // more memory than callout backup uses
  for (const [encrypter, message] of [
    [forKey, /^FILE does not decrypt/],
    [costly, /^FILE was not made by callout backup: its scrypt work factor is 16 instead of 15$/],
  ] as const) {
    const file = join(parent, 'foreign.backup');
    writeFileSync(file, await encrypter.encrypt(readFileSync(plain)));
    assert.match(await refusal(file, key), message);
  }
});

it('restore with BACKUP_KEY refuses a backup that is not encrypted unless that is allowed', async () => {
  assert.match(await refusal(plain, key), /^FILE is not encrypted, though BACKUP_KEY is set: .*--allow-unencrypted/);
  const result = await restore(plain, key, { allowUnencrypted: true });
  assert.equal(result.encrypted, false);
  await emptyTarget();
});

it('restore refuses an encrypted backup that was changed, truncated, extended or rearranged', { timeout: 60_000 }, async () => {
  const bytes = readFileSync(encrypted);
  const headerBytes = bytes.indexOf('\n--- ') + 1 + '--- '.length + 43 + 1;
  const chunkBytes = 65_536 + 16;
  const payload = headerBytes + 16; // the nonce comes first
  assert(bytes.length > payload + 3 * chunkBytes, 'several chunks');
  const chunk = (i: number) => bytes.subarray(payload + i * chunkBytes, payload + (i + 1) * chunkBytes);
  const rest = bytes.subarray(payload + 2 * chunkBytes);
  const cases: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    'cut in the magic number': bytes.subarray(0, 10),
    'cut in the header': bytes.subarray(0, 60),
    'cut after the header': bytes.subarray(0, headerBytes),
    'cut between two chunks': bytes.subarray(0, payload + chunkBytes),
    'cut in a chunk': bytes.subarray(0, bytes.length >> 1),
    'without its last byte': bytes.subarray(0, -1),
    'with a byte more': Buffer.concat([bytes, Buffer.from('x')]),
    'with more bytes than a chunk': Buffer.concat([bytes, randomBytes(100_000)]),
    doubled: Buffer.concat([bytes, bytes]),
    'with two chunks in another order': Buffer.concat([bytes.subarray(0, payload), chunk(1), chunk(0), rest]),
    'with a changed magic number': changed(bytes, 3),
    'with a changed salt': changed(bytes, 35),
    'with a space in its salt': Buffer.concat([bytes.subarray(0, 35), Buffer.from(' '), bytes.subarray(36)]),
    'with a changed header checksum': changed(bytes, headerBytes - 10),
    'with a changed nonce': changed(bytes, headerBytes + 3),
    'changed in the first chunk': changed(bytes, payload + 100),
    'changed in the middle': changed(bytes, bytes.length >> 1),
    'changed at the end': changed(bytes, bytes.length - 3),
  };
  const file = join(parent, 'broken.backup');
  for (const [what, content] of Object.entries(cases)) {
    writeFileSync(file, content);
    assert.match(await refusal(file, key), /^FILE (is not a backup, or is damaged: |does not decrypt: )/, what);
  }
});

it('restore ends sessions and tokens, disables webhooks, and lists who or what can use the service again', async () => {
  const { restoredAccess } = await restore(plain, '');
  for (const table of credentials) assert.equal(await countOf(restored, table), 0, table);
  const { rows } = await restored.query('select is_active, disabled_reason from webhooks order by id');
  assert.deepEqual(rows, [
    { is_active: false, disabled_reason: 'restore' },
    { is_active: false, disabled_reason: null },
  ]);
  assert.deepEqual(restoredAccess, [
    { kind: 'passkeys', rows: ['anna@example.com: Laptop'] },
    { kind: 'links to company accounts', rows: ['anna@example.com: https://login.example.com'] },
    { kind: 'addresses of portals', rows: ['Tower: Lobby'] },
    { kind: 'webhooks', rows: ['anna@example.com: hooks.example.com', 'anna@example.com: hooks.example.com'] },
  ]);
  await emptyTarget();
  assert.deepEqual((await restore(plain, '', { keepSessions: true })).restoredAccess, []);
  assert.equal((await restored.query('select from webhooks where is_active')).rowCount, 1);
  await emptyTarget();
});

it('restore gives all accounts a token version that no earlier restore of the same backup gave', async () => {
  const versions: number[] = [];
  for (let restores = 0; restores < 2; restores++) {
    fixtures.advanceClock(60_000);
    await restore(plain, '');
    const { rows } = await restored.query('select distinct token_version from users');
    assert.equal(rows.length, 1);
    versions.push(rows[0].token_version);
    await emptyTarget();
  }
  const [first = 0, second = 0] = versions;
  assert(first > 1_000_000, 'higher than any number of changed passwords');
  assert.equal(second, first + 60);
});
