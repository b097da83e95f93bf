import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import type { TypedFastify } from '../../src/platform/http/typed-fastify.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import type { RouteDeps } from '../../src/platform/module/module.ts';
import { settingsFor } from '../../testing/company-provider.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm } from '../../testing/photo-files.ts';

// Whoever has no account must neither fill nor empty anything: each public operation has a limit per network, which pages of other
// origins cannot use up, at the service and at the proxy.

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Operation {
  method: 'GET' | 'POST';
  path: string;
}

/** Needs no limit: answered from memory, or only with a signed link, which an account or the limited page of a report has given. */
const unlimited = [
  'GET /ping',
  'GET /ext/about',
  'GET /ext/installation',
  'GET /ext/settings/logo',
  'GET /ext/photos/{id}/thumb',
  'GET /ext/attachments/{id}/thumb',
  'GET /ext/report-photos/{id}/thumb',
];
const paths: Record<string, Record<string, { security?: object[] }>> = JSON.parse(read('docs/openapi.json')).paths;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security = [] }]) => !security.some((scheme) => 'accessToken' in scheme))
    .map(([method]) => ({ method: method.toUpperCase() as Operation['method'], path })),
);
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const limited: Operation[] = [
  ...described.filter((operation) => !unlimited.includes(nameOf(operation))),
  { method: 'GET', path: '/r/{token}' }, // pages, which the API description leaves out
  { method: 'POST', path: '/r/{token}' },
  { method: 'GET', path: '/r/{token}/{report}' },
];

/** Counted only with the cookie of a sign-in that was started; test/oidc.test.ts has its limit. */
const callback = 'GET /ext/oidc/callback';
const maxOfOneMinute = 300;
const fixtures = await Fixtures.create({ ...settingsFor(9), PUBLIC_URL: 'https://callout.example.com' });

/** A request that is refused for what it says, from one network. */
async function attempt({ method, path }: Operation, ip: string, headers: Record<string, string> = {}) {
  const isForm = method === 'POST' && /^\/(r|ext\/portal)\//.test(path);
  const form = isForm ? multipartForm([{ field: 'text', bytes: 'No light' }]) : undefined;
  const url = path.replace('unsubscribe', `unsubscribe?key=${crypto.randomUUID()}`).replaceAll(/\{\w+\}/g, 'x');
  const answer = await fixtures.call(undefined, method, url, form?.body, { ...form?.headers, 'x-forwarded-for': ip, ...headers });
  return { ...answer, isRefused: answer.status === 429 || String(answer.headers['location']).endsWith('?error=limited') };
}

describe('public operations', () => {
  it('the service does not start with a public route that names no rate limit and no reason', async () => {
    const routes = (app: TypedFastify, _deps: RouteDeps) => void app.post('/ext/open', { config: { public: true } }, () => ({}));
    const started = buildApp({ ...fixtures.deps, metrics: openMetrics() }, [{ name: 'open', routes }]);
    await assert.rejects(started, /POST \/ext\/open is public and names neither rateLimit nor unlimited/);
  });

  it('the API description names public operations without a limit that are reads only', () => {
    const names = described.map(nameOf);
    for (const name of unlimited) assert(names.includes(name), name);
    for (const name of unlimited) assert.match(name, /^GET /);
  });

  for (const [i, operation] of limited.entries()) {
    if (nameOf(operation) === callback) continue;
    it(`${nameOf(operation)} is refused above the limit of a network`, async () => {
      const ip = `198.51.100.${i}`;
      let attempts = 0;
      while (!(await attempt(operation, ip)).isRefused) assert(++attempts <= maxOfOneMinute, 'no limit');
      assert.equal((await attempt(operation, `203.0.113.${i}`)).isRefused, false);
    });
  }

  it('a page of another origin uses up no limit of its visitor by images, frames, prefetches and forms', async () => {
    const origins: Record<Operation['method'], Record<string, string>[]> = {
      GET: [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
      ],
      POST: [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', origin: 'null' },
        { origin: 'https://evil.example' },
      ],
    };
    const before = await counters();
    for (const operation of limited) {
      if (operation.path.endsWith('/unsubscribe')) continue;
      for (const headers of origins[operation.method]) {
        assert.equal((await attempt(operation, '192.0.2.1', headers)).status, 403, nameOf(operation));
      }
    }
    assert.deepEqual(await counters(), before);
  });

  it('a link on another page leads to public pages', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const operation of limited.filter(({ method }) => method === 'GET')) {
      assert([302, 404].includes((await attempt(operation, '192.0.2.2', headers)).status), nameOf(operation));
    }
  });

  it('POST /ext/notifications/unsubscribe takes requests of mail programs of any origin, and counts under no other limit', async () => {
    const unsubscribe: Operation = { method: 'POST', path: '/ext/notifications/unsubscribe' };
    const ip = '192.0.2.3';
    const origins = [
      {},
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://mail.example' },
    ];
    for (const headers of origins) assert.equal((await attempt(unsubscribe, ip, headers)).status, 200);
    for (let i = 0; i < 40; i++) await attempt(unsubscribe, ip);
    assert.equal((await attempt({ method: 'POST', path: '/auth/refresh' }, ip)).status, 401);
    const before = await counters();
    assert.equal((await fixtures.call(undefined, 'POST', '/ext/notifications/unsubscribe?key=x')).status, 400);
    assert.deepEqual(await counters(), before, 'a key that none can be does not count');
  });

  it('with an Idempotency-Key they store nothing, and a malformed key is 400', async () => {
    const key = () => ({ 'idempotency-key': crypto.randomUUID() });
    for (const [i, operation] of limited.filter(({ method }) => method === 'POST').entries()) {
      const ip = `192.0.2.${10 + i}`;
      const answer = await attempt(operation, ip, key());
      assert(answer.status < 500 && answer.status !== 429, nameOf(operation));
      assert.equal(answer.headers['idempotency-replayed'], undefined);
      assert.equal((await attempt(operation, ip, { 'idempotency-key': 'a b' })).status, 400, nameOf(operation));
    }
    const stored = await fixtures.db.read.selectFrom('idempotency_keys').select('id').execute();
    assert.deepEqual(stored, []);
  });

  for (const file of ['ops/nginx.conf', 'deploy/nginx.conf']) {
    it(`${file} has a lower rate for each of them`, () => {
      const [, pattern = ''] = /map \$uri \$anonymous_network \{\s*"~(.+?)"/.exec(read(file)) ?? [];
      const missing = limited.map(({ path }) => path).filter((path) => !new RegExp(pattern).test(path));
      assert.deepEqual(missing, []);
      const others = ['/tickets', '/ext/calendar', '/ext/passkeys', '/ext/portals', '/ext/notifications', '/app/', '/ping'];
      assert.deepEqual(
        others.filter((path) => new RegExp(pattern).test(path)),
        [],
      );
    });
  }
});

const counters = () => fixtures.db.read.selectFrom('rate_limits').selectAll().orderBy('key').execute();
