import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plus } from '../src/platform/lib/clock.ts';
import { minutes } from '../src/platform/lib/duration.ts';
import { LinkSigner, linkKey } from '../src/platform/storage/link-signer.ts';

describe('links in lists', () => {
  const ttlMs = minutes(20);
  const links = new LinkSigner({ linkKey: linkKey('secret') }, ttlMs);
  const start = new Date('2026-03-01T08:00:00Z');
  const expiresOf = (query: string) => Number(new URLSearchParams(query).get('expires'));

  it('stay the same for a quarter of their lifetime, of which three quarters are left at least', () => {
    const query = links.signForList('thumb', 1, start);
    assert.equal(links.signForList('thumb', 1, plus(start, minutes(5) - 1)), query);
    assert.notEqual(links.signForList('thumb', 1, plus(start, minutes(5))), query);
    for (const at of [start, plus(start, minutes(5) - 1)]) {
      const leftMs = expiresOf(links.signForList('thumb', 1, at)) * 1000 - at.getTime();
      assert(leftMs <= ttlMs && leftMs >= ttlMs * 0.75 - 1000, String(leftMs));
    }
  });

  it('are signed for their subject', () => {
    const query = new URLSearchParams(links.signForList('thumb', 2, start));
    const [expires, signature] = [Number(query.get('expires')), query.get('signature') ?? ''];
    assert.equal(links.isSigned('thumb 2', expires, signature), true);
    assert.equal(links.isSigned('thumb 1', expires, signature), false);
    assert.equal(links.isSigned('thumb 2', expires + 1, signature), false);
  });
});
