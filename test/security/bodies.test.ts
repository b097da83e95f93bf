import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { anonymousClient, assertEnvelope } from './anonymous-client.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// Fastify chose the schema by the content type: other letters (CVE-2025-32442), a tab
// (CVE-2026-25223) or a parameter (CVE-2026-3419) in it, and the body was parsed but not checked.
// Here a body is JSON whatever it is called, and is checked whatever it is called; what is no
// JSON is 400 under every name. Of a key that comes twice one reader takes the first, another the last (CouchDB's
// CVE-2017-12635 made admins so): here one value is parsed, and that one is checked and used.

const fixtures = await Fixtures.create();
const { anna, boris, root, wanda } = fixtures;
const { login, post } = anonymousClient(fixtures);

const types = [
  ...['application/json', 'APPLICATION/JSON', 'application/json;charset=utf-8', 'application/json; charset=utf-7'],
  ...['application/json; charset=utf-16', 'application/json\t', 'application/json ; x', 'application/json;;;'],
  ...['application/json, text/plain', 'application/ json', ' application/json', 'application/vnd.api+json', 'text/json'],
  ...['application/merge-patch+json', 'text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded'],
  'application/octet-stream',
  'application/x-unread', // the service's own word for what it leaves unread
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary=', ';;', '/', 'garbage', '*/*'],
  ...['__proto__', 'constructor', 'x'.repeat(4000)],
];

it('a JSON body is read and validated alike under every Content-Type', async () => {
  const account = { email: 'typed@example.com', name: 'Typed', password: 'correct-horse-1', role: 'worker' };
  for (const [i, type] of types.entries()) {
    const headers = { 'content-type': type };
    const made = await fixtures.call(anna, 'POST', '/projects', { name: `Typed ${i}` }, headers);
    assert.equal(made.status, 201, `${type}: ${JSON.stringify(made.body)}`);
    for (const change of [{ role: 'boss' }, { email: [account.email] }])
      assertEnvelope(await fixtures.call(root, 'POST', '/users', { ...account, ...change }, headers), 400, type);
    assert.equal((await fixtures.call(anna, 'POST', '/users', { ...account, role: 'admin' }, headers)).status, 403, type);
    assertEnvelope(await post('/auth/login', { email: ['x'], password: 'x' }, headers), 400, type);
    for (const [body, status] of [
      ['', 404],
      ['{broken', 400],
    ] as const)
      assert.equal((await fixtures.call(wanda, 'PATCH', '/tickets/999999/take', body, headers)).status, status, type);
  }
  assert.equal((await fixtures.call(root, 'GET', '/users?q=typed')).body.total, 0);
});

it('a body that is not a JSON object returns 400 even if its Content-Type matches', async () => {
  for (const [body, type] of [
    ['name=Form', 'application/x-www-form-urlencoded'],
    ['<name>Xml</name>', 'application/xml'],
    ['name: Yaml', 'application/yaml'],
    ['--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nForm\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
    [Buffer.from('{"name":"Wide"}', 'utf16le'), 'application/json; charset=utf-16'],
    [Buffer.from([0xff, 0xfe, ...Buffer.from('{"name":"Wide"}', 'utf16le')])],
    [Buffer.from('{"name":"\xe9t\xe9"}', 'latin1'), 'application/json; charset=latin1'],
    ['{"name":"Short"'],
    ["{'name':'Quotes'}"],
    ['{"name":"Comma",}'],
    ['{"name":"Two"}{"name":"Bodies"}'],
    ['[{"name":"List"}]'],
    ['"{\\"name\\":\\"Text\\"}"'],
    ['NaN'],
    ['['.repeat(30_000) + ']'.repeat(30_000)],
    ['['.repeat(30_000)],
    ['{"name":'.repeat(6_000)],
  ] as [string | Buffer, string?][]) {
    const answer = await fixtures.call(anna, 'POST', '/projects', body, { 'content-type': type ?? 'application/json' });
    assertEnvelope(answer, 400, String(body).slice(0, 80));
  }
});

it('a compressed body is not decompressed and returns 400', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'identity', 'x']) {
    const body = Buffer.from('1f8b0800', 'hex');
    const { status } = await fixtures.call(anna, 'POST', '/projects', body, { 'content-encoding': encoding });
    assert.equal(status, 400, encoding);
  }
});

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
