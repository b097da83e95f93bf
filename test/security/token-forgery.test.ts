import assert from 'node:assert/strict';
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { Fixtures, secret, type TestUser } from '../../testing/fixtures.ts';
import { withToken } from './anonymous-client.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// fast-jwt believed the algorithm that a token named: a public key became an HMAC secret
// (CVE-2023-48223), once more when a leading blank hid what it was (CVE-2026-34950); `crit` was
// ignored (CVE-2026-35042), and a cache answered for another token (GHSA-rp9m-7r4c-75qg). Here a
// token is HS256 with our one key, whole, in time, and of an account as it is; nothing that it
// says about itself is believed.

const fixtures = await Fixtures.create();
const { anna, root, wanda } = fixtures;
const sent = await openRawHttp(fixtures);

const encoded = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const seconds = (): number => Math.floor(fixtures.now.getTime() / 1000);
const claimsOf = (who: TestUser, changes: object = {}): object => ({
  sub: who.id,
  role: who.role,
  ver: 0,
  iat: seconds(),
  exp: seconds() + 3600,
  ...changes,
});
/** A token that nobody but us should be able to make. */
function forge(header: unknown, payload: unknown, key: string | Buffer = secret, hash = 'sha256'): string {
  const parts = `${encoded(header)}.${encoded(payload)}`;
  return `${parts}.${createHmac(hash, key).update(parts).digest('base64url')}`;
}
const hs256 = { alg: 'HS256', typ: 'JWT' };
const valid = (): string => forge(hs256, claimsOf(anna));
const refused = async (token: string, about: string) => {
  assert.equal((await withToken(fixtures, token)).status, 401, about);
  assert.equal((await withToken(fixtures, token, 'POST', '/auth/logout-all')).status, 401, `${about}, writing`);
};

it('a correctly signed token of this test is accepted', async () => {
  assert.equal((await withToken(fixtures, valid())).body.id, anna.id);
});

describe('signature algorithm', () => {
  it('the algorithm in the token header is not used for verification', async () => {
    for (const alg of [
      ...['none', 'None', 'NONE', 'nOnE', '', ' HS256', 'hs256', 'HS256 ', 'HS1', 'ES256', 'EdDSA', 'dir', null, 256],
      ['HS256'],
    ]) {
      const [header, payload] = [encoded({ alg }), encoded(claimsOf(anna))];
      await refused(`${header}.${payload}.`, `${alg} without a signature`);
      await refused(forge({ alg }, claimsOf(anna)), `${alg} with one`);
    }
    await refused(forge({ typ: 'JWT' }, claimsOf(anna)), 'no algorithm');
    await refused(forge({ alg: 'HS384' }, claimsOf(anna), secret, 'sha384'), 'HS384 with our secret');
    await refused(forge({ alg: 'HS512' }, claimsOf(anna), secret, 'sha512'), 'HS512 with our secret');
  });

  it('tokens with public-key algorithms are rejected, whatever key they bring', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    for (const header of [
      { alg: 'RS256' },
      { alg: 'RS256', jwk },
      { alg: 'RS256', jku: 'http://127.0.0.1:1/keys' },
      { alg: 'RS256', x5u: 'http://127.0.0.1:1/cert', kid: '1' },
    ]) {
      const parts = `${encoded(header)}.${encoded(claimsOf(anna))}`;
      await refused(`${parts}.${createSign('sha256').update(parts).sign(privateKey, 'base64url')}`, JSON.stringify(header));
    }
    for (const key of [pem, ` ${pem}`, `\n${pem}`, JSON.stringify(jwk)])
      await refused(forge(hs256, claimsOf(anna), key), 'a public key as the secret');
  });

  it('tokens signed with another key are rejected, whatever key the header names', async () => {
    const other = 'another secret, long enough too';
    for (const key of ['', ' ', other, secret.slice(1), `${secret} `, Buffer.from(secret).toString('base64')])
      await refused(forge(hs256, claimsOf(anna), key), `the key ${key}`);
    for (const extra of [
      ...[{ kid: '../../../../dev/null' }, { kid: "' union select 'x" }, { kid: '/dev/null' }],
      ...[{ jwk: { kty: 'oct', k: encoded(other) } }, { jku: 'http://127.0.0.1:1/' }, { x5c: ['x'] }],
    ])
      for (const key of ['', other]) await refused(forge({ ...hs256, ...extra }, claimsOf(anna), key), JSON.stringify(extra));
  });

  it('tokens with critical or unknown header parameters are rejected', async () => {
    for (const extra of [
      ...[{ crit: ['exp'] }, { crit: [] }, { crit: 'exp' }, { crit: ['b64'], b64: false }, { crit: ['x'], x: 1 }],
      { crit: null },
    ])
      await refused(forge({ ...hs256, ...extra }, claimsOf(anna)), JSON.stringify(extra));
  });
});

