import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accessTokenSeconds, CachedVerifier, signAccessToken, signingKey } from '../src/platform/security/tokens.ts';

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
