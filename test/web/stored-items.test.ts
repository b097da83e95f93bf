import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { runRequest } from '../../web/src/offline-queue/indexed-db.ts';
import {
  addItem,
  beginAttempt,
  isAnswerForgotten,
  listItems,
  type OperationItem,
  type QueueItem,
  removeItem,
  updateItem,
} from '../../web/src/offline-queue/stored-items.ts';
import { FakeIndexedDb } from './fake-indexed-db.ts';

const fake = new FakeIndexedDb();
Object.assign(globalThis, { indexedDB: fake });
afterEach(() => fake.endFailures());

const itemOf = async (user: string): Promise<QueueItem> => {
  const [item] = await listItems(user);
  assert(item);
  return item;
};

it('an item that is removed while it is changed is not stored again', async () => {
  await addItem({ user: 'wanda', ticketId: 1, op: 'done' });
  const { key } = await itemOf('wanda');
  await Promise.all([updateItem(key, { triedAt: 1 }), removeItem(key)]);
  assert.deepEqual(await listItems('wanda'), []);
});

it('two changes of an item at the same time are both stored', async () => {
  await addItem({ user: 'anna', ticketId: 1, op: 'start', heldUntil: 5 });
  const { key } = await itemOf('anna');
  await Promise.all([updateItem(key, { triedAt: 1 }), updateItem(key, { heldUntil: undefined })]);
  const { triedAt, heldUntil } = (await itemOf('anna')) as OperationItem;
  assert.deepEqual([triedAt, heldUntil], [1, undefined]);
});

it('an item keeps its Idempotency-Key and the time of its first attempt', async () => {
  await addItem({ user: 'boris', ticketId: 1, text: 'On my way', files: [] });
  const item = await itemOf('boris');
  assert.match(item.idempotencyKey ?? '', /^[0-9a-f]{32}$/);
  assert.equal(await beginAttempt(item, { newestIdBefore: 3 }), item.idempotencyKey);
  const tried = await itemOf('boris');
  assert.equal(await beginAttempt(tried), item.idempotencyKey);
  assert.deepEqual(await itemOf('boris'), { ...item, newestIdBefore: 3, triedAt: tried.triedAt });
  assert(tried.triedAt !== undefined);
});

it('an item of an older version gets a key with its next attempt, and may have been sent before', async () => {
  const item: QueueItem = { key: 900, user: 'oleg', ticketId: 1, op: 'done' };
  await runRequest('readwrite', (store) => store.add(item));
  assert(isAnswerForgotten(item));
  const key = await beginAttempt(item);
  const tried = await itemOf('oleg');
  assert.equal(tried.idempotencyKey, key);
  assert(!isAnswerForgotten(tried));
});

it('the answer to an attempt of the day before is forgotten, also when the clock was ahead', () => {
  const item: QueueItem = { key: 1, user: 'wanda', ticketId: 1, op: 'done', idempotencyKey: 'a' };
  const day = 86_400_000;
  assert(!isAnswerForgotten(item));
  assert(!isAnswerForgotten({ ...item, triedAt: Date.now() - day / 2 }));
  for (const triedAt of [Date.now() - day, Date.now() + day]) assert(isAnswerForgotten({ ...item, triedAt }));
});

it('changes that find no space hold, and are stored with the next one', async () => {
  const stored = async (): Promise<OperationItem> => {
    const [item] = await runRequest<OperationItem[]>('readonly', (store) => store.index('user').getAll('igor'));
    assert(item);
    return item;
  };
  await addItem({ user: 'igor', ticketId: 1, op: 'start', heldUntil: 5 });
  const { key } = await itemOf('igor');
  fake.failures.set('put', 'QuotaExceededError');
  await Promise.all([updateItem(key, { triedAt: 1 }), updateItem(key, { heldUntil: 6 })]);
  const { triedAt, heldUntil } = (await itemOf('igor')) as OperationItem;
  assert.deepEqual([triedAt, heldUntil, (await stored()).heldUntil], [1, 6, 5]);
  fake.endFailures();
  await updateItem(key, { heldUntil: 7 });
  assert.deepEqual(await itemOf('igor'), await stored());
  assert.deepEqual([(await stored()).triedAt, (await stored()).heldUntil], [1, 7]);
});
