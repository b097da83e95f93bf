import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { createLog } from '../src/platform/config/log.ts';
import { etagOfAnswer, matchesEtag, matchesIfMatch } from '../src/platform/http/entity-tag.ts';
import { handleError } from '../src/platform/http/error-handler.ts';
import { linksOf } from '../src/platform/http/page-links.ts';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create({
  CORS_ORIGINS: 'https://console.example.com',
  SWAGGER: 'true',
  TRUSTED_PROXIES: '127.0.0.0/8, 10.9.0.0/16',
});
const { root, anna, boris, wanda } = fixtures;
const get = (url: string, headers: Record<string, string> = {}, who: TestUser | undefined = anna) =>
  fixtures.call(who, 'GET', url, undefined, headers);
for (let i = 0; i < 5; i++) await fixtures.createTicket();
const ticket = await fixtures.createTicket();

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

it('a 401 names the scheme that it asks for', async () => {
  const { status, headers } = await fixtures.call(undefined, 'GET', '/tickets');
  assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer']);
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
  it('OPTIONS returns 204 without a token, and names an allowed origin only', async () => {
    for (const [origin, allowed] of [
      ['https://console.example.com', 'https://console.example.com'],
      ['https://evil.example.com', undefined],
    ] as const) {
      const asked = { origin, 'access-control-request-method': 'PATCH' };
      const { status, headers } = await fixtures.call(undefined, 'OPTIONS', '/tickets/1/take', undefined, asked);
      assert.deepEqual([status, headers['access-control-allow-origin']], [204, allowed]);
      if (!allowed) continue;
      assert.equal(headers['access-control-allow-credentials'], 'true');
      assert.match(String(headers['access-control-allow-methods']), /PATCH/);
    }
    const { headers } = await fixtures.call(undefined, 'GET', '/ping', undefined, { origin: 'https://console.example.com' });
    assert.equal(headers['access-control-allow-origin'], 'https://console.example.com');
  });

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

it('a value that PostgreSQL rejects returns 400 and is logged with its stack', async () => {
  const lines: string[] = [];
  const app = Fastify({ loggerInstance: pino({ level: 'error' }, { write: (line) => lines.push(line) }) });
  app.setErrorHandler(handleError);
  app.decorateRequest('accountCheck');
  app.get('/overflow', () => sql`select 2147483647 + ${1}::integer`.execute(fixtures.db.read));
  const { statusCode, body } = await app.inject('/overflow');
  assert.deepEqual([statusCode, JSON.parse(body)], [400, { error: 'a value is out of range' }]);
  assert.equal(lines.length, 1);
  const { err } = JSON.parse(lines[0] ?? '{}');
  assert.equal(err.code, '22003');
  assert.match(err.stack, /out of range.*\n\s+at /);
});

// One id in the proxy's log, in the service's, and in the answer.
describe('request ids', async () => {
  const lines: string[] = [];
  const app = await buildApp({ ...fixtures.deps, log: createLog('info', { write: (line) => lines.push(line) }) });
  const ours = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

  async function idFor(brought: string | string[] | undefined, remoteAddress: string, url = '/ping'): Promise<string> {
    const headers = brought === undefined ? {} : { 'x-request-id': brought };
    const answer = await app.inject({ url, remoteAddress, headers: headers as Record<string, string> });
    return String(answer.headers['x-request-id']);
  }

  it('the request id of a trusted proxy is used in the response and in the log', async () => {
    for (const id of ['4f2a9c11d0e84b7e9a3c5d6e7f801234', crypto.randomUUID(), 'a', 'Edge_1.x-9', 'x'.repeat(64)]) {
      for (const from of ['10.9.1.2', '127.0.0.1', '::1', '::ffff:10.9.1.2']) assert.equal(await idFor(id, from), id);
      assert.equal(JSON.parse(lines.at(-1) ?? '').reqId, id);
    }
  });

  it('a request id from an untrusted sender is replaced by a new one', async () => {
    for (const from of ['10.8.0.1', '192.0.2.1', '2001:db8::1']) assert.match(await idFor('brought', from), ours);
  });

  it('a malformed request id is replaced by a new one', async () => {
    for (const id of ['', ' ', 'x'.repeat(65), 'a b', 'a;b', '<script>', '{"a":1}', 'a/b', 'ä', 'a,b', '%0d%0a', ['a', 'b']])
      assert.match(await idFor(id, '127.0.0.1'), ours, String(id));
  });

  it('each request has a new request id, also when it is refused', async () => {
    const ids = new Set<string>();
    for (const url of ['/ping', '/ping', '/nope', '/tickets', '/tickets/x', '/metrics', '/health'])
      ids.add(await idFor(undefined, '127.0.0.1', url));
    assert.equal(ids.size, 7);
    for (const id of ids) assert.match(id, ours);
  });
});

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

describe('If-Match', () => {
  const notes = `/ext/objects/${fixtures.lobby}/notes`;
  const putNotes = (text: string, ifMatch: string, headers = {}) =>
    fixtures.call(anna, 'PUT', notes, { text }, { 'if-match': ifMatch, ...headers });
  const tagOf = async (url: string) => String((await get(url)).headers['etag']);

  it('a write under /ext succeeds for the tag that GET answers, weak or not, among others, and for *', async () => {
    for (const [index, sent] of [
      (tag: string) => tag,
      (tag: string) => tag.replace('W/', ''),
      (tag: string) => `"a", ${tag}`,
    ].entries()) {
      assert.equal((await putNotes(`Key ${index}`, sent(await tagOf(notes)))).status, 200);
    }
    assert.equal((await putNotes('Any key', '*')).status, 200);
    assert.equal((await get(notes)).body.text, 'Any key');
  });

  it('If-None-Match beside it changes nothing', async () => {
    const former = await tagOf(notes);
    assert.equal((await putNotes('Key of today', former)).status, 200);
    assert.equal((await putNotes('Lost', former, { 'if-none-match': await tagOf(notes) })).status, 412);
    assert.equal((await putNotes('Lost', former, { 'if-none-match': '*' })).status, 412);
    assert.equal((await get(notes)).body.text, 'Key of today');
  });

  it('another tag is 412 and nothing is changed, also with an Idempotency-Key, whose answer is repeated', async () => {
    const tag = await tagOf(notes);
    await fixtures.call(anna, 'PUT', notes, { text: 'Changed by somebody else' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (const refused of [
      await putNotes('Lost', tag),
      await putNotes('Lost', tag, headers),
      await putNotes('Lost', tag, headers),
    ]) {
      assert.deepEqual([refused.status, typeof refused.body.error], [412, 'string']);
    }
    assert.equal((await get(notes)).body.text, 'Changed by somebody else');
  });

  it('of several writes at once with the same tag one succeeds, however they spell the path', async () => {
    const tag = await tagOf(notes);
    const spellings = [
      notes,
      notes.replace('notes', 'note%73'),
      notes.replace('objects', 'object%73'),
      notes.replace(/(\d+)/, '0$1'),
    ];
    const results = await Promise.all(
      spellings.map((url, index) => fixtures.call(anna, 'PUT', url, { text: `Speller ${index}` }, { 'if-match': tag })),
    );
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 412, 412, 412]);
  });

  it('of several writes at once with the same tag one succeeds', async () => {
    const tag = await tagOf(notes);
    const results = await Promise.all(Array.from({ length: 5 }, (_, index) => putNotes(`Writer ${index}`, tag)));
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 412, 412, 412, 412]);
    const won = results.findIndex(({ status }) => status === 200);
    assert.equal((await get(notes)).body.text, `Writer ${won}`);
  });

  it('an entry without a GET of its own is compared with its list', async () => {
    const view = await fixtures.call(anna, 'POST', '/ext/views', { name: 'Late ones', query: { overdue: 'true' } });
    const url = `/ext/views/${view.body.id}`;
    const tag = await tagOf('/ext/views');
    assert.equal((await fixtures.call(anna, 'PATCH', url, { name: 'Too late' }, { 'if-match': tag })).status, 200);
    assert.equal((await fixtures.call(anna, 'DELETE', url, undefined, { 'if-match': tag })).status, 412);
    assert.equal((await fixtures.call(anna, 'DELETE', url, undefined, { 'if-match': await tagOf('/ext/views') })).status, 200);
  });

  it('an entry is compared with the page of its list that the query of the write names, which must show it', async () => {
    for (const name of ['Page A', 'Page B'])
      await fixtures.call(anna, 'POST', '/ext/views', { name, query: { overdue: 'true' } });
    const { items } = (await get('/ext/views?limit=100')).body;
    const offset = items.findIndex(({ name }: { name: string }) => name === 'Page B');
    const url = `/ext/views/${items[offset].id}`;
    const [page, before] = [`?limit=1&offset=${offset}`, `?limit=1&offset=${offset - 1}`];
    const rename = async (query: string, tag: string) =>
      (await fixtures.call(anna, 'PATCH', url + query, { name: 'Page C' }, { 'if-match': tag })).status;
    assert.equal(await rename(before, await tagOf(`/ext/views${before}`)), 412);
    assert.equal(await rename('', await tagOf(`/ext/views${page}`)), 412);
    assert.equal(await rename('?limit=0', '*'), 412);
    assert.equal(await rename(page, await tagOf(`/ext/views${page}`)), 200);
  });

  it('a part without a GET of its own is compared with what it belongs to', async () => {
    const url = `/ext/tickets/${ticket}`;
    const tag = await tagOf(url);
    const putTags = async (tags: string[]) =>
      (await fixtures.call(anna, 'PUT', `${url}/tags`, { tags }, { 'if-match': tag })).status;
    assert.equal(await putTags(['hall']), 200);
    assert.equal(await putTags(['lost']), 412);
    assert.deepEqual((await get(url)).body.tags, ['hall']);
  });

  it('signatures of links in the answer do not count, what else it says does', () => {
    const answer = (id: number, query: string) =>
      etagOfAnswer(`{"items":[{"url":"https://a.example.com/files/${id}?${query}"}]}`);
    const signed = (seconds: number) => `expires=${seconds}&signature=a-b_${seconds}`;
    const inBucket = (date: string) => `X-Amz-Date=${date}&X-Amz-Expires=900&X-Amz-Signature=0af${date}`;
    assert(matchesIfMatch(`W/${answer(1, signed(1))}`, answer(1, signed(2))));
    assert(matchesIfMatch(answer(1, inBucket('1')), `W/${answer(1, inBucket('2'))}`));
    assert(!matchesIfMatch(answer(1, signed(1)), answer(2, signed(1))));
    assert(!matchesEtag(answer(1, signed(1)), answer(1, signed(2))));
  });

  it('only * fits what no GET reads, and the operation decides then', async () => {
    const user = `/ext/users/${anna.id}/mfa`;
    const endpoint = 'https://push.example.com/unknown';
    for (const [who, url, body, status] of [
      [anna, '/ext/mfa/totp', { password, code: '123456' }, 404],
      [root, user, undefined, 200],
      [anna, '/ext/push/subscriptions', { endpoint }, 404],
    ] as const) {
      assert.equal((await fixtures.call(who, 'DELETE', url, body, { 'if-match': '"other"' })).status, 412, url);
      assert.equal((await fixtures.call(who, 'DELETE', url, body, { 'if-match': '*' })).status, status, url);
    }
  });

  it('is ignored where the operation refuses anyway, and outside of /ext', async () => {
    const unseen = await fixtures.call(boris, 'PUT', notes, { text: 'Not mine' }, { 'if-match': '"other"' });
    assert.equal(unseen.status, (await fixtures.call(boris, 'PUT', notes, { text: 'Not mine' })).status);
    const invalid = await putNotes('x'.repeat(2_001), '"other"');
    assert.equal(invalid.status, 400);
    const project = `/projects/${fixtures.tower}`;
    const { body } = await get(project);
    assert.equal((await fixtures.call(anna, 'PATCH', project, { name: body.name }, { 'if-match': '"other"' })).status, 200);
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

  it('leads through GET /ext/tickets by key: tickets that leave the list while it is read hide none and repeat none', async () => {
    const made: number[] = [];
    for (let i = 0; i < 9; i++) made.push(await fixtures.createTicket({ description: `Keyed lamp ${i}` }));
    const leave = async (id?: number) =>
      assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'No longer needed' })).status, 200);
    for (const [order, filter] of [
      ['desc', ''],
      ['asc', '&q=keyed'],
      ['desc', '&sort=id'],
    ] as const) {
      const open = (await get('/ext/tickets?status=new&limit=100')).body.items.map((one: { id: number }) => one.id);
      const expected = open.filter((id: number) => !filter.includes('q=') || made.includes(id));
      const seen: number[] = [];
      let url: string | undefined = `/ext/tickets?status=new&limit=2&order=${order}${filter}`;
      while (url) {
        const { status, body, headers }: Awaited<ReturnType<typeof get>> = await get(url);
        assert.equal(status, 200, JSON.stringify(body));
        seen.push(...body.items.map((one: { id: number }) => one.id));
        // One that was read goes, which moves all others to another offset.
        if (seen.length === 2) await leave(seen.find((id) => made.includes(id)));
        url = parse(headers['link'])['next'];
      }
      assert.deepEqual(
        seen,
        expected.sort((one: number, other: number) => (order === 'asc' ? one - other : other - one)),
        filter,
      );
    }
    for (const bad of ['after=1', 'after=2026-19-39T29:00:00.000Z,1', 'after=2026-03-01T00:00:00.000Z,1&sort=priority'])
      assert.equal((await get(`/ext/tickets?${bad}`)).status, 400, bad);
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
