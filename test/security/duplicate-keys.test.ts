import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { anonymousClient, assertEnvelope } from './anonymous-client.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// JSON says nothing of a key that comes twice: one reader takes the first, another the last, and
// what a proxy has checked is not what the service does (CouchDB's CVE-2017-12635 made admins so).
// Here one value is parsed, and that one is checked and used; inputs.test.ts has queries.

const fixtures = await Fixtures.create();
const { root, anna, boris } = fixtures;
const { post, login } = anonymousClient(fixtures);

describe('duplicate keys in a body', () => {
  const account = (rest: string) => `{"email":"twice@example.com","name":"Twice","password":"correct-horse-1",${rest}}`;

  it('a duplicate key in a body has its last value, which is validated and used', async () => {
    assert.equal((await fixtures.call(anna, 'POST', '/users', account('"role":"worker","role":"admin"'))).status, 403);
    assert.equal((await fixtures.call(anna, 'POST', '/users', account('"role":"worker","role":"boss"'))).status, 400);
    assert.equal(
      (await fixtures.call(anna, 'POST', '/users', account('"role":"worker","r\\u006fle":"client"'))).status,
      403,
      'however it is written',
    );
    const { status, body } = await fixtures.call(anna, 'POST', '/users', account('"role":"admin","role":"worker"'));
    assert.deepEqual([status, body.role], [201, 'worker']);
    assert.equal((await login('twice@example.com')).body.error, 'account not confirmed');
  });

  it('a duplicate key in a body counts as missing when its last value is null', async () => {
    assertEnvelope(await fixtures.call(anna, 'POST', '/users', account('"role":"worker","role":null')), 400);
    assertEnvelope(await fixtures.call(root, 'PATCH', `/users/${boris.id}`, '{"is_active":false,"is_active":null}'), 400);
    assert.equal((await fixtures.call(boris, 'GET', '/auth/me')).status, 200);
  });

  it('a key in another letter case is an unknown field', async () => {
    const { body } = await fixtures.call(
      root,
      'POST',
      '/projects',
      `{"name":"Letters","client_id":"${anna.id}","Client_Id":"${boris.id}","CLIENT_ID":"${boris.id}"}`,
    );
    assert.equal(body.client_id, anna.id);
  });

  it('POST /auth/forgot-password with a duplicate e-mail key validates and uses the last value', async () => {
    const asked = await post(
      '/auth/forgot-password',
      '{"email":"anna@example.com","email":["anna@example.com","thief@evil.example"]}',
    );
    assertEnvelope(asked, 400);
  });
});

describe('duplicate headers', () => {
  it('duplicate or conflicting Content-Length and Transfer-Encoding headers are rejected without request smuggling', async () => {
    const sent = await openRawHttp(fixtures);
    const smuggled = 'GET /ping HTTP/1.1\r\nhost: x\r\n\r\n';
    for (const headers of [
      ['content-length: 5', 'content-length: 6'],
      ['content-length: 5, 6'],
      ['content-length: 5', 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked', 'content-length: 5'],
      ['transfer-encoding: identity', 'content-length: 5'],
      ['transfer-encoding: chunked, identity'],
      ['transfer-encoding: xchunked'],
      ['transfer-encoding : chunked'],
      ['content-length: +5'],
      ['content-length: 0x5'],
      ['content-length: -5'],
    ]) {
      const answer = await sent(request('POST /auth/login', headers, `0\r\n\r\n${smuggled}`));
      assert.equal(statusOf(answer), 400, `${headers}: ${answer}`);
      assert(!answer.includes('pong'), `${headers}`);
    }
  });
});
