import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { type BackupOptions, createBackup } from '../src/appliance/backup/create.ts';
import { type RestoreOptions, restoreBackup } from '../src/appliance/backup/restore.ts';
import { type PhotoDestination, photoDestination } from '../src/appliance/backup/restore-photos.ts';
import { tables } from '../src/modules.ts';
import { noTenant } from '../src/platform/deliveries/queue.ts';
import { LocalStorage } from '../src/platform/storage/local.ts';
import { deletePendingFiles, pauseFileDeletion, resumeFileDeletion } from '../src/product/files/photos/file-deletion.ts';
import { Fixtures, secret } from '../testing/fixtures.ts';
import { type S3Server, startS3 } from '../testing/s3-server.ts';
import { spawnService } from '../testing/start-service.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';
import { createTicketWithAdditions, otherTables, ticketTables } from '../testing/ticket-additions.ts';
import { waitFor } from '../testing/wait.ts';

// Backup and restore when something goes wrong: damaged files, missing photos, a destination that is
// not empty, a killed restore.

const fixtures = await Fixtures.create();
const parent = mkdtempSync(join(tmpdir(), 'callout-files-'));
const empty = await createEmptyDatabase();
const db = new pg.Client({ connectionString: empty.url });
await db.connect();
after(async () => {
  await db.end();
  await empty.drop();
  rmSync(parent, { recursive: true, force: true });
});

const { log } = fixtures.deps;
const database = { connectionString: fixtures.url };
const target = { connectionString: empty.url };
const photos = 300;
/** The last one is that of an attachment. */
const keys = Array.from({ length: photos }, () => randomBytes(16).toString('hex'));

function storageIn(dataDir: string): LocalStorage {
  return new LocalStorage({ dataDir, linkKey: Buffer.alloc(32), linkTtlMs: 1_000 });
}
const local = storageIn(fixtures.deps.config.dataDir);
const pathOf = (storage: LocalStorage, key: string): string => join(storage.folder, storage.nameOf(key));
const destinationIn = (dataDir: string) => photoDestination(storageIn(dataDir), join(dataDir, 'uploads'));
const backup = (file: string, options?: Partial<BackupOptions>) =>
  createBackup({
    database,
    tables,
    storage: local,
    file,
    key: '',
    now: fixtures.now,
    log,
    signal: new AbortController().signal,
    ...options,
  });
const restore = (file: string, photos: PhotoDestination, options?: Partial<RestoreOptions>) =>
  restoreBackup({
    database: target,
    photos,
    file,
    access: { key: '', allowUnencrypted: false },
    keepSessions: false,
    now: fixtures.now,
    log,
    signal: new AbortController().signal,
    ...options,
  });

const ticket = await fixtures.createTicketWithStatus('in_progress');
await fixtures.transaction(async (tx) => {
  const common = { ticket_id: ticket, content_type: 'image/png' as const, original_name: 'a.png', uploader_id: null };
  const rows = keys.slice(0, -1).map((storage_key) => ({
    ...common,
    storage_key,
    size_bytes: 5_000,
    uploader_name: 'w',
    created_at: fixtures.now,
  }));
  await tx.insertInto('ticket_photos').values(rows).execute();
});
await fixtures.transaction((tx) =>
  tx
    .insertInto('ticket_attachments')
    .values({
      ticket_id: ticket,
      kind: 'report',
      comment_id: null,
      storage_key: keys.at(-1) ?? '',
      content_type: 'image/png',
      original_name: 'leak.png',
      size_bytes: 5_000,
      author_id: null,
      author_name: 'a',
      created_at: fixtures.now,
    })
    .execute(),
);
for (const key of keys) {
  mkdirSync(dirname(pathOf(local, key)), { recursive: true });
  writeFileSync(pathOf(local, key), Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(4_992)]));
}
await fixtures.transaction((tx) =>
  tx.updateTable('users').set({ messenger_target: '4711' }).where('id', '=', fixtures.anna.id).execute(),
);
const { rule } = await fixtures
  .call(fixtures.anna, 'POST', '/recurring', {
    object_id: fixtures.lobby,
    category: 'other',
    description: 'Sweep the stairs',
    anchor_at: '2026-01-01T00:00:00Z',
    period_days: 7,
  })
  .then(({ body }) => ({ rule: body.id }));
assert.equal((await fixtures.call(fixtures.anna, 'POST', `/recurring/${rule}/run`)).status, 201);
assert.equal((await fixtures.pendingDeliveries('messages')).length, 1);
const answer = { kind: 'answer', bot_id: 1, chat_id: 7, answer: 'welcome' } as const;
await fixtures.db.transaction((tx) => fixtures.deps.deliveries.enqueue(tx, 'answers', [answer], noTenant, fixtures.now));
const { rows: deliveries } = await sql<{ count: number }>`select count(*)::int as count from deliveries`.execute(
  fixtures.db.read,
);
const pending = deliveries[0]?.count ?? 0;
assert(pending >= 2);

const file = join(parent, 'a.backup');
const counts = await backup(file);

