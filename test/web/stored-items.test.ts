import assert from 'node:assert/strict';
import { it } from 'node:test';
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

type Row = QueueItem & { key: number };
interface FakeRequest {
  result?: unknown;
  onsuccess?: () => void;
}

const rows = new Map<number, Row>();
let lastKey = 0;
let lastTransaction: Promise<void> = Promise.resolve();
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/** A transaction as browsers run them: after the one before, each request in a task of its own. */
function startTransaction() {
  const steps: (() => void)[] = [];
  const step = (run: () => unknown): FakeRequest => {
    const request: FakeRequest = {};
    steps.push(() => {
      request.result = run();
      request.onsuccess?.();
    });
    return request;
  };
  const store = {
    add: (row: QueueItem) =>
      step(() => {
        const key = ++lastKey;
        rows.set(key, { ...row, key });
        return key;
      }),
    put: (row: Row) => step(() => rows.set(row.key, row)),
    get: (key: number) => step(() => rows.get(key)),
    count: (key: number) => step(() => Number(rows.has(key))),
    delete: (key: number) => step(() => rows.delete(key)),
    index: () => ({ getAll: (user: string) => step(() => [...rows.values()].filter((row) => row.user === user)) }),
  };
  const transaction = { objectStore: () => store, oncomplete: () => {} };
  lastTransaction = lastTransaction.then(async () => {
    for (let next = steps.shift(); next; next = steps.shift()) {
      await nextTask();
      next();
    }
    transaction.oncomplete();
  });
  return transaction;
}

Object.defineProperty(globalThis, 'indexedDB', {
  value: {
    open: () => {
      const request: FakeRequest = { result: { transaction: startTransaction } };
      setImmediate(() => request.onsuccess?.());
      return request;
    },
  },
});

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
  rows.set(900, item);
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
