import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toRfc3339 } from '../src/platform/database/pg-types.ts';
import { plus } from '../src/platform/lib/clock.ts';
import { minutes, parseDuration } from '../src/platform/lib/duration.ts';
import { emailKey, isEmail } from '../src/platform/lib/email.ts';
import { isPublicAddress } from '../src/platform/lib/public-address.ts';
import { mayBePublic } from '../src/platform/lib/public-host.ts';
import { mapInSlices } from '../src/platform/lib/slices.ts';
import { escapeLike, isStorable } from '../src/platform/lib/text.ts';
import { ThrottledErrorLog } from '../src/platform/lib/throttled-error-log.ts';
import { hashPassword, isStrongPassword, verifyPassword } from '../src/platform/security/passwords.ts';
import { accessTokenSeconds, CachedVerifier, signAccessToken, signingKey } from '../src/platform/security/tokens.ts';
import { LinkSigner, linkKey } from '../src/platform/storage/link-signer.ts';
import { waitFor } from '../testing/wait.ts';

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

it('ThrottledErrorLog writes the first error of a kind with its stack, and the other errors of that second as one line with their count', async () => {
  const lines: { details: { err?: Error; reason?: string; count?: number }; message: string }[] = [];
  const log = { error: (details: object, message: string) => void lines.push({ details, message }) };
  const errors = new ThrottledErrorLog();
  for (let i = 0; i < 500; i++) errors.write(log, new Error('the database does not answer'));
  errors.write(log, new TypeError('another fault'));
  assert.deepEqual(
    lines.map(({ details }) => details.err?.message),
    ['the database does not answer', 'another fault'],
  );
  await waitFor(() => lines.length === 3);
  assert.deepEqual(lines[2]?.details, { reason: 'the database does not answer', count: 499 });
  errors.write(log, new Error('the database does not answer'));
  assert.equal(lines.length, 4, 'the next second begins with its stack again');
});

it('ThrottledErrorLog counts all kinds of errors beyond its limit as one kind', () => {
  let lines = 0;
  const log = { error: () => void lines++ };
  const errors = new ThrottledErrorLog();
  for (let i = 0; i < 5_000; i++) errors.write(log, new Error(`fault ${i}`));
  assert(lines <= 201, `${lines} lines`);
});

describe('isPublicAddress()', () => {
  const internal = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:1::1 2001:20::1 2001:db8::1
    2002:808:808::1 3fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1`;
  const global = `1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.1 191.255.255.255 192.0.1.1 193.0.0.1 198.17.255.255
    198.20.0.1 223.255.255.255 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00:1450:4001::1 3ffe::1`;

  it('tells internal addresses from public ones', () => {
    for (const address of internal.split(/\s+/)) assert.equal(isPublicAddress(address), false, address);
    for (const address of global.split(/\s+/)) assert.equal(isPublicAddress(address), true, address);
  });

  it('what is no address is not public', () => {
    for (const text of ['', 'localhost', '8.8.8', '8.8.8.8.8', '[2606:4700::1111]', '08.8.8.8', '8.8.8.8:443'])
      assert.equal(isPublicAddress(text), false, text);
  });
});

describe('mayBePublic()', () => {
  it('refuses internal names and addresses in every spelling that a URL has for them', () => {
    const internal = `localhost localhost. db intranet printer.local db.internal metadata.google.internal
      127.0.0.1 127.1 127.1:8443 0x7f000001 2130706433 0177.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0
      [::] [::1] [::ffff:10.0.0.1] [::ffff:8.8.8.8] [64:ff9b::10.0.0.1] [64:ff9b:1::a00:1] [2002:a00:1::] [2001:0:a00:1::] [fd00::1]
      [fe80::1]`;
    for (const host of internal.split(/\s+/)) assert.equal(mayBePublic(new URL(`https://${host}/x`)), false, host);
  });

  it('takes public addresses and names with a dot, which are resolved when they are connected to', () => {
    for (const host of ['hooks.example.com', 'hooks.example.lan', '93.184.216.34', '8.8.8.8:8443', '[2606:4700::1]'])
      assert.equal(mayBePublic(new URL(`https://${host}/x`)), true, host);
  });
});

describe('CachedVerifier', () => {
  const key = signingKey('a secret for the tests, long enough');
  const claims = { sub: '5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c', role: 'client', ver: 3 };
  const start = new Date('2026-03-01T08:00:00.000Z');
  const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

  it('CachedVerifier rejects a token after its expiry although it verified the token before', async () => {
    const verifier = new CachedVerifier(key);
    const token = await signAccessToken(key, claims, start);
    for (const seconds of [0, 1, accessTokenSeconds - 1]) {
      const found = await verifier.verify(token, after(seconds));
      assert.deepEqual({ ...found }, { ...claims, exp: start.getTime() / 1000 + accessTokenSeconds });
    }
    for (const seconds of [accessTokenSeconds, accessTokenSeconds + 0.9, 2 * accessTokenSeconds]) {
      assert.equal(await verifier.verify(token, after(seconds)), undefined);
    }
  });

  it('CachedVerifier verifies a token by itself when it resembles one that it verified before', async () => {
    const verifier = new CachedVerifier(key);
    const token = await signAccessToken(key, claims, start);
    assert(await verifier.verify(token, start));
    const [head, body, signature = ''] = token.split('.');
    const admin = Buffer.from(JSON.stringify({ ...claims, role: 'admin', iat: 0, exp: 9_999_999_999 })).toString('base64url');
    for (const other of [`${head}.${admin}.${signature}`, `${head}.${body}.`, `${token}A`, token.slice(0, -2), ` ${token}`]) {
      assert.equal(await verifier.verify(other, start), undefined, other);
      assert.equal(await verifier.verify(other, start), undefined, other);
    }
    const stranger = await signAccessToken(signingKey('another secret, which is long enough, too'), claims, start);
    assert.equal(await verifier.verify(stranger, start), undefined);
  });

  it('CachedVerifier verifies more tokens than its cache holds', async () => {
    const verifier = new CachedVerifier(key, undefined, 1_000);
    const tokens = await Promise.all(Array.from({ length: 1_250 }, (_, ver) => signAccessToken(key, { ...claims, ver }, start)));
    for (let round = 0; round < 2; round++) {
      for (const [ver, token] of tokens.entries()) assert.equal((await verifier.verify(token, after(round)))?.ver, ver);
    }
  });
});
