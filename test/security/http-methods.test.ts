import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures } from '../../testing/fixtures.ts';
import { filled, hasUuid, operationsOf } from './operations.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// Vikunja (CVE-2026-40103) derived the right that a request needs from its path: DELETE passed as
// GET. Elsewhere a header turned one method into another behind the guard, or HEAD ran what GET
// may not. Here the guard stands on method and path together, a method that is not described does
// not exist except HEAD, which is GET without the body, nothing overrides one, and reading changes
// nothing.

const fixtures = await Fixtures.create({ CORS_ORIGINS: 'https://console.example.com', SWAGGER: 'true' });
const { root, anna, wanda, tower, lobby } = fixtures;
const sent = await openRawHttp(fixtures);
const operations = operationsOf(fixtures);
const paths = [...new Set(operations.map(({ path }) => path))];
const urlOf = (path: string) => filled(path, hasUuid(path) ? { id: wanda.id } : { id: String(tower), worker_id: wanda.id });
const token = await fixtures.accessTokenFor(root);
const asRoot = [`authorization: Bearer ${token}`, 'content-length: 0'];

describe('HTTP methods', () => {
  it('a method that is not described returns 404 with the envelope on every path, also to an admin', async () => {
    for (const path of paths) {
      const described = operations.filter((each) => each.path === path).map(({ method }) => String(method));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (described.includes(method)) continue;
        const { status, body } = await fixtures.call(root, method, urlOf(path), {});
        assert.equal(status, 404, `${method} ${path}`);
        assert.deepEqual(Object.keys(body), ['error']);
      }
    }
  });

  it('uncommon methods are rejected on a raw connection', async () => {
    for (const method of [
      'TRACE',
      'PROPFIND',
      'MOVE',
      'COPY',
      'LOCK',
      'SEARCH',
      'QUERY',
      'PURGE',
      'LINK',
      'MKCOL',
      'REPORT',
      'BREW',
      'get',
      'Delete',
    ]) {
      for (const path of ['/auth/me', '/tickets', `/projects/${tower}`]) {
        const answer = await sent(request(`${method} ${path}`, asRoot));
        assert([400, 404].includes(statusOf(answer)), `${method} ${path}: ${answer}`);
        assert(!answer.includes(token), 'and nothing is echoed');
      }
    }
  });

  it('HEAD has the status and the headers of GET and no body', async () => {
    const asAnna = [`authorization: Bearer ${await fixtures.accessTokenFor(anna)}`, 'content-length: 0'];
    const headOf = (answer: string): string[] => {
      const [head = '', body] = answer.split('\r\n\r\n', 2);
      assert(body !== undefined);
      return head.split('\r\n').filter((line) => !/^(date|x-request-id|ratelimit[\w-]*|etag):/i.test(line));
    };
    for (const path of ['/ping', '/health', '/health/ready', '/auth/me', '/tickets?limit=2', '/users', '/ext/audit', '/metrics', '/nope']) {
      for (const lines of [[], asRoot, asAnna]) {
        const [head, got] = [await sent(request(`HEAD ${path}`, lines)), await sent(request(`GET ${path}`, lines))];
        assert.equal(statusOf(head), statusOf(got), path);
        if (path !== '/metrics') assert.deepEqual(headOf(head), headOf(got), path);
        assert.equal(head.split('\r\n\r\n', 2)[1], '', path);
      }
    }
  });

  it('HEAD returns 404 where GET streams, or makes a file that is recorded', async () => {
    for (const path of ['/ext/live', '/ext/tickets.csv', '/ext/tickets.xlsx', '/ext/tickets/1/report.pdf', `/ext/objects/labels.pdf?ids=${lobby}`]) {
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

  it('OPTIONS names the allowed methods and runs no operation', async () => {
    for (const path of paths) {
      const { status, body, headers } = await fixtures.call(root, 'OPTIONS', urlOf(path), undefined, {
        origin: 'https://console.example.com',
        'access-control-request-method': 'DELETE',
      });
      assert.deepEqual([status, body], [204, ''], path);
      assert.equal(headers['access-control-allow-methods'], 'GET, POST, PUT, PATCH, DELETE');
    }
    assert.equal((await fixtures.call(root, 'GET', `/projects/${tower}`)).status, 200);
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

describe('authorization by method', () => {
  it('permission to read with GET gives no permission for other methods on the same path', async () => {
    for (const [who, method, url, status] of [
      [anna, 'GET', `/projects/${tower}`, 200],
      [anna, 'DELETE', `/projects/${tower}`, 403],
      [wanda, 'GET', '/tickets', 200],
      [wanda, 'POST', '/tickets', 403],
      [anna, 'GET', '/users', 200],
      [anna, 'POST', `/users/${wanda.id}/password-reset`, 403],
      [root, 'GET', '/tickets', 200],
      [root, 'POST', '/tickets', 403],
    ] as const) {
      assert.equal((await fixtures.call(who, method, url)).status, status, `${who.name} ${method} ${url}`);
    }
  });
});

describe('GET requests', () => {
  /** A print of everything in the database. */
  async function printOfAll(except?: string): Promise<string> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
      fixtures.db.read,
    );
    const prints = [];
    for (const { name } of tables) {
      if (name === except) continue;
      const { rows } = await sql<{
        print: string;
      }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} as t`.execute(
        fixtures.db.read,
      );
      prints.push(`${name} ${rows[0]?.print}`);
    }
    assert(prints.length > 10);
    return prints.join('\n');
  }

  it('GET requests change nothing in the database for any role', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', {
      anchor_at: '2026-04-01T08:00:00Z',
      category: 'other',
      description: 'Check the lift',
      object_id: lobby,
      period_days: 7,
    });
    const before = await printOfAll();
    const withTokens = ['/ext/calendar/{token}.ics', '/ext/portal/{token}'];
    const gets = operations.filter(({ method, path }) => method === 'GET' && !withTokens.includes(path));
    const isExport = (path: string): boolean => /\.(csv|xlsx|pdf)$/.test(path);
    const readAll = async (paths: { path: string }[]): Promise<void> => {
      for (const { path } of paths) {
        const url = filled(path, { id: String(path.includes('tickets') ? id : path.includes('recurring') ? rule.id : tower) });
        for (const who of [root, anna, wanda, undefined]) await fixtures.call(who, 'GET', url);
      }
    };
    await readAll(gets.filter(({ path }) => !isExport(path)));
    assert.equal(await printOfAll(), before);
    // Exports are recorded in the audit log, and change nothing else.
    const beforeExports = await printOfAll('audit_events');
    await readAll(gets.filter(({ path }) => isExport(path)));
    assert.equal(await printOfAll('audit_events'), beforeExports);
    // Requests with a token in the path are counted, so that nobody guesses tokens; they change nothing else.
    const beforeFeed = await printOfAll('rate_limits');
    for (const path of withTokens) assert.equal((await fixtures.call(undefined, 'GET', filled(path))).status, 404, path);
    assert.equal(await printOfAll('rate_limits'), beforeFeed);
  });
});
