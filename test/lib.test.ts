import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toRfc3339 } from '../src/platform/database/pg-types.ts';
import { plus } from '../src/platform/lib/clock.ts';
import { minutes, parseDuration } from '../src/platform/lib/duration.ts';
import { emailKey, isEmail } from '../src/platform/lib/email.ts';
import { mapInSlices } from '../src/platform/lib/slices.ts';
import { escapeLike, isStorable } from '../src/platform/lib/text.ts';
import { hashPassword, isStrongPassword, verifyPassword } from '../src/platform/security/passwords.ts';
import { LinkSigner, linkKey } from '../src/platform/storage/link-signer.ts';

describe('parseDuration', () => {
  it('parseDuration accepts a number with a unit and sums of these', () => {
    for (const [text, ms] of [
      ['500ms', 500],
      ['90s', 90_000],
      ['15m', 900_000],
      ['24h', 86_400_000],
      ['30d', 2_592_000_000],
      ['1h30m', 5_400_000],
    ] as const) {
      assert.equal(parseDuration(text), ms, text);
    }
  });
  it('parseDuration returns undefined for anything else', () => {
    for (const text of ['', '5', 'm', '1.5h', '-1s', '1 h', '1H', '0s', '99999999999999999999d'])
      assert.equal(parseDuration(text), undefined, text);
  });
});

describe('e-mail addresses', () => {
  it('e-mail addresses of the specified form are accepted and others rejected', () => {
    for (const text of ['a@b.de', 'first.last+tag@sub.example.com', "o'neil@example.com", 'жанна@пример.рф'])
      assert(isEmail(text), text);
    for (const text of [
      '',
      'a',
      '@b.de',
      'a@',
      'a@b',
      'a@b.',
      'a@.b',
      'a b@c.de',
      'a@b.de\n',
      'a@b@c.de',
      '"a"@b.de',
      'a@-b.de',
      'a..b@c.de',
      '.a@c.de',
      'a\0@b.de',
      'a,b@c.de',
      '<a@b.de>',
      `${'x'.repeat(65)}@b.de`,
    ]) {
      assert(!isEmail(text), JSON.stringify(text));
    }
  });
  it('a long e-mail address is checked in linear time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5000, unit: 'grapheme' }), (text) => typeof isEmail(`${text}@${text}`) === 'boolean'),
      { numRuns: 200 },
    );
  });
  it('e-mail addresses are compared with ASCII letters folded and no others', () => {
    assert.equal(emailKey(' ANNA@Example.COM '), 'anna@example.com');
    assert.equal(emailKey('\u212Aim@example.com'), '\u212Aim@example.com');
    assert.equal(emailKey('İ@example.com'), 'İ@example.com');
  });
});

describe('passwords', () => {
  it('a password needs 10 to 72 characters with a letter and a digit', () => {
    for (const text of ['abcdefghi1', `1${'ж'.repeat(71)}`, 'пароль-один-1', '😀😀😀😀😀😀😀😀a1'])
      assert(isStrongPassword(text), text);
    for (const text of ['abcdefgh1', 'abcdefghij', '1234567890', `1${'x'.repeat(72)}`, '😀😀😀a1'])
      assert(!isStrongPassword(text), text);
  });
  it('a password verifies against its own hash only, in composed and decomposed Unicode', async () => {
    const cost = { memoryKiB: 64, passes: 1 };
    const hash = await hashPassword('grün-licht-1', { key: '' }, cost);
    assert.match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    assert(await verifyPassword('gru\u0308n-licht-1', hash));
    assert(!(await verifyPassword('grun-licht-1', hash)));
    assert.notEqual(await hashPassword('grün-licht-1', { key: '' }, cost), hash);
    await assert.rejects(verifyPassword('x', 'plain'));
  });
  it('a password hash costs at least 19 MiB and two passes', async () => {
    assert.match(await hashPassword('long-enough-1'), /m=19456,t=2,p=1/);
  });
});

describe('text', () => {
  it('text with NUL or lone surrogates is rejected as not storable', () => {
    assert(isStorable('👩‍🔧') && !isStorable('a\0') && !isStorable('\ud800') && !isStorable('\udc00x'));
  });
  it('LIKE patterns match escaped text literally', () => {
    assert.equal(escapeLike('50%_\\'), '50\\%\\_\\\\');
  });
});

it('database timestamps are formatted as RFC 3339 with milliseconds', () => {
  for (const [text, expected] of [
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02 03:04:05.06+00', '2026-01-02T03:04:05.060Z'],
    ['2026-01-02 03:04:05.006+00', '2026-01-02T03:04:05.006Z'],
  ] as const) {
    assert.equal(toRfc3339(text), expected);
  }
});

it('a database timestamp in another time zone or format is rejected instead of shifted', () => {
  for (const text of ['2026-01-02 04:04:05+01', '2026-01-02 08:34:05.006+05:30', '02/01/2026 03:04:05 UTC', 'infinity']) {
    assert.throws(() => toRfc3339(text), /not in UTC/, text);
  }
});

describe('mapInSlices', () => {
  it('maps in order, and lets other work run between items that take long', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const busy = (item: number): number => {
      for (const endsAt = performance.now() + 5; performance.now() < endsAt; );
      return item * 2;
    };
    try {
      assert.deepEqual(await mapInSlices([1, 2, 3, 4, 5, 6, 7, 8], busy), [2, 4, 6, 8, 10, 12, 14, 16]);
      assert(turns >= 2, `${turns} turns`);
    } finally {
      clearInterval(counting);
    }
  });
});

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