describe('token text', () => {
  it('truncated, extended and recombined tokens are rejected', async () => {
    const token = valid();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const admin = encoded(claimsOf(root));
    for (const [about, broken] of Object.entries({
      'without a signature': `${header}.${payload}`,
      'with an empty one': `${header}.${payload}.`,
      'cut short': token.slice(0, -1),
      'with half a signature': `${header}.${payload}.${signature.slice(0, 20)}`,
      'of another payload': `${header}.${admin}.${signature}`,
      'with four parts': `${token}.`,
      'with five parts': `${token}.a.b`,
      'with a part before': `.${token}`,
      'with a blank in it': `${header} .${payload}.${signature}`,
      'with a letter more': `${token}A`,
      'as an array': forge(hs256, [claimsOf(anna)]),
      'as text': forge(hs256, JSON.stringify(JSON.stringify(claimsOf(anna)))),
      'as nothing': forge(hs256, 'null'),
      'with a broken payload': forge(hs256, '{"sub"'),
      'with a broken header': forge('{"alg":"HS256"', claimsOf(anna)),
    })) {
      await refused(broken, about);
    }
    assert.equal((await withToken(fixtures, token)).status, 200, 'and none of these harmed the real one');
  });

  it('the Authorization header must contain exactly one Bearer token', async () => {
    const token = valid();
    const statusWith = async (authorization: string) =>
      (await fixtures.call(undefined, 'GET', '/auth/me', undefined, { authorization })).status;
    for (const line of [
      ...['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic YTpi', token, `Token ${token}`, `Bearer ${token}, Bearer ${token}`],
      ...[`Bearer "${token}"`, `Bearer ${token} x`, `Bearer\t${token}`, `Bearer ${secret}`],
    ])
      assert.equal(await statusWith(line), 401, line);
    for (const line of [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`]) assert.equal(await statusWith(line), 200, line);
    const admins = forge(hs256, claimsOf(root), 'another secret');
    const twice = (first: string, second: string) =>
      sent(request('GET /auth/me', [`authorization: Bearer ${first}`, `authorization: Bearer ${second}`]));
    assert.equal(statusOf(await twice(admins, token)), 401, 'the first of two headers counts');
    assert.match(await twice(token, admins), new RegExp(`^HTTP/1.1 200 .*${anna.id}`, 's'));
  });

  it('a token in the query, the body or a cookie is ignored', async () => {
    const token = valid();
    assert.equal((await fixtures.call(undefined, 'GET', `/auth/me?token=${token}&access_token=${token}`)).status, 401);
    const cookie = `token=${token}; access_token=${token}; refresh_token=${token}; authorization=Bearer ${token}`;
    assert.equal((await fixtures.call(undefined, 'GET', '/auth/me', undefined, { cookie })).status, 401);
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/logout-all', { token, access_token: token })).status, 401);
    assert.equal(
      (await fixtures.call(undefined, 'POST', '/auth/refresh', undefined, { cookie })).status,
      401,
      'it is no refresh token',
    );
  });
});

describe('claims', () => {
  it('tokens with missing claims or claims of the wrong type are rejected', async () => {
    for (const name of ['sub', 'role', 'ver', 'iat', 'exp'])
      await refused(forge(hs256, claimsOf(anna, { [name]: undefined })), `no ${name}`);
    for (const changes of [
      ...[{ sub: 1 }, { sub: [anna.id] }, { sub: anna.id.toUpperCase() }, { sub: `${anna.id}\n` }, { sub: "' or true --" }],
      ...[{ sub: '*' }, { sub: crypto.randomUUID() }, { role: ['client', 'admin'] }, { role: 'admin' }, { role: 'Client' }],
      ...[{ role: 'root' }, { role: '__proto__' }, { role: null }, { ver: '0' }, { ver: 1 }, { ver: -1 }, { ver: 0.5 }],
      ...[{ ver: null }, { ver: false }, { iat: 'now' }, { exp: 'never' }, { exp: null }, { exp: String(seconds() + 3600) }],
      ...[{ exp: [seconds() + 3600] }, { nbf: 'x' }],
    ]) {
      await refused(forge(hs256, claimsOf(anna, changes)), JSON.stringify(changes));
    }
  });

  it('tokens are rejected before and after their validity period', async () => {
    const now = seconds();
    for (const changes of [{ exp: now }, { exp: now - 1 }, { exp: 0 }, { exp: -1 }, { nbf: now + 60 }, { nbf: 99_999_999_999 }])
      await refused(forge(hs256, claimsOf(anna, changes)), JSON.stringify(changes));
    const token = await fixtures.accessTokenFor(anna);
    fixtures.advanceClock(3_599_000);
    assert.equal((await withToken(fixtures, token)).status, 200, 'the last second of the hour');
    fixtures.advanceClock(1000);
    await refused(token, 'after an hour');
  });

  it('concurrent requests with different tokens are never answered for another account', async () => {
    const tokens = await Promise.all([anna, wanda, root].map((who) => fixtures.accessTokenFor(who)));
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => withToken(fixtures, tokens[i % 3] ?? '')));
    for (const [i, { body }] of answers.entries()) assert.equal(body.id, [anna, wanda, root][i % 3]?.id);
  });
});
