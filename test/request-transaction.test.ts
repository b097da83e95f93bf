import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Tx, WritableDb } from '../src/platform/database/database.ts';
import { afterCommit, outsideRequestTransaction } from '../src/platform/database/request-transaction.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { waitFor } from '../testing/wait.ts';

// The transaction of a request with an Idempotency-Key, and what else its work does in the database.

const fixtures = await Fixtures.create();
const { db, anna } = fixtures;
/** of openDatabase() */
const writers = 10;

const add = (name: string) => (one: WritableDb | Tx) =>
  one
    .insertInto('used_passkey_challenges')
    .values({ challenge_hash: Buffer.from(name), expires_at: fixtures.now })
    .execute();
const added = async (): Promise<string[]> => {
  const rows = await db.read.selectFrom('used_passkey_challenges').select('challenge_hash').execute();
  return rows.map(({ challenge_hash }) => challenge_hash.toString()).sort();
};
const clear = () => fixtures.transaction((tx) => tx.deleteFrom('used_passkey_challenges').execute());
const fail = () => Promise.reject(new Error('refused'));

describe('parts of the transaction of a request', () => {
  /** Runs work in a transaction of a request that is committed. */
  async function committed(work: () => Promise<unknown>): Promise<string[]> {
    await clear();
    const request = db.requestTransaction(async () => {});
    await request.run(work).catch(() => {});
    await request.commit();
    return added();
  }

  const failingPart = () =>
    db.transaction(async (tx) => {
      await add('undone')(tx);
      await sql`select pg_sleep(0.05)`.execute(tx);
      await fail();
    });

  it('a part that fails does not undo another part that ran at the same time in the same part', async () => {
    const found = await committed(() =>
      db.transaction(() => Promise.allSettled([failingPart(), db.statement(add('first')), db.transaction(add('second'))])),
    );
    assert.deepEqual(found, ['first', 'second']);
  });

  it('a part that fails undoes the parts in it, and no other', async () => {
    const found = await committed(async () => {
      await db.statement(add('before'));
      await db
        .transaction(async () => {
          await db.transaction(() => db.statement(add('inner')));
          await fail();
        })
        .catch(() => {});
      await db.statement(add('after'));
    });
    assert.deepEqual(found, ['after', 'before']);
  });

  it('a part ends after the parts in it that nobody waited for', async () => {
    const found = await committed(() =>
      db.transaction(async () => {
        failingPart().catch(() => {});
        void db.statement(add('not waited for'));
      }),
    );
    assert.deepEqual(found, ['not waited for']);
  });
});

describe('further connections of a caller that holds a writer', () => {
  it('outsideRequestTransaction() writes while requests hold all writers', async () => {
    await clear();
    const requests = Array.from({ length: writers }, () => db.requestTransaction(async () => {}));
    const holding = requests.map((_, i) => add(`held ${i}`));
    await Promise.all(requests.map((request, i) => request.run(() => db.statement(holding[i] ?? add('')))));
    assert.equal(db.connections().idle, 0);
    const outside = (i: number) => outsideRequestTransaction(() => db.transaction(add(`outside ${i}`)));
    await Promise.all(requests.map((request, i) => request.run(() => outside(i))));
    await Promise.all(requests.map((request) => request.rollback()));
    assert.equal((await added()).length, writers);
  });

  it('transactions that write beside themselves do not wait for each other', async () => {
    await clear();
    let open = 0;
    const allOpen = Promise.withResolvers<void>();
    const beside = (i: number) =>
      db.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        if (++open === writers) allOpen.resolve();
        await allOpen.promise;
        await db.statement(add(`beside ${i}`));
      });
    await Promise.all(Array.from({ length: writers }, (_, i) => beside(i)));
    assert.equal((await added()).length, writers);
  });

  it('the holder of a connection of the reserve gets no further one, and a long transaction is never a second connection', async () => {
    const another = /asks for another one/;
    await assert.rejects(
      db.counters.transaction(() => db.statement(add('never'))),
      another,
    );
    await assert.rejects(
      db.counters.transaction(() => db.counters.statement(add('never'))),
      another,
    );
    await assert.rejects(
      db.transaction(() => db.longTransaction(add('never'))),
      another,
    );
    const request = db.requestTransaction(async () => {});
    await assert.rejects(
      request.run(() => db.longTransaction(add('never'))),
      another,
    );
    await request.rollback();
  });

  it('what runs after a commit holds no connection any more', async () => {
    await clear();
    const done = Promise.withResolvers<unknown>();
    const request = db.requestTransaction(async () => {});
    await request.run(() => db.transaction(async () => afterCommit(() => done.resolve(db.longTransaction(add('afterwards'))))));
    await request.commit();
    await done.promise;
    assert.deepEqual(await added(), ['afterwards']);
  });
});

it('as many refused uploads with an Idempotency-Key as there are writers delay no other write, and their files are deleted', async () => {
  const ticket = await fixtures.createTicketWithStatus('in_progress');
  // Concurrent requests of one account are limited.
  const admins = await Promise.all(Array.from({ length: writers }, (_, i) => fixtures.createUser(`admin-${i}`, 'admin')));
  const upload = (admin: TestUser) => {
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const key = { 'idempotency-key': crypto.randomUUID() };
    return fixtures.call(admin, 'POST', `/tickets/${ticket}/photos`, body, { ...headers, ...key });
  };
  const blocked = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    return rows[0]?.n ?? 0;
  };
  const uploads = await fixtures.transaction(async (tx) => {
    await sql`select from tickets where id = ${ticket} for update`.execute(tx);
    const sent = admins.map(upload);
    await waitFor(async () => (await blocked()) >= writers);
    await tx.deleteFrom('tickets').where('id', '=', ticket).execute();
    return sent;
  });
  const others = Array.from({ length: writers }, (_, i) => fixtures.call(anna, 'POST', '/projects', { name: `Beside ${i}` }));
  for (const { status } of await Promise.all(uploads)) assert.equal(status, 404);
  for (const { status } of await Promise.all(others)) assert.equal(status, 201);
  const due = await db.read
    .selectFrom('pending_file_deletions')
    .select('storage_key')
    .where('delete_after', '<', fixtures.now.toISOString())
    .execute();
  assert.equal(due.length, writers, 'files of refused uploads that are deleted at once');
});
