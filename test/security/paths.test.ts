import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { filled, hasUuid, operations } from './operations.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// @fastify/static (CVE-2026-6414) served `/admin%2Fsecret` past the guard of `/admin/*`: what matched the route and what opened
// the file were decoded differently. Vikunja (CVE-2026-40103) derived the right from the path, so that DELETE passed as GET. Here
// guards belong to method and route together, a method that is not described does not exist except HEAD, which is GET without
// the body, nothing overrides one, and files are found by number or by name in a list, never by path.

const fixtures = await Fixtures.create({ CORS_ORIGINS: 'https://console.example.com', SWAGGER: 'true' });
const { root, anna, wanda, tower, lobby } = fixtures;
const sent = await openRawHttp(fixtures);
const get = (path: string) => sent(request(`GET ${path}`));
const token = await fixtures.accessTokenFor(root);
const asRoot = [`authorization: Bearer ${token}`, 'content-length: 0'];

describe('HTTP methods', () => {
  const paths = [...new Set(operations.map(({ path }) => path))];
  const urlOf = (path: string) => filled(path, hasUuid(path) ? { id: wanda.id } : { id: String(tower), worker_id: wanda.id });

  it('a method that is not described returns 404 with the envelope on every path, and OPTIONS runs no operation', async () => {
    for (const path of paths) {
      const described = operations.filter((each) => each.path === path).map(({ method }) => String(method));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        // The page with the button, which is for people only.
        if (method === 'GET' && path === '/ext/notifications/unsubscribe') continue;
        if (described.includes(method)) continue;
        // The last part is taken for an id, which it is not.
        const withId = path.replace(/[^/{}]+$/, '{id}');
        if (path !== withId && operations.some((each) => each.path === withId && each.method === method)) continue;
        const { status, body } = await fixtures.call(root, method, urlOf(path), {});
        // Clients of the Model Context Protocol take every answer but 405 to mean that their stream has failed.
        const wanted = method === 'GET' && path === '/ext/mcp' ? 405 : 404;
        assert.equal(status, wanted, `${method} ${path}`);
        assert.deepEqual(Object.keys(body), ['error']);
      }
      const headers = { origin: 'https://console.example.com', 'access-control-request-method': 'DELETE' };
      const { status, body } = await fixtures.call(root, 'OPTIONS', urlOf(path), undefined, headers);
      assert.deepEqual([status, body], [204, ''], path);
    }
    assert.equal((await fixtures.call(root, 'GET', `/projects/${tower}`)).status, 200);
  });

  it('uncommon methods are rejected on a raw connection', async () => {
    const methods = ['TRACE', 'PROPFIND', 'MOVE', 'COPY', 'LOCK', 'SEARCH', 'QUERY', 'PURGE', 'LINK', 'MKCOL', 'REPORT', 'BREW'];
    for (const method of [...methods, 'get', 'Delete'])
      for (const path of ['/auth/me', '/tickets', '/ping', `/projects/${tower}`]) {
        const answer = await sent(request(`${method} ${path}`, asRoot));
        assert([400, 404].includes(statusOf(answer)), `${method} ${path}: ${answer}`);
        assert(!answer.includes(token), 'and nothing is echoed');
      }
  });

  it('HEAD has the status and the headers of GET and no body', async () => {
    const asAnna = [`authorization: Bearer ${await fixtures.accessTokenFor(anna)}`, 'content-length: 0'];
    const headOf = (answer: string): string[] => {
      const [head = '', body] = answer.split('\r\n\r\n', 2);
      assert(body !== undefined);
      return head.split('\r\n').filter((line) => !/^(date|x-request-id|ratelimit[\w-]*|etag):/i.test(line));
    };
    for (const path of [
      '/ping',
      '/health',
      '/health/ready',
      '/auth/me',
      '/tickets?limit=2',
      '/users',
      '/ext/audit',
      '/metrics',
      '/nope',
    ]) {
      for (const lines of [[], asRoot, asAnna]) {
        const [head, got] = [await sent(request(`HEAD ${path}`, lines)), await sent(request(`GET ${path}`, lines))];
        assert.equal(statusOf(head), statusOf(got), path);
        if (path !== '/metrics') assert.deepEqual(headOf(head), headOf(got), path);
        assert.equal(head.split('\r\n\r\n', 2)[1], '', path);
      }
    }
  });

  it('HEAD returns 404 where GET streams, or makes a file that is recorded', async () => {
    for (const path of [
      '/ext/live',
      '/ext/tickets.csv',
      '/ext/tickets.xlsx',
      '/ext/tickets/1/report.pdf',
      `/ext/objects/labels.pdf?ids=${lobby}`,
    ]) {
      for (const lines of [[], asRoot]) assert.equal(statusOf(await sent(request(`HEAD ${path}`, lines))), 404, path);
    }
  });

  it('HEAD changes nothing and needs the rights of GET', async () => {
    for (const [who, url, status] of [
      [undefined, `/projects/${tower}`, 401],
      [wanda, '/users', 403],
      [anna, `/projects/${tower}`, 200],
      [anna, '/ext/audit', 403],
    ] as const)
      assert.equal((await fixtures.call(who, 'HEAD', url)).status, status, url);
    assert.equal((await fixtures.call(anna, 'HEAD', '/auth/logout')).status, 404);
  });

  it('no header, query parameter or field overrides the method', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
      for (const method of ['DELETE', 'PATCH', 'PUT', 'POST']) {
        const url = `/projects/${tower}?_method=${method}&method=${method}`;
        const { status, body } = await fixtures.call(root, 'GET', url, undefined, { [name]: method });
        assert.deepEqual([status, body.id], [200, tower], `${name}: ${method}`);
        const posted = await fixtures.call(root, 'POST', url, { _method: method, name: 'x' }, { [name]: method });
        assert.equal(posted.status, 404, `${name}: ${method}`);
      }
      const read = await fixtures.call(root, 'PATCH', `/projects/${tower}`, { _method: 'GET' }, { [name]: 'GET' });
      assert.equal(read.status, 400, 'a PATCH stays one');
    }
    assert.equal((await fixtures.call(root, 'GET', `/projects/${tower}`)).body.name, 'Tower');
  });
});