/** Whether neither the database nor the folder holds anything. */
async function isEmpty(dataDir: string): Promise<boolean> {
  const { rows } = await db.query("select count(*)::int as n from pg_tables where schemaname = 'public'");
  return rows[0].n === 0 && !existsSync(join(dataDir, 'photos')) && !existsSync(join(dataDir, 'photos.restoring'));
}

async function emptyTarget(): Promise<void> {
  await db.query('drop schema public cascade; create schema public');
}

it('the manifest of a backup counts the rows and photos that it contains', () => {
  assert.equal(counts.photos, photos);
  assert.equal(counts.missing, 0);
  assert.equal(counts.rows['deliveries'], pending);
  assert.equal(counts.rows['tickets'], 2);
});

it('a backup contains photos without their small versions', async () => {
  const thumb = Buffer.from('a small version, which is made again');
  await local.putThumb(keys[0] ?? '', thumb);
  const other = join(parent, 'thumbs.backup');
  assert.equal((await backup(other)).photos, photos);
  assert(!zstdDecompressSync(readFileSync(other)).includes(thumb));
});

/** Some bits of a compressed file, such as among the zeros at its end, do not change what it contains. */
function hasSameContent(file: Buffer, other: Buffer): boolean {
  try {
    return zstdDecompressSync(file).equals(zstdDecompressSync(other));
  } catch {
    return false;
  }
}

it('restore rejects a truncated, changed or extended file before it writes anything', { timeout: 120_000 }, async () => {
  const bytes = readFileSync(file);
  const broken = join(parent, 'broken.backup');
  const dataDir = join(parent, 'broken');
  const cuts = [0, 1, 600, bytes.length >> 1, bytes.length - 600, bytes.length - 1].map((length) => bytes.subarray(0, length));
  // The manifest is within the first two thousand bytes.
  const early = Array.from({ length: 60 }, (_, i) => 5 + i * 33);
  const flips = [...early, bytes.length >> 2, bytes.length >> 1, bytes.length - 200, bytes.length - 5].map((at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    return changed;
  });
  const damaged = flips.filter((flip) => !hasSameContent(flip, bytes));
  assert(damaged.length > flips.length / 2);
  const others = [Buffer.concat([bytes, Buffer.from('more')]), Buffer.concat([bytes, bytes]), randomBytes(5_000)];
  for (const [i, content] of [...cuts, ...damaged, ...others].entries()) {
    writeFileSync(broken, content);
    await assert.rejects(restore(broken, destinationIn(dataDir)), /is not a backup, or is damaged/, `case ${i}`);
    assert(await isEmpty(dataDir), `case ${i}`);
  }
});

it('restore refuses to run when photos exist or the database is not empty', async () => {
  const dataDir = join(parent, 'taken');
  const storage = storageIn(dataDir);
  const [key = ''] = keys;
  mkdirSync(dirname(pathOf(storage, key)), { recursive: true });
  writeFileSync(pathOf(storage, key), 'mine');
  await assert.rejects(restore(file, destinationIn(dataDir)), /there are photos in /);
  assert.equal(readFileSync(pathOf(storage, key), 'utf8'), 'mine');
  await db.query('create table somebody (s int)');
  const free = join(parent, 'free');
  await assert.rejects(restore(file, destinationIn(free)), /not empty \(somebody\)/);
  await emptyTarget();
});

it('a killed restore leaves no partial data, and the next restore succeeds', { timeout: 120_000 }, async () => {
  const dataDir = join(parent, 'killed');
  const env = { JWT_SECRET: secret, DATABASE_URL: empty.url, DATA_DIR: dataDir };
  const start = () => spawnService({ env, command: 'restore', args: [file] });
  const first = await start();
  const aside = join(dataDir, 'photos.restoring');
  await waitFor(() => existsSync(aside) && readdirSync(aside).length > 10, 30_000);
  first.child.kill('SIGKILL');
  assert.equal(await first.ended, 'SIGKILL');
  assert(!existsSync(join(dataDir, 'photos')));
  for (let i = 0; i < 100 && !(await isEmpty(join(parent, 'elsewhere'))); i++) await sleep(20);
  assert(await isEmpty(join(parent, 'elsewhere')), 'the database has rolled back');

  const stopped = await start();
  await waitFor(() => stopped.output().includes('is restored now') && existsSync(aside), 30_000);
  stopped.child.kill('SIGTERM');
  assert.equal(await stopped.ended, 1);
  assert.match(stopped.output(), /stopped: nothing was restored/);
  assert(await isEmpty(dataDir));

  // Killed between the renaming of the folder and the commit: photos without rows.
  const storage = storageIn(dataDir);
  mkdirSync(storage.folder);
  writeFileSync(join(storage.folder, '.restoring'), '');
  writeFileSync(join(storage.folder, 'x'), '');
  const last = await start();
  assert.equal(await last.ended, 0, last.output());
  for (const key of [keys[7] ?? '', keys.at(-1) ?? ''])
    assert.deepEqual(readFileSync(pathOf(storage, key)), readFileSync(pathOf(local, key)));
  assert(!existsSync(join(storage.folder, '.restoring')) && !existsSync(join(storage.folder, 'x')));
  await emptyTarget();
});

