import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { upsertBot } from '../src/outbound/messenger/actions.ts';
import { deleteExpired as deleteExpiredBotRows } from '../src/outbound/messenger/delete-expired.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { auditFiles, deletePendingFiles } from '../src/product/files/photos/file-deletion.ts';
import { deleteExpired as deleteExpiredLogins } from '../src/product/identity/auth/delete-expired.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { countTicketRows, createTicketWithAdditions, noRows, oneRowEach } from '../testing/ticket-additions.ts';

// What is tidied up by itself: it must go when its time is over, and not a moment before.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda } = fixtures;
const minute = 60_000;
const later = (milliseconds: number): Date => new Date(fixtures.now.getTime() + milliseconds);
const bytes = (name: string): Buffer => Buffer.from(name);
const deleteExpired = async ({ deps }: Fixtures): Promise<void> => {
  await deleteExpiredLogins(deps);
  await deleteExpiredBotRows(deps);
};
const write = (work: (tx: Kysely<Tables>) => Promise<unknown>): Promise<unknown> => fixtures.transaction(work);

const rowExpiries = [
  { name: 'over', expires_at: later(0) },
  { name: 'alive', expires_at: later(minute) },
];

describe('deleteExpired', () => {
  it('deleteExpired deletes expired rate limits, sessions, reset tokens and bind codes, and no others', async () => {
    await write(async (tx) => {
      await tx.insertInto('bots').values({ id: 7 }).execute();
      for (const { name, expires_at } of rowExpiries) {
        const owned = { user_id: anna.id, created_at: fixtures.now, expires_at };
        await tx
          .insertInto('rate_limits')
          .values({ key: bytes(name), timestamps: [fixtures.now], admitted: true, expires_at })
          .execute();
        await tx
          .insertInto('refresh_sessions')
          .values({ token_hash: bytes(name), started_at: fixtures.now, ...owned })
          .execute();
        await tx
          .insertInto('reset_tokens')
          .values({ token_hash: bytes(name), requested_at: fixtures.now, ...owned })
          .execute();
        await tx
          .insertInto('bind_codes')
          .values({ code_hash: bytes(name), bot_id: 7, ...owned })
          .execute();
      }
    });
    await deleteExpired(fixtures);
    const { read } = fixtures.db;
    const left = [
      ...(await read.selectFrom('rate_limits').select('key as name').execute()),
      ...(await read.selectFrom('refresh_sessions').select('token_hash as name').execute()),
      ...(await read.selectFrom('reset_tokens').select('token_hash as name').execute()),
      ...(await read.selectFrom('bind_codes').select('code_hash as name').execute()),
    ];
    assert.deepEqual(
      left.map(({ name }) => name.toString()),
      ['alive', 'alive', 'alive', 'alive'],
    );
    await write((tx) => tx.deleteFrom('bind_codes').execute());
  });

  it('deleteExpired deletes bots without an owner, a bind code and a poller', async () => {
    await write(async (tx) => {
      await tx
        .insertInto('bots')
        .values([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, owner: crypto.randomUUID(), leased_until: later(minute) }])
        .execute();
      await tx
        .updateTable('users')
        .set({ bot_id: 2, bot_token: bytes('sealed') })
        .where('id', '=', boris.id)
        .execute();
      await tx
        .insertInto('bind_codes')
        .values({ code_hash: bytes('code'), user_id: anna.id, bot_id: 3, created_at: fixtures.now, expires_at: later(minute) })
        .execute();
    });
    await deleteExpired(fixtures);
    const bots = await fixtures.db.read.selectFrom('bots').select('id').orderBy('id').execute();
    assert.deepEqual(
      bots.map(({ id }) => id),
      [2, 3, 4],
    );
  });

  it('deleteExpired keeps a bot while a bind code for it is being issued, whether or not the bot is identified', async () => {
    for (const [id, username] of [
      [11, ''],
      [12, 'callout_bot'],
    ] as const) {
      await write((tx) => tx.insertInto('bots').values({ id }).execute());
      await fixtures.db.transaction(async (tx) => {
        await upsertBot(tx, id, username);
        await deleteExpired(fixtures);
        // Refused by the foreign key when the bot is gone.
        await tx
          .insertInto('bind_codes')
          .values({
            code_hash: bytes('issued'),
            user_id: anna.id,
            bot_id: id,
            created_at: fixtures.now,
            expires_at: later(minute),
          })
          .execute();
      });
      await write((tx) => tx.deleteFrom('bind_codes').where('bot_id', '=', id).execute());
    }
    await deleteExpired(fixtures);
  });

  it('deleteExpired deletes handled updates after two days', async () => {
    const days = (n: number): Date => later(-n * 24 * 60 * minute);
    await write((tx) =>
      tx
        .insertInto('bot_updates')
        .values([
          { bot_id: 2, update_id: 1, handled_at: days(2) },
          { bot_id: 2, update_id: 2, handled_at: days(1.9) },
        ])
        .execute(),
    );
    await deleteExpired(fixtures);
    const updates = await fixtures.db.read.selectFrom('bot_updates').select('update_id').execute();
    assert.deepEqual(updates, [{ update_id: 2 }]);
  });
});

