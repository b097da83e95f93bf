import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kysely } from 'kysely';
import { upsertBot } from '../src/outbound/messenger/actions.ts';
import { deleteExpired as deleteExpiredBotRows } from '../src/outbound/messenger/delete-expired.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { deleteExpired as deleteExpiredLogins } from '../src/product/auth/delete-expired.ts';
import { Fixtures } from '../testing/fixtures.ts';

// What is tidied up by itself: it must go when its time is over, and not a moment before.

const fixtures = await Fixtures.create();
const { anna, boris } = fixtures;
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
