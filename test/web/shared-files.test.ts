import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { readSharedFiles, removeSharedFiles } from '../../web/src/pages/installed/shared-files.ts';
import { receiveShare } from '../../web/sw/share.ts';

// What another app shares with the installed console, between the service worker and the page: with the caches of a browser in memory.

let stored = new Map<string, Map<string, Response>>();
let isFull = false;

class MemoryCache {
  readonly entries: Map<string, Response>;
  constructor(entries: Map<string, Response>) {
    this.entries = entries;
  }
  async put(url: string, response: Response): Promise<void> {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(url, response);
  }
  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
  async match({ url }: Request): Promise<Response | undefined> {
    return this.entries.get(url)?.clone();
  }
}

Object.assign(globalThis, {
  caches: {
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return new MemoryCache(entries);
    },
  },
});

beforeEach(() => {
  stored = new Map();
  isFull = false;
});

const url = 'https://callout.example.com/app/share';
const photo = (name: string, type = 'image/jpeg') => new File([`content of ${name}`], name, { type });

async function share(...files: File[]): Promise<Response> {
  const body = new FormData();
  for (const file of files) body.append('photo', file);
  return receiveShare(new Request(url, { method: 'POST', body }));
}

const read = async () => (await readSharedFiles()).map(({ name, type }) => [name, type]);

it('shared photos are kept with names, types and contents, in their order, until they are removed', async () => {
  const names = ['leak.jpg', 'Treppe süd 1.png', ...Array.from({ length: 10 }, (_, position) => `${position}.jpg`)];
  const { status, headers } = await share(...names.map((name) => photo(name)));
  assert.deepEqual([status, headers.get('location')], [303, url]);
  assert.deepEqual(
    await read(),
    names.map((name) => [name, 'image/jpeg']),
  );
  assert.equal(await (await readSharedFiles())[1]?.text(), 'content of Treppe süd 1.png');
  await removeSharedFiles();
  assert.deepEqual(await read(), []);
});

it('only pictures are kept, and only those that were shared last', async () => {
  await share(photo('old.jpg'));
  await share(photo('new.png', 'image/png'), photo('plan.pdf', 'application/pdf'));
  assert.deepEqual(await read(), [['new.png', 'image/png']]);
});

it('photos that nobody has taken over are gone after an hour', async (test) => {
  await share(photo('leak.jpg'));
  const { now } = Date;
  test.mock.method(Date, 'now', () => now() + 3_601_000);
  assert.deepEqual(await read(), []);
});

it('the page opens also when there is no space, or what was sent cannot be read', async () => {
  isFull = true;
  assert.equal((await share(photo('leak.jpg'))).status, 303);
  const broken = new Request(url, { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } });
  assert.equal((await receiveShare(broken)).status, 303);
  assert.deepEqual(await read(), []);
});
