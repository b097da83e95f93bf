import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { recentObjects, rememberObject } from '../../web/src/features/recent-objects.ts';
import { createStore } from '../../web/src/lib/create-store.ts';
import { withCrossTabLock } from '../../web/src/lib/cross-tab-lock.ts';
import { hasSameShape, parseStored, safeLocalStorage, safeStorage } from '../../web/src/lib/storage.ts';
import { cachedPhotoUrl, dropPhotoUrl } from '../../web/src/ui/photo-url-cache.ts';

const isDraft = (value: unknown): value is { text: string } => hasSameShape({ text: '' }, value);
const lobby = { id: 1, name: 'Lobby', address: 'River Street 12', project_name: 'Tower' };

it('parseStored returns a stored value of the expected shape', () => {
  assert.deepEqual(parseStored('{"text":"It drips","later":true}', isDraft), { text: 'It drips', later: true });
});

it('parseStored ignores a missing, damaged or older value', () => {
  for (const text of [null, '', '{"text":', '{"text":5}', '{}', 'null', '[]', '"text"'])
    assert.equal(parseStored(text, isDraft), undefined, String(text));
});

it('hasSameShape compares nested objects', () => {
  const sample = { schedule: { anchor: '', period: '7' } };
  assert(hasSameShape(sample, { schedule: { anchor: '2030-01-01T08:00', period: '1' } }));
  for (const schedule of [undefined, null, 'daily', [], { anchor: '2030-01-01T08:00' }])
    assert(!hasSameShape(sample, { schedule }));
});

it('recentObjects skips what is damaged or of an older version', () => {
  const key = 'callout.recent-objects.anna';
  for (const text of ['{', '5', 'null', '{"id":1}', '["Lobby",null,{"id":1}]']) {
    safeLocalStorage.setItem(key, text);
    assert.deepEqual(recentObjects('anna'), [], text);
  }
  rememberObject('anna', lobby);
  assert.deepEqual(recentObjects('anna'), [lobby]);
});

it('safeStorage keeps values in memory where the browser refuses its storage', () => {
  const area = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  assert.equal(area.getItem('language'), null);
  area.setItem('language', 'de');
  assert.equal(area.getItem('language'), 'de');
  area.removeItem('language');
  assert.equal(area.getItem('language'), null);
});

it('safeStorage prefers a value that could not be stored to the older one that was', () => {
  const stored = new Map([['draft', 'old']]);
  const area = safeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (key) => void stored.delete(key),
  }));
  area.setItem('draft', 'new');
  assert.equal(area.getItem('draft'), 'new');
  area.removeItem('draft');
  assert.equal(area.getItem('draft'), null);
});

it('createStore calls the listeners after each change until they are removed', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(3);
  unsubscribe();
  store.set(4);
  assert.deepEqual(seen, [2, 3]);
  assert.equal(store.get(), 4);
});

