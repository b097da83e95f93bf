import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cachedPhotoUrl, dropPhotoUrl } from '../../web/src/components/photo-url-cache.ts';

const now = Date.parse('2030-01-01T08:00:00Z');
const minuteMs = 60_000;
const local = (id: number, fromMs: number): string => `/files/${id}?expires=${fromMs / 1000 + 300}&signature=abc`;
const s3 = (at: string): string => `https://s3.example.com/photo?X-Amz-Date=${at}&X-Amz-Expires=300&X-Amz-Signature=abc`;

it('steadyLink keeps a link until shortly before it expires', () => {
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

it('steadyLink keeps a link that names no end for some minutes', () => {
  assert.equal(cachedPhotoUrl({ id: 3, url: '/a' }, now), '/a');
  assert.equal(cachedPhotoUrl({ id: 3, url: '/b' }, now + 5 * minuteMs), '/a');
  assert.equal(cachedPhotoUrl({ id: 3, url: '/c' }, now + 11 * minuteMs), '/c');
});

it('dropLink lets a photo that could not be loaded have a new link, once a minute', () => {
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
