import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { FakeIndexedDb } from './fake-indexed-db.ts';

// The photos of a request that was not sent, in a database of the browser that all its tabs and accounts share.

const fake = new FakeIndexedDb();
/** What one tab keeps over a reload. */
let tab = new Map<string, string>();
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  },
  configurable: true,
});
Object.assign(globalThis, { indexedDB: fake });

const { addDraftPicture, draftOf, readDraftPictures, removeDraftPictures } = await import(
  '../../web/src/session/draft-pictures.ts'
);

const dayMs = 24 * 3_600_000;
const newTab = (): void => {
  tab = new Map();
};
const add = (draft: string, name: string) => addDraftPicture(draft, new File(['x'], name));
const names = async (draft: string): Promise<string[]> => (await readDraftPictures(draft)).map(({ file }) => file.name);

beforeEach(() => {
  fake.reset();
  newTab();
});

it('a reload shows the photos of a draft in the order in which they were chosen, without those that were removed', async () => {
  const before = draftOf('anna', 'new-ticket');
  await add(before, 'first.jpg');
  const removed = await add(before, 'second.jpg');
  await add(before, 'third.jpg');
  await removeDraftPictures([removed, undefined]);
  assert.deepEqual(await names(draftOf('anna', 'new-ticket')), ['first.jpg', 'third.jpg']);
});

it('another account on the same browser, another tab and an edited request have photos of their own', async () => {
  const own = draftOf('anna', 'new-ticket');
  const others = [draftOf('boris', 'new-ticket'), draftOf('anna', 'unsent-request-7')];
  newTab();
  others.push(draftOf('anna', 'new-ticket'));
  await add(own, 'own.jpg');
  for (const other of others) assert.deepEqual(await names(other), [], other);
  for (const other of others) await add(other, 'other.jpg');
  assert.deepEqual(await names(own), ['own.jpg']);
});

it('photos of a tab that was closed are removed after a week, and those of a tab that is still open are not', async (test) => {
  const closed = draftOf('anna', 'new-ticket');
  await add(closed, 'closed.jpg');
  newTab();
  const open = draftOf('anna', 'new-ticket');
  await add(open, 'open.jpg');
  const now = Date.now();
  const clock = test.mock.method(Date, 'now', () => now + 6 * dayMs);
  assert.deepEqual(await names(open), ['open.jpg']);
  assert.deepEqual(await names(closed), ['closed.jpg']);
  clock.mock.mockImplementation(() => now + 8 * dayMs);
  for (let reload = 0; reload < 2; reload++) assert.deepEqual(await names(open), ['open.jpg']);
  clock.mock.restore();
  assert.deepEqual(await names(closed), []);
});

it('a browser that stores nothing loses the photos with a reload, and nothing else', async () => {
  const draft = draftOf('anna', 'new-ticket');
  fake.openError = 'SecurityError';
  assert.deepEqual([await add(draft, 'first.jpg'), await names(draft)], [undefined, []]);
  await removeDraftPictures([1]);
});