describe('links to photos', () => {
  const now = Date.parse('2030-01-01T08:00:00Z');
  const minuteMs = 60_000;
  const local = (id: number, fromMs: number): string => `/files/${id}?expires=${fromMs / 1000 + 300}&signature=abc`;
  const s3 = (at: string): string => `https://s3.example.com/photo?X-Amz-Date=${at}&X-Amz-Expires=300&X-Amz-Signature=abc`;

  it('cachedPhotoUrl keeps a link until shortly before it expires', () => {
    for (const [id, link] of [
      [1, (at: number) => local(1, at)],
      [2, (at: number) => s3(new Date(at).toISOString())],
    ] as const) {
      const first = link(now);
      assert.equal(cachedPhotoUrl({ id, url: first }, now), first);
      assert.equal(cachedPhotoUrl({ id, url: link(now + 3 * minuteMs) }, now + 3 * minuteMs), first);
      const later = link(now + 5 * minuteMs);
      assert.equal(cachedPhotoUrl({ id, url: later }, now + 5 * minuteMs), later);
    }
  });

  it('cachedPhotoUrl keeps a link that names no end for some minutes', () => {
    assert.equal(cachedPhotoUrl({ id: 3, url: '/a' }, now), '/a');
    assert.equal(cachedPhotoUrl({ id: 3, url: '/b' }, now + 5 * minuteMs), '/a');
    assert.equal(cachedPhotoUrl({ id: 3, url: '/c' }, now + 11 * minuteMs), '/c');
  });

  it('dropPhotoUrl lets a photo that could not be loaded have a new link, once a minute', () => {
    assert.equal(cachedPhotoUrl({ id: 4, url: '/a' }, now), '/a');
    assert(dropPhotoUrl({ id: 4, url: '/a' }, now));
    assert.equal(cachedPhotoUrl({ id: 4, url: '/b' }, now), '/b');
    assert(!dropPhotoUrl({ id: 4, url: '/b' }, now + 1_000));
    assert(dropPhotoUrl({ id: 4, url: '/b' }, now + 2 * minuteMs));
  });

  it('cachedPhotoUrl leads to the address at which the console was opened, except to a bucket', () => {
    const query = 'expires=1893484800&signature=a-b_c';
    for (const path of [`/files/7?${query}`, `/ext/photos/7/thumb?${query}`, `/ext/report-photos/7/file?${query}`])
      assert.equal(cachedPhotoUrl({ id: path, url: `https://callout.example.com${path}` }, now), path);
    for (const url of [s3('20300101T080000Z'), 'https://s3.example.com/files/7?X-Amz-Expires=300', `/files/8?${query}`, '/a'])
      assert.equal(cachedPhotoUrl({ id: url, url }, now), url);
  });
});

const name = 'test';
const key = 'test-lock';

/** What a closed tab leaves in the local storage. */
const storeForeignLock = (ageMs: number): void => safeLocalStorage.setItem(key, `${Date.now() - ageMs} another-tab`);

describe('withCrossTabLock without Web Locks', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    Object.assign(globalThis, { addEventListener: () => {}, removeEventListener: () => {} });
    safeLocalStorage.removeItem(key);
  });

  it('runs one work at a time', async () => {
    let running = 0;
    const work = async (): Promise<void> => {
      assert.equal(++running, 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
    };
    await Promise.all([withCrossTabLock(name, work), withCrossTabLock(name, work), withCrossTabLock(name, work)]);
  });

  it('returns what the work returns, and removes its lock', async () => {
    assert.equal(await withCrossTabLock(name, async () => 'done'), 'done');
    assert.equal(safeLocalStorage.getItem(key), null);
  });

  it('removes its lock when the work fails', async () => {
    await assert.rejects(
      withCrossTabLock(name, async () => {
        throw new Error('failed');
      }),
      /failed/,
    );
    assert.equal(safeLocalStorage.getItem(key), null);
  });

  it('takes over a lock without a heartbeat for 8 seconds, or of a clock that was set back', async () => {
    for (const ageMs of [8_000, -3_600_000]) {
      storeForeignLock(ageMs);
      assert.equal(await withCrossTabLock(name, async (isHeld) => isHeld()), true);
    }
  });

  it('waits for a lock with a heartbeat until the signal is aborted', async () => {
    storeForeignLock(0);
    const work = async (): Promise<void> => assert.fail('another tab holds the lock');
    await assert.rejects(withCrossTabLock(name, work, { signal: AbortSignal.timeout(300) }), { name: 'TimeoutError' });
  });

  it('tells the work when another tab has taken over its lock', async () => {
    await withCrossTabLock(name, async (isHeld) => {
      assert.equal(isHeld(), true);
      storeForeignLock(0);
      assert.equal(isHeld(), false);
    });
    assert.match(safeLocalStorage.getItem(key) ?? '', /another-tab/, 'it is not removed');
  });
});