// Files whose storage is away for long. What goes right is tested in test/photos.
describe('files', () => {
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
});

const day = 86_400_000;

describe('retention', () => {
  before(() => write((tx) => tx.deleteFrom('pending_file_deletions').execute()));

  it('retention deletes tickets that were closed more than 60 days ago with everything that belongs to them, and no others', async () => {
    const filter = { anchor_at: '2026-03-01T08:00:00Z', category: 'climate', description: 'Clean the filter', period_days: 7 };
    const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', { ...filter, object_id: fixtures.lobby });
    const { body: run } = await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`);
    const old = run.ticket_id;
    await fixtures.call(wanda, 'PATCH', `/tickets/${old}/take`);
    await fixtures.call(wanda, 'PATCH', `/tickets/${old}/start`);
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    assert.equal((await fixtures.call(wanda, 'POST', `/tickets/${old}/photos`, body, headers)).status, 201);
    await fixtures.call(wanda, 'PATCH', `/tickets/${old}/done`);
    await fixtures.call(anna, 'PATCH', `/tickets/${old}/confirm`);
    const open = await fixtures.createTicketWithStatus('done');
    fixtures.advanceClock(1);
    const younger = await fixtures.createTicketWithStatus('closed');
    const { body: other } = await fixtures.call(anna, 'POST', '/recurring', { ...filter, object_id: fixtures.lobby });
    await fixtures.call(anna, 'POST', `/recurring/${other.id}/run`);
    const working = await fixtures.createTicketWithStatus('in_progress');
    await fixtures.call(wanda, 'POST', `/tickets/${working}/photos`, body, headers);
    fixtures.advanceClock(60 * day);
    assert.equal(await deleteExpiredTickets(fixtures.deps), 1);
    assert.equal(await deleteExpiredTickets(fixtures.deps), 0);
    assert.equal((await fixtures.call(root, 'GET', `/tickets/${old}`)).status, 404);
    for (const id of [open, younger]) assert.equal((await fixtures.call(root, 'GET', `/tickets/${id}`)).status, 200);
    assert.equal((await fixtures.call(anna, 'GET', `/recurring/${rule.id}/runs`)).body.total, 0);
    assert.equal((await fixtures.call(anna, 'GET', `/recurring/${other.id}/runs`)).body.total, 1);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${working}/photos`)).body.total, 1);
    assert.equal((await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`)).status, 201, 'what is gone counts as closed');
    assert.equal(await deletePendingFiles(fixtures.deps), 1);
    const { rows } = await sql<{ n: number }>`select count(*) as n from ticket_events where ticket_id = ${old}`.execute(
      fixtures.db.read,
    );
    assert.deepEqual(rows, [{ n: 0 }]);
  });

  it('retention deletes in batches, also when several processes run it at once', async () => {
    const template = await fixtures.createTicketWithStatus('closed');
    await fixtures.transaction((tx) =>
      sql`insert into tickets (status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at)
        select status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at
        from tickets, generate_series(1, 1000) where id = ${template}`.execute(tx),
    );
    // Made without a journal: only the one that went through the API has one.
    fixtures.advanceClock(61 * day);
    const removed = await Promise.all(Array.from({ length: 3 }, () => deleteExpiredTickets(fixtures.deps)));
    assert.equal(
      removed.reduce((sum, n) => sum + n, 0),
      1002,
    );
  });

  it('retention deletes deadlines, comments, attachments and hand-backs with their ticket, and keeps targets, notes and absences', async () => {
    const id = await createTicketWithAdditions(fixtures);
    for (const operation of ['start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`);
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/confirm`)).status, 200);
    assert.deepEqual(await countTicketRows(fixtures, id), oneRowEach);
    fixtures.advanceClock(61 * day);
    assert(await deleteExpiredTickets(fixtures.deps));
    assert.deepEqual(await countTicketRows(fixtures, id), noRows);
    const { take_within_minutes } = (await fixtures.call(anna, 'GET', `/ext/projects/${fixtures.tower}/targets`)).body;
    assert.equal(take_within_minutes.normal, 60);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/objects/${fixtures.lobby}/notes`)).body.text, 'Ring twice');
    assert.equal((await fixtures.call(wanda, 'GET', `/ext/users/${wanda.id}/absences`)).body.total, 1);
  });

  it('retention deletes nothing when it is switched off', async () => {
    await fixtures.createTicketWithStatus('closed');
    fixtures.advanceClock(5000 * day);
    assert.equal(
      await deleteExpiredTickets({ ...fixtures.deps, config: { ...fixtures.deps.config, ticketRetentionDays: 0 } }),
      0,
    );
  });
});
