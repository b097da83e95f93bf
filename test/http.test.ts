import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ CORS_ORIGINS: 'https://console.example.com', SWAGGER: 'true' });
const { root, anna, wanda } = fixtures;
const isEnvelope = (body: unknown) =>
  assert.deepEqual(
    Object.entries(body as object).map(([key, value]) => [key, typeof value]),
    [['error', 'string']],
  );

describe('error responses', () => {
  it('error responses have the error envelope, for unknown paths and methods too', async () => {
    for (const [method, url] of [
      ['GET', '/'],
      ['GET', '/nope'],
      ['PUT', '/tickets'],
      ['HEAD', '/nope'],
      ['HEAD', '/auth/login'],
      ['DELETE', '/ping'],
      ['PATCH', '/tickets/1'],
      ['GET', '/Tickets'],
      ['GET', '//ping'],
      ['GET', '/tickets/1/take'],
      ['POST', '/tickets/1/take'],
    ] as const) {
      const { status, body } = await fixtures.call(undefined, method, url);
      assert.equal(status, 404, `${method} ${url}`);
      if (method !== 'HEAD') isEnvelope(body);
    }
  });

  it('an unknown path returns 404 before the body is read', async () => {
    const { status } = await fixtures.call(undefined, 'POST', '/nope', '{broken', { 'content-type': 'text/xml' });
    assert.equal(status, 404);
  });

  it('an id with too many digits returns 400 instead of 404', async () => {
    assert.equal((await fixtures.call(root, 'GET', `/tickets/${'x'.repeat(3000)}`)).status, 400);
  });
});

describe('order of checks', () => {
  it('requests are checked in the order token, role, input, existence', async () => {
    const bad = '{broken';
    assert.equal((await fixtures.call(undefined, 'PATCH', '/tickets/x/assign', bad)).status, 401);
    assert.equal((await fixtures.call(wanda, 'PATCH', '/tickets/x/assign', bad)).status, 403);
    assert.equal((await fixtures.call(anna, 'PATCH', '/tickets/x/assign', bad)).status, 400);
    assert.equal((await fixtures.call(anna, 'PATCH', '/tickets/999999/assign', bad)).status, 400);
    assert.equal((await fixtures.call(anna, 'PATCH', '/tickets/999999/assign', { worker_id: wanda.id })).status, 404);
  });
});

describe('request bodies', () => {
  const create = (body: unknown, headers: Record<string, string> = {}) => fixtures.call(anna, 'POST', '/projects', body, headers);

  it('a body that is not a JSON object returns 400', async () => {
    for (const body of [
      '',
      '{',
      'name=x',
      '[]',
      '"text"',
      '5',
      'null',
      'true',
      '{"name":"Twice"}{}',
      '\ufeff{',
      Buffer.from([0x7b, 0xff, 0x7d]),
    ]) {
      const answer = await create(body, { 'content-type': 'application/json' });
      assert.equal(answer.status, 400, String(body));
      isEnvelope(answer.body);
    }
  });

  it('a body of more than 64 KiB returns 400', async () => {
    assert.equal((await create({ name: 'Padded', filler: 'x'.repeat(60_000) })).status, 201);
    assert.equal((await create({ name: 'Too large', filler: 'x'.repeat(66_000) })).status, 400);
  });

  it('an operation without a body accepts an empty body of any content type', async () => {
    for (const type of ['application/json', 'text/plain', ';;']) {
      const { status } = await fixtures.call(wanda, 'PATCH', '/tickets/999999/take', '', { 'content-type': type });
      assert.equal(status, 404);
    }
    assert.equal((await fixtures.call(wanda, 'PATCH', '/tickets/999999/take', {})).status, 404);
    assert.equal((await fixtures.call(wanda, 'PATCH', '/tickets/999999/take', '{broken')).status, 400);
  });
});

describe('service endpoints', () => {
  it('GET /ping returns 200 without a token and without the database', async () => {
    const { status, body } = await fixtures.call(undefined, 'GET', '/ping');
    assert.deepEqual([status, Object.keys(body)], [200, ['message']]);
  });

  it('GET /db-ping returns 200 to admins only', async () => {
    assert.deepEqual((await fixtures.call(root, 'GET', '/db-ping')).body, { db: 'ok' });
    assert.equal((await fixtures.call(anna, 'GET', '/db-ping')).status, 403);
    assert.equal((await fixtures.call(undefined, 'GET', '/db-ping')).status, 401);
  });

  it('the API description is served under /swagger/', async () => {
    const page = await fixtures.call(undefined, 'GET', '/swagger/index.html');
    assert.equal(page.status, 200);
    assert.match(page.body, /swagger-ui-bundle\.js/);
    assert.doesNotMatch(page.body, /<script>/);
    assert.equal((await fixtures.call(undefined, 'GET', '/swagger/json')).body.openapi, '3.1.0');
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'start.js']) {
      assert.equal((await fixtures.call(undefined, 'GET', `/swagger/${file}`)).status, 200, file);
    }
    assert.equal((await fixtures.call(undefined, 'GET', '/swagger/')).status, 302);
    for (const path of ['..%2f..%2fpackage.json', '%2e%2e/package.json', 'nope.js']) {
      assert.equal((await fixtures.call(undefined, 'GET', `/swagger/${path}`)).status, 404, path);
    }
  });
});

describe('CORS', () => {
  const preflight = (origin: string, headers = {}) =>
    fixtures.call(undefined, 'OPTIONS', '/tickets/1/take', undefined, {
      origin,
      'access-control-request-method': 'PATCH',
      ...headers,
    });

  it('OPTIONS returns 204 to an allowed origin without a token', async () => {
    const { status, headers } = await preflight('https://console.example.com');
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], 'https://console.example.com');
    assert.equal(headers['access-control-allow-credentials'], 'true');
    assert.match(String(headers['access-control-allow-methods']), /PATCH/);
  });

  it('OPTIONS names no origin that is not allowed', async () => {
    const { status, headers } = await preflight('https://evil.example.com');
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], undefined);
    const { headers: read } = await fixtures.call(undefined, 'GET', '/ping', undefined, {
      origin: 'https://console.example.com',
    });
    assert.equal(read['access-control-allow-origin'], 'https://console.example.com');
  });
});

describe('without SWAGGER and CORS_ORIGINS', async () => {
  const plain = await Fixtures.create();

  it('without SWAGGER and CORS_ORIGINS there is neither an API description nor a CORS header', async () => {
    for (const url of ['/swagger/index.html', '/swagger/json', '/swagger/'])
      assert.equal((await plain.call(undefined, 'GET', url)).status, 404);
    const answer = await plain.call(undefined, 'OPTIONS', '/tickets', undefined, {
      origin: 'https://console.example.com',
      'access-control-request-method': 'GET',
    });
    assert.equal(answer.status, 404);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  });
});

describe('security headers', () => {
  it('responses have headers against sniffing, framing and caching', async () => {
    const { headers } = await fixtures.call(root, 'GET', '/tickets');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  });
});
