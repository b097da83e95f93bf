import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toRfc3339 } from '../src/platform/database/pg-types.ts';
import { parseDuration } from '../src/platform/lib/duration.ts';
import { emailForm, emailKey, isEmail, isNewEmail } from '../src/platform/lib/email.ts';
import { mapInSlices } from '../src/platform/lib/slices.ts';
import { hasVisibleCharacter, isStorable } from '../src/platform/lib/text.ts';
import { hashPassword, isStrongPassword, verifyPassword } from '../src/platform/security/passwords.ts';

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
  it('the key of an e-mail address has no letter of ASCII that the address lacks', () => {
    assert.equal(emailKey(' ANNA@Example.COM '), 'anna@example.com');
    assert.equal(emailKey('\u212Aim@example.com'), '\u212Aim@example.com');
    for (const [one, other] of ['iI', 'ıi', 'İi', 'ıI', 'İI', 'İı'].map(([a, b]) => [a, b])) {
      assert.equal(emailKey(`${one}@x.com`) === emailKey(`${other}@x.com`), one?.toLowerCase() === other?.toLowerCase(), one);
    }
  });
  it('e-mail addresses that differ in case, composition or the form of an international domain have one key', () => {
    for (const [address, ...others] of [
      ['jürgen@example.com', 'JÜRGEN@example.com', 'ju\u0308rgen@example.com', 'JU\u0308RGEN@Example.COM'],
      ['groß@example.com', 'GROẞ@example.com'],
      ['νικος@example.com', 'ΝΙΚΟΣ@example.com'],
      ['жанна@пример.рф', 'ЖАННА@ПРИМЕР.РФ', 'жанна@xn--e1afmkfd.xn--p1ai'],
      ['jo@münchen.example', 'jo@MÜNCHEN.example', 'jo@mu\u0308nchen.example', 'jo@XN--mnchen-3ya.example'],
    ]) {
      for (const other of others) {
        assert.equal(emailKey(other), emailKey(address ?? ''), other);
        assert(isEmail(other), other);
      }
    }
    assert.equal(emailForm(' Ju\u0308rgen@example.com'), 'Jürgen@example.com');
  });
  it('the key of a key is the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom('a.de', 'ÄB.de', 'xn--mnchen-3ya.de'), (local, domain) =>
        assert.equal(emailKey(emailKey(`${local}@${domain}`)), emailKey(`${local}@${domain}`)),
      ),
    );
  });
  it('new e-mail addresses have nothing invisible, and letters of scripts that are written together', () => {
    for (const local of ['anna', "o'neil", 'jürgen', 'жанна', 'νίκος', 'josé.7', '山田たろう', '山田タロー', 'kim김漢', 'שלום', 'ａｎｎａ']) {
      assert(isNewEmail(`${local}@example.com`), local);
    }
    for (const local of [
      ...['an\u200bna', 'an\u00adna', 'an\u2060na', '\u202eanna', 'an\u2066na', 'an\u2800na', 'anna\ufe0f', 'an\u3164na'],
      ...['аnna', 'annα', 'anna.жанна', 'ά.жанна', 'カ김'],
    ]) {
      assert(isEmail(`${local}@example.com`), `${encodeURIComponent(local)} is that of an account that exists`);
      assert(!isNewEmail(`${local}@example.com`), encodeURIComponent(local));
    }
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
  it('text of characters without a glyph is not visible', () => {
    for (const text of ['a', ' . ', '漢', '👩‍🔧', '٣']) assert(hasVisibleCharacter(text), text);
    for (const text of ['', ' ', '\u200b', '\u2800', '\u200d\u00ad', '\u3164', '\u202e', '\ufe0f']) {
      assert(!hasVisibleCharacter(text), encodeURIComponent(text));
    }
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
