import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linksOf } from '../src/platform/http/page-links.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({ CORS_ORIGINS: 'https://console.example.com', TRUSTED_PROXIES: '127.0.0.0/8' });
const { anna, root } = fixtures;
const get = (url: string, headers: Record<string, string> = {}, who: TestUser | undefined = anna) =>
  fixtures.call(who, 'GET', url, undefined, headers);
for (let i = 0; i < 5; i++) await fixtures.createTicket();
const ticket = await fixtures.createTicket();

describe('ETag', () => {
  for (const url of [`/tickets/${ticket}`, '/tickets', '/projects', '/ext/tickets', `/ext/tickets/${ticket}`, '/auth/me']) {
    it(`GET ${url.replace(/\d+/, '{id}')} returns 304 without a body for its weak entity tag`, async () => {
      const first = await get(url);
      const etag = String(first.headers['etag']);
      assert.match(etag, /^W\/"[\w-]{22}"$/);
      for (const sent of [etag, etag.replace('W/', ''), `"other", ${etag}`, `W/"a",${etag},"b"`, '*']) {
        const again = await get(url, { 'if-none-match': sent });
        assert.deepEqual([again.status, again.body], [304, ''], sent);
        assert.equal(again.headers['etag'], etag);
        assert.equal(again.headers['cache-control'], first.headers['cache-control']);
        assert.equal(again.headers['content-type'], undefined);
        assert(again.headers['x-request-id']);
      }
      for (const sent of ['"other"', 'W/"other", "another"', '', etag.slice(0, -2)]) {
        const again = await get(url, { 'if-none-match': sent });
        assert.deepEqual([again.status, again.body], [200, first.body], sent);
      }
    });
  }

  it('changes with the ticket and differs between accounts', async () => {
    const id = await fixtures.createTicket();
    const etag = String((await get(`/tickets/${id}`)).headers['etag']);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.equal((await get(`/tickets/${id}`, { 'if-none-match': etag })).status, 200);
    const [own, all] = [await get('/projects'), await get('/projects', {}, root)];
    assert.notEqual(own.headers['etag'], all.headers['etag']);
  });

  it('is not sent with errors and writes, and If-None-Match does not hide an error', async () => {
    for (const url of ['/tickets/999999', '/tickets/x']) {
      const { status, headers } = await get(url, { 'if-none-match': '*' });
      assert(status >= 400);
      assert.equal(headers['etag'], undefined);
    }
    const unauthorized = await fixtures.call(undefined, 'GET', '/tickets', undefined, { 'if-none-match': '*' });
    assert.equal(unauthorized.status, 401);
    const written = await fixtures.call(anna, 'POST', '/projects', { name: 'Tagged' }, { 'if-none-match': '*' });
    assert.deepEqual([written.status, written.headers['etag']], [201, undefined]);
  });
});

describe('Link', () => {
  const parse = (header: unknown) =>
    Object.fromEntries([...String(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]));

  it('leads through a list with its filters, without gaps or repeats', async () => {
    const ids: number[] = [];
    let url: string | undefined = '/tickets?status=new&limit=2&order=asc';
    const { total } = (await get(url)).body;
    while (url) {
      const page = await get(url);
      assert.equal(page.status, 200);
      ids.push(...page.body.items.map((one: { id: number }) => one.id));
      url = parse(page.headers['link'])['next'];
    }
    assert.equal(ids.length, total);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((one, other) => one - other),
    );
  });

  it('names the pages around and at both ends', () => {
    const page = (offset: number, limit = 20, total = 100) =>
      parse(linksOf(`/tickets?offset=${offset}`, { total, limit, offset }));
    const at = (offset: number, limit = 20) => `/tickets?offset=${offset}&limit=${limit}`;
    assert.deepEqual(page(0), { next: at(20), first: at(0), last: at(80) });
    assert.deepEqual(page(40), { next: at(60), prev: at(20), first: at(0), last: at(80) });
    assert.deepEqual(page(80), { prev: at(60), first: at(0), last: at(80) });
    assert.deepEqual(page(5), { next: at(25), prev: at(0), first: at(0), last: at(80) });
    assert.deepEqual(page(500), { prev: at(80), first: at(0), last: at(80) });
    assert.deepEqual(page(0, 20, 20), {});
    assert.deepEqual(page(0, 20, 0), {});
    assert.equal(parse(linksOf('/x', { total: 10_000, limit: 20, offset: 0, total_is_lower_bound: true }))['last'], undefined);
  });

  it('keeps parameters of any text and stays short enough for a header', () => {
    const url = `/ext/tickets?q=${encodeURIComponent('ä> , "x"; rel=')}&limit=1`;
    const { next = '' } = parse(linksOf(url, { total: 3, limit: 1, offset: 0 }));
    assert.equal(new URL(next, 'http://localhost').searchParams.get('q'), 'ä> , "x"; rel=');
    assert.equal(linksOf(`/tickets?q=${'x'.repeat(5_000)}`, { total: 3, limit: 1, offset: 0 }), '');
    assert.match(linksOf(`/tickets?q=${'x'.repeat(3_000)}`, { total: 3, limit: 1, offset: 0 }), /rel="next"$/);
  });

  it('is not sent with a single page or an object', async () => {
    for (const url of ['/projects', `/tickets/${ticket}`]) assert.equal((await get(url)).headers['link'], undefined);
  });
});

describe('RateLimit', () => {
  it('logins tell the limit, what is left of it, and when more is admitted', async () => {
    const attempt = () => fixtures.call(undefined, 'POST', '/auth/login', {}, { 'x-forwarded-for': '192.0.2.77' });
    for (let left = 9; left >= 0; left--) {
      const { status, headers } = await attempt();
      assert.equal(status, 400);
      assert.equal(headers['ratelimit-policy'], '"login";q=10;w=60');
      assert.equal(headers['ratelimit'], `"login";r=${left};t=${60 - (9 - left)}`);
      fixtures.advanceClock(1_000);
    }
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await attempt();
      assert.deepEqual([status, headers['retry-after'], headers['ratelimit']], [429, '50', '"login";r=0;t=50']);
      assert.equal(headers['ratelimit-policy'], '"login";q=10;w=60');
    }
  });

  it('limits by account are told too, and operations without a limit send nothing', async () => {
    const { headers } = await fixtures.call(anna, 'POST', `/ext/tickets/${ticket}/comments`, { text: 'on my way' });
    assert.match(String(headers['ratelimit-policy']), /^"[\w-]+";q=\d+;w=3600$/);
    assert.match(String(headers['ratelimit']), /^"[\w-]+";r=\d+;t=3600$/);
    assert.equal((await get('/tickets')).headers['ratelimit'], undefined);
  });
});

describe('CORS', () => {
  it('pages of CORS_ORIGINS may send and read the headers of the API', async () => {
    const origin = 'https://console.example.com';
    const { headers } = await get('/tickets', { origin });
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    for (const name of ['ETag', 'Link', 'RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed', 'Retry-After', 'X-Request-Id']) {
      assert(exposed.includes(name), name);
    }
    const preflight = await fixtures.call(undefined, 'OPTIONS', '/tickets', undefined, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key, if-none-match',
    });
    const allowed = String(preflight.headers['access-control-allow-headers']).split(', ');
    for (const name of ['Idempotency-Key', 'If-None-Match']) assert(allowed.includes(name), name);
  });
});
