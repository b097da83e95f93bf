import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import type { Storage } from '../src/platform/storage/storage.ts';
import { auditFiles, deletePendingFiles } from '../src/product/photos/file-deletion.ts';
import { Fixtures } from '../testing/fixtures.ts';

// Files whose storage is away for long. What goes right is tested in test/photos.

const fixtures = await Fixtures.create();
const minute = 60_000;

it('a file deletion that fails is retried with growing delays for one day', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const attempts: number[] = [];
  const storage = Object.create(fixtures.deps.storage) as Storage;
  storage.remove = async () => {
    attempts.push(fixtures.now.getTime());
    throw new Error('the storage is away');
  };
  const nextAttempt = () => fixtures.db.read.selectFrom('pending_file_deletions').select('delete_after').executeTakeFirst();
  await fixtures.transaction((tx) =>
    tx.insertInto('pending_file_deletions').values({ storage_key: 'f00d', delete_after: fixtures.now }).execute(),
  );

  for (let next = await nextAttempt(); next; next = await nextAttempt()) {
    fixtures.now = new Date(next.delete_after);
    await deletePendingFiles({ ...fixtures.deps, storage, log });
  }
  const waits = attempts.slice(1).map((at, i) => (at - (attempts[i] ?? 0)) / minute);
  assert.deepEqual(waits.slice(0, 8), [1, 2, 4, 8, 16, 32, 60, 60]);
  const tried = ((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)) / minute;
  assert(tried >= 24 * 60 && tried < 25 * 60, String(tried));
  assert.match(lines.at(-1) ?? '', /"level":50.*the storage is away.*could not be removed for 24 hours/);
  const { values } = await fixtures.deps.metrics.filesRemoved.get();
  assert.equal(values.find(({ labels }) => labels.outcome === 'given_up')?.value, 1);
});

it('the deletion job deletes only files that are due and postpones only those that fail', async () => {
  const storage = Object.create(fixtures.deps.storage) as Storage;
  storage.remove = async (key) => {
    if (key === 'stuck') throw new Error('not now');
  };
  const later = new Date(fixtures.now.getTime() + minute);
  const due = { delete_after: fixtures.now };
  await fixtures.transaction((tx) =>
    tx
      .insertInto('pending_file_deletions')
      .values([
        { storage_key: 'gone', ...due },
        { storage_key: 'stuck', ...due },
        { storage_key: 'young', delete_after: later },
      ])
      .execute(),
  );
  assert.equal(await deletePendingFiles({ ...fixtures.deps, storage }), 1);
  const rows = await fixtures.db.read
    .selectFrom('pending_file_deletions')
    .select(['storage_key', 'attempts'])
    .orderBy('storage_key')
    .execute();
  assert.deepEqual(rows, [
    { storage_key: 'stuck', attempts: 1 },
    { storage_key: 'young', attempts: 0 },
  ]);
});

it('a photo that is added while the storage is listed is not reported as missing', async () => {
  const ticket = await fixtures.createTicketWithStatus('in_progress');
  const storage = Object.create(fixtures.deps.storage) as Storage;
  storage.keys = async function* (kind) {
    if (kind === 'thumb') return;
    fixtures.advanceClock(1_000);
    await fixtures.transaction((tx) =>
      tx
        .insertInto('ticket_photos')
        .values({
          ticket_id: ticket,
          uploader_id: fixtures.wanda.id,
          uploader_name: 'Wanda',
          storage_key: 'late',
          content_type: 'image/png',
          original_name: 'late.png',
          size_bytes: 1,
          created_at: fixtures.now,
        })
        .execute(),
    );
    yield* [];
  };
  assert.deepEqual(await auditFiles({ ...fixtures.deps, storage }), { orphans: [], missing: [] });
});

it('the file audit finds any number of files without a photo in one run', async () => {
  const storage = Object.create(fixtures.deps.storage) as Storage;
  const many = 40_000; // more than one statement can name
  storage.keys = async function* (kind) {
    if (kind === 'thumb') return;
    for (let i = 0; i < many; i++) yield i.toString(16).padStart(32, '0');
  };
  const { orphans } = await auditFiles({ ...fixtures.deps, storage });
  assert.equal(orphans.length, many);
  const pending = fixtures.db.read.selectFrom('pending_file_deletions').where(sql<boolean>`length(storage_key) = 32`);
  const { n } = await pending.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  assert.equal(n, many);
});