/** Other ways to write a path that a server in between, or a router, may take for the same. */
function spellings(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.length > 0 ? `/${rest.join('/')}` : '';
  const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`;
  return [
    ...[encoded, first.toUpperCase(), `/${first}`, `./${first}`, `x/../${first}`, `%2e%2e/${first}`, `%2f${first}`].map(
      (start) => `/${start}${tail}`,
    ),
    ...['/ping/..', '/ping%2f..', '/ping/%2e%2e', '/swagger/..', '/files/..%2f..'].map((start) => `${start}${path}`),
    ...['/', '//', '/.', '%2f', '%00', ';/ping', ';x=1', '%3f', '#/ping', '%23', '\\', '%5c', '.json', '%20', '%0a'].map(
      (end) => `${path}${end}`,
    ),
    ...['%2f', '\\', '%252f', '%c0%af'].map((slash) => path.replaceAll('/', slash).replace(slash, '/')),
  ];
}

describe('other spellings of protected paths', () => {
  it('other spellings of a protected path return 400, 401 or 404 without a token', async () => {
    for (const [n, { method, path, isPublic }] of operations.entries()) {
      if (isPublic) continue;
      // One router reads all paths: a quarter of the spellings for each, another one each time.
      const all = spellings(filled(path, hasUuid(path) ? { id: wanda.id } : { id: '1' }));
      for (const spelling of all.filter((_, i) => i % 4 === n % 4)) {
        const answer = await fixtures.app.inject({ method, url: spelling });
        assert([400, 401, 404].includes(answer.statusCode), `${method} ${spelling}: ${answer.statusCode}`);
        assert.deepEqual(Object.keys(answer.json()), ['error'], spelling);
      }
    }
  });

  it('other spellings of a path give a worker no access that the path itself denies', async () => {
    for (const url of ['/users', '/projects', '/db-ping', '/recurring'])
      for (const spelling of spellings(url)) {
        const { status } = await fixtures.call(wanda, 'GET', spelling);
        assert([400, 403, 404].includes(status), `${spelling}: ${status}`);
      }
  });

  it('other spellings of a protected path return 400, 401 or 404 on a raw connection', async () => {
    for (const path of ['/users', '/tickets/1', '/auth/me'].flatMap(spellings)) {
      const status = statusOf(await get(path));
      assert([400, 401, 404].includes(status), `${path}: ${status}`);
    }
    for (const target of ['http://x/users', 'http://x@y/users', '*', '../users', 'users', '?/users'])
      assert([400, 401, 404].includes(statusOf(await get(target))), target);
    assert([204, 400, 404].includes(statusOf(await sent(request('OPTIONS *')))));
  });
});

describe('static files', () => {
  const outside = ['package.json', 'etc/passwd', '.env', 'src/cli/serve.ts', 'data', 'photos', 'uploads'];
  const climbs = [
    ...['../', '../../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '....//', '%252e%252e%252f', '..%00/', '.%2e/'],
    ...['%c0%ae%c0%ae/', '/', '//', '%2f', './', ''],
  ];
  /** Asks for each of these files, from each start, in each way to leave a folder. */
  async function assertUnreachable(starts: string[], names: string[], search = ''): Promise<void> {
    for (const path of starts.flatMap((start) =>
      climbs.flatMap((climb) => names.map((name) => `${start}${climb}${name}${search}`)),
    )) {
      const answer = await get(path);
      assert([400, 404].includes(statusOf(answer)), `${path}: ${answer.slice(0, 200)}`);
    }
  }

  it('/swagger/ serves its own files and nothing outside its folder', async () => {
    assert.equal(statusOf(await get('/swagger/swagger-ui.css')), 200);
    await assertUnreachable(['/swagger/', '/swagger', '/swagger/swagger-ui.css/'], outside);
    const others = ['swagger-ui.css%00', 'swagger-ui.css.map', 'swagger-ui.css/', 'index.css', 'swagger-initializer.js'];
    for (const path of [...others, '%73wagger-ui.css%2f', 'json/', 'yaml', ''])
      assert([302, 400, 404].includes(statusOf(await get(`/swagger/${path}`))), path);
  });

  it('/files serves photos by number and signature and nothing by path', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const { body: made } = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    const { pathname, search } = new URL(made.url);
    assert.equal(statusOf(await get(`${pathname}${search}`)), 200);
    const [row] = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', made.id).execute();
    const key = row?.storage_key ?? '';
    const names = [...outside, key, `${key.slice(0, 2)}/${key}`, `${key.slice(0, 2)}%2f${key}`];
    await assertUnreachable(['/files/', `${pathname}/`, '/photos/'], names, search);
    for (const path of ['/files', '/files/', '/files/.', '/data', '/uploads', '/photos', '/app/../files'])
      assert([400, 404].includes(statusOf(await get(`${path}${search}`))), path);
  });
});
