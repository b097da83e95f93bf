import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Update } from 'grammy/types';
import { sql } from 'kysely';
import {
  countPolled,
  ensureBotRows,
  holdsLease,
  type Lease,
  releaseLease,
  renewLeases,
  takeLeases,
} from '../src/outbound/messenger/lease.ts';
import { handleUpdate, LeaseLost } from '../src/outbound/messenger/update-handler.ts';
import { Fixtures } from '../testing/fixtures.ts';

// Leases decide which process polls a bot; the pollers themselves are tested in test/bots.test.ts.

const fixtures = await Fixtures.create();
const { db } = fixtures;
const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];

beforeEach(async () => {
  await fixtures.transaction(async (tx) => {
    await tx.deleteFrom('bot_updates').execute();
    await tx.deleteFrom('bots').execute();
    await tx
      .insertInto('bots')
      .values([{ id: 1 }, { id: 2 }, { id: 3 }])
      .execute();
  });
});

const ids = (leases: { botId: number }[]): number[] => leases.map(({ botId }) => botId).sort();
const owners = async (): Promise<(string | null)[]> =>
  (await db.read.selectFrom('bots').select('owner').orderBy('id').execute()).map(({ owner }) => owner);
const expireLeases = (): Promise<unknown> =>
  fixtures.transaction((tx) => sql`update bots set leased_until = now() - interval '1 s'`.execute(tx));
const holds = (lease: { botId: number; fence: number }): Promise<boolean> => db.transaction((tx) => holdsLease(tx, lease));

describe('bot leases', () => {
  it('leases are given for the requested bots that have no owner', async () => {
    assert.deepEqual(ids(await takeLeases(db, one, [1, 2], false)), [1, 2]);
    assert.deepEqual(await owners(), [one, one, null]);
    assert.deepEqual(ids(await takeLeases(db, other, [1, 2, 3], false)), [3]);
  });

  it('renewing a lease extends only the requested bots of its owner', async () => {
    await takeLeases(db, one, [1, 2], false);
    await takeLeases(db, other, [3], false);
    await expireLeases();
    assert.deepEqual(ids(await renewLeases(db, one, [1, 3])), [1]);
    assert.deepEqual(ids(await takeLeases(db, other, [1, 2], false)), [2]);
  });

  it('an expired lease moves to another owner, and its fence distinguishes the two owners', async () => {
    const [before] = await takeLeases(db, one, [1], false);
    await takeLeases(db, one, [2], false);
    await expireLeases();
    const [after] = await takeLeases(db, other, [1], false);
    assert(before && after && after.fence > before.fence);
    assert.deepEqual([await holds(before), await holds(after)], [false, true]);
    assert.equal(await holds({ ...after, botId: 3 }), false);
    await releaseLease(db, before); // it wakes up and lets go of what is no longer its own
    assert.deepEqual(await owners(), [other, one, null]);
    await releaseLease(db, after);
    assert.deepEqual(await owners(), [null, one, null]);
  });

  it('the number of leases counts only the requested bots with a lease that has not expired', async () => {
    await takeLeases(db, one, [1, 2], false);
    assert.equal(await countPolled(db.read, [2, 3]), 1);
    assert.equal(await countPolled(db.read, [1, 2, 3]), 2);
    await expireLeases();
    assert.equal(await countPolled(db.read, [1, 2, 3]), 0);
  });

  it('a bot with a problem is not leased for a minute, except when a process starts', async () => {
    const [lease] = await takeLeases(db, one, [1], false);
    assert(lease);
    await releaseLease(db, lease, 'unauthorized');
    assert.deepEqual(ids(await takeLeases(db, other, [1], false)), []);
    const [again] = await takeLeases(db, other, [1], true);
    assert(again);
    await releaseLease(db, again, 'unauthorized');
    await fixtures.transaction((tx) => sql`update bots set problem_at = now() - interval '61 s'`.execute(tx));
    assert.deepEqual(ids(await takeLeases(db, one, [1], false)), [1]);
  });
});

it('ensureBotRows adds the rows that are missing and leaves the others unchanged', async () => {
  await fixtures.transaction((tx) => tx.updateTable('bots').set({ username: 'kept' }).where('id', '=', 2).execute());
  await fixtures.transaction((tx) => ensureBotRows(tx, [2, 4, 5, 5]));
  const rows = await db.read.selectFrom('bots').select(['id', 'username']).orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ id, username }) => [id, username]),
    [
      [1, ''],
      [2, 'kept'],
      [3, ''],
      [4, ''],
      [5, ''],
    ],
  );
});

it('ensureBotRows writes nothing when all rows exist', async () => {
  const transactionId = await fixtures.transaction(async (tx) => {
    await ensureBotRows(tx, [1, 2, 3]);
    const { rows } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(tx);
    return rows[0]?.id;
  });
  assert.equal(transactionId, null, 'only a transaction that writes gets an id');
});

it('ensureBotRows prepares one statement, whatever the number of bots', async () => {
  const { rows } = await fixtures.transaction(async (tx) => {
    for (const botIds of [[1], [1, 2], [1, 2, 3], []]) await ensureBotRows(tx, botIds);
    return sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement ~ 'insert into "?bots"? .*on conflict'`.execute(tx);
  });
  assert.equal(rows.length, 1, JSON.stringify(rows));
});

describe('updates of bots', () => {
  const receive = (lease: Lease, update_id: unknown, chat = 7) =>
    handleUpdate(fixtures.deps, { lease, username: '', globalBotId: 1 }, {
      update_id,
      message: { chat: { id: chat, type: 'private' }, text: '/status' },
    } as Update);
  const handled = async (): Promise<number[]> =>
    (await db.read.selectFrom('bot_updates').select('update_id').orderBy('update_id').execute()).map((row) => row.update_id);

  it('an update is handled by the current lease owner and not by a previous one', async () => {
    const [before] = await takeLeases(db, one, [1], false);
    await expireLeases();
    const [after] = await takeLeases(db, other, [1], false);
    assert(before && after);
    await assert.rejects(receive(before, 10), LeaseLost);
    assert.deepEqual([await handled(), await fixtures.pendingDeliveries('answers')], [[], []]);
    await receive(after, 10);
    assert.deepEqual([await handled(), (await fixtures.pendingDeliveries('answers')).length], [[10], 1]);
  });

  it('an update without a valid number is ignored', async () => {
    const [lease] = await takeLeases(db, one, [1], false);
    assert(lease);
    for (const id of [1.5, '11', null, 1e300]) await receive(lease, id);
    await receive(lease, 11, 1.5);
    assert.deepEqual(await handled(), []);
    await receive(lease, 12);
    assert.deepEqual(await handled(), [12]);
  });
});