it('a backup reports photos whose file is missing and keeps all other photos', async () => {
  const [gone = ''] = keys;
  const kept = readFileSync(pathOf(local, gone));
  rmSync(pathOf(local, gone));
  const other = join(parent, 'missing.backup');
  const { missing, photos: came } = await backup(other);
  assert.deepEqual([missing, came], [1, photos - 1]);
  const restored = await restore(other, destinationIn(join(parent, 'missing')));
  assert.equal(restored.missing, 1);
  writeFileSync(pathOf(local, gone), kept);
  await emptyTarget();
});

for (const [what, key] of [
  ['a failed backup', ''],
  ['a failed encrypted backup', randomBytes(32).toString('base64')],
] as const) {
  it(`${what} leaves no file behind`, { timeout: 60_000 }, async () => {
    const name = join(parent, 'failed.backup');
    const closed = { connectionString: fixtures.url.replace(/\/test_\w+/, '/missing') };
    await assert.rejects(backup(name, { key, database: closed }));
    await assert.rejects(backup(name, { key, signal: AbortSignal.abort() }), /stopped/);
    // Stopped among the photos, when compressed data is on its way to the file.
    const { signal } = new AbortController();
    let calls = 0;
    signal.throwIfAborted = () => {
      if (++calls === photos >> 1) throw new DOMException('stopped by the test', 'AbortError');
    };
    await assert.rejects(backup(name, { key, signal }), /stopped: there is no backup/);
    assert.equal(calls, photos >> 1);
    assert.deepEqual(
      readdirSync(parent).filter((entry) => entry.startsWith('failed')),
      [],
    );
  });
}

it('a running backup prevents the deletion of the files that it copies', async () => {
  const [, deletedKey = ''] = keys;
  const holder = new pg.Client(database);
  await holder.connect();
  await pauseFileDeletion(holder);
  await fixtures.transaction((tx) => tx.deleteFrom('ticket_photos').where('storage_key', '=', deletedKey).execute());
  assert.equal(await deletePendingFiles(fixtures.deps), 0);
  assert(existsSync(pathOf(local, deletedKey)));
  await resumeFileDeletion(holder);
  assert.equal(await deletePendingFiles(fixtures.deps), 1);
  assert(!existsSync(pathOf(local, deletedKey)));
  await holder.end();
});

it('restore uploads local photos to a bucket, and uploads none when it fails', { timeout: 120_000 }, async (context) => {
  const s3: S3Server | string = await startS3();
  if (typeof s3 === 'string') return context.skip(s3);
  const { S3Storage } = await import('../src/platform/storage/s3.ts');
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  const storage = new S3Storage({ bucket, endpoint, region, credentials, forcePathStyle: true }, 60_000);
  const kept = async (): Promise<number> => {
    let n = 0;
    for await (const _ of storage.keys()) n++;
    return n;
  };
  try {
    const small = join(parent, 'small.backup');
    await fixtures.transaction((tx) => tx.deleteFrom('ticket_photos').where('storage_key', 'not in', keys.slice(2, 8)).execute());
    await backup(small);
    const destination = photoDestination(storage, join(parent, 'spool'));
    const failing = { ...methodsOf(destination), publish: () => Promise.reject(new Error('on purpose')) };
    await assert.rejects(restore(small, failing), /on purpose/);
    assert.equal(await kept(), 0);
    await restore(small, destination);
    assert.equal(await kept(), 7, 'six photos and the attachment');
    await emptyTarget();
    await assert.rejects(restore(small, destination), /photos in the bucket/);
  } finally {
    await s3.stop();
  }
});

/** The same destination with bound methods, so that one can be replaced. */
function methodsOf(destination: PhotoDestination): PhotoDestination {
  return {
    requireEmpty: () => destination.requireEmpty(),
    write: (key: string, content: AsyncIterable<Buffer>) => destination.write(key, content),
    publish: () => destination.publish(),
    confirm: () => destination.confirm(),
    discard: () => destination.discard(),
  };
}

it('a restored backup has journals and their chains, what belongs to tickets, projects and accounts, and each pending delivery', async () => {
  await createTicketWithAdditions(fixtures);
  const rowsOf = async (connectionString: string): Promise<Record<string, unknown[]>> => {
    const client = new pg.Client({ connectionString, options: '-c TimeZone=UTC' });
    await client.connect();
    const found: Record<string, unknown[]> = {};
    for (const table of [...ticketTables, ...otherTables, 'ticket_events', 'ticket_chains', 'deliveries']) {
      found[table] = (await client.query(`select to_jsonb(one) as row from ${table} as one order by to_jsonb(one)::text`)).rows;
    }
    await client.end();
    return found;
  };
  const before = await rowsOf(fixtures.url);
  for (const [table, rows] of Object.entries(before)) assert(rows.length > 0, table);
  const other = join(parent, 'additions.backup');
  await backup(other);
  await restore(other, destinationIn(join(parent, 'additions')));
  assert.deepEqual(await rowsOf(empty.url), before);
  await emptyTarget();
});
