import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ApiResponse, Fixtures, password } from '../../testing/fixtures.ts';
import { anonymousClient, assertEnvelope } from './anonymous-client.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// Login CSRF: a page of another site posts a form with its own account to /auth/login, and whatever the
// visitor enters from then on belongs to that account. Logout CSRF ends the visitor's session. Both are
// refused by Sec-Fetch-Site and Origin, which browsers set and pages cannot change.

const settings = {
  CORS_ORIGINS: 'https://console.example.com, http://[2001:db8::7]:8080',
  PUBLIC_URL: 'https://callout.example.com/',
  TRUSTED_PROXIES: '10.9.0.0/16',
};
const fixtures = await Fixtures.create(settings);
const visit = anonymousClient(fixtures);
const routes = ['/auth/login', '/auth/refresh', '/auth/logout', '/auth/logout-all'] as const;
type Route = (typeof routes)[number];

interface Headers {
  [name: string]: string;
}

/** A request that succeeds unless its headers are refused. */
async function send(route: Route, headers: Headers): Promise<ApiResponse> {
  if (route === '/auth/login') return visit.post(route, { email: fixtures.anna.email, password }, headers);
  const { token, cookie } = await visit.signIn(fixtures.boris);
  return visit.post(route, undefined, { cookie: `refresh_token=${cookie}`, authorization: `Bearer ${token}`, ...headers });
}

const foreign = 'https://evil.example';
const own = 'http://callout.test:3000';

const allowed = 'https://console.example.com';
const site = (name: string, origin?: string): Headers => ({ 'sec-fetch-site': name, ...(origin !== undefined && { origin }) });

const passing: Headers[] = [
  {},
  site('same-origin', own),
  site('Same-Origin', own),
  site('same-origin'),
  { ...site('same-origin', own), host: 'backend' }, // that a proxy rewrote
  site('none'),
  site('cross-site', allowed),
  site('same-site', allowed),
  site('cross-site', 'http://[2001:DB8:0::7]:8080'),
  site('same-site', 'https://callout.example.com'), // of PUBLIC_URL
  { origin: allowed },
  { origin: 'HTTPS://Console.Example.com:443' },
  { origin: 'https://callout.example.com' },
  { host: 'callout.test:3000', origin: own },
  { host: 'Callout.TEST:3000', origin: own },
  { host: 'callout.test:80', origin: 'http://callout.test' },
  { host: '[2001:db8:0:0::1]:3000', origin: 'http://[2001:db8::1]:3000' },
  { host: 'callout.test', origin: 'https://callout.test' }, // behind a proxy that says nothing of TLS
  { host: 'callout.test:443', origin: 'https://callout.test', 'x-forwarded-proto': 'https' },
];

const refused: Headers[] = [
  { ...site('cross-site', foreign), 'content-type': 'text/plain' },
  site('cross-site'),
  site('CROSS-SITE', foreign),
  site('cross-site', 'null'),
  { ...site('cross-site', own), host: 'callout.test:3000' },
  site('same-site', 'https://evil.callout.example.com'),
  site('same-site'),
  site('same-planet'),
  site(''),
  site('same-origin, cross-site', foreign),
  { origin: foreign },
  { origin: 'null' },
  { origin: '' },
  { origin: `${allowed}.evil.example` },
  { origin: `${allowed}@evil.example` },
  { origin: 'http://console.example.com' }, // the other scheme
  { origin: `${allowed}:8443` },
  { origin: 'https://callout.example.com/service' }, // with the path of PUBLIC_URL
  { origin: `${allowed}, ${foreign}` },
  { origin: 'file://' },
  { host: 'callout.test:3000', origin: 'http://callout.test:3001' },
  { host: '[::1]:3000', origin: 'http://[::1]' },
  { host: '[2001:db8::1]', origin: 'http://[2001:db8::11]' },
  { host: 'callout.test:443', origin: 'http://callout.test' },
  { host: 'callout.test/evil.example', origin: 'http://callout.test' },
  { host: 'callout.test', 'x-forwarded-host': 'evil.example', origin: foreign },
  { host: 'callout.test', origin: 'http://callout.test', 'x-forwarded-proto': 'https' }, // where a proxy ends TLS
];

for (const route of routes)
  it(`POST ${route} returns 200 to own and allowed pages, and 403 without a cookie to others`, async () => {
    for (const headers of passing) assert.equal((await send(route, headers)).status, 200, JSON.stringify(headers));
    for (const headers of refused) {
      const answer = await send(route, headers);
      assertEnvelope(answer, 403, JSON.stringify(headers));
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  });

describe('cross-site requests', () => {
  const evil = { 'sec-fetch-site': 'cross-site', origin: foreign };

  it('cross-site requests leave the sessions of the browser unchanged on every route', async () => {
    const { token, cookie } = await visit.signIn(fixtures.wanda);
    const held = { cookie: `refresh_token=${cookie}`, authorization: `Bearer ${token}` };
    const before = await sessions();
    for (const route of routes) {
      const body = route === '/auth/login' ? { email: fixtures.oleg.email, password } : undefined;
      assert.equal((await visit.post(route, body, { ...held, ...evil })).status, 403);
    }
    assert.deepEqual(await sessions(), before);
    assert.equal((await visit.refresh(cookie)).status, 200, 'the cookie still works');
  });

  it('cross-site requests with an access token to routes that neither set nor clear the session cookie are answered', async () => {
    assert.equal((await fixtures.call(fixtures.anna, 'GET', '/auth/me', undefined, evil)).status, 200);
    assert.equal((await fixtures.call(fixtures.anna, 'GET', '/tickets', undefined, evil)).status, 200);
  });
});

it('POST /auth/login believes X-Forwarded-Proto of trusted proxies only', async () => {
  const headers = { host: 'callout.test', origin: 'http://callout.test', 'x-forwarded-proto': 'https' };
  const from = async (remoteAddress: string) => {
    const payload = { email: fixtures.anna.email, password };
    return (await fixtures.app.inject({ method: 'POST', url: '/auth/login', remoteAddress, headers, payload })).statusCode;
  };
  assert.equal(await from('10.9.0.1'), 403);
  assert.equal(await from('10.8.0.1'), 200);
});

it('POST /auth/logout returns 403 when Origin or Sec-Fetch-Site is sent twice, in either order', async () => {
  const sent = await openRawHttp(fixtures);
  const twice = async (...headers: string[]) =>
    statusOf(await sent(request('POST /auth/logout', ['content-length: 0', ...headers])));
  assert.equal(await twice(`origin: ${allowed}`), 200);
  assert.equal(await twice(`origin: ${allowed}`, `origin: ${foreign}`), 403);
  assert.equal(await twice(`origin: ${foreign}`, `origin: ${allowed}`), 403);
  assert.equal(await twice('sec-fetch-site: same-origin', 'sec-fetch-site: cross-site', `origin: ${foreign}`), 403);
  assert.equal(await twice('sec-fetch-site: cross-site', 'sec-fetch-site: same-origin', `origin: ${foreign}`), 403);
  assert.equal(await twice('SEC-FETCH-SITE: cross-site', `ORIGIN: ${foreign}`), 403);
});

it('POST /auth/login knows no origin but that of Host without CORS_ORIGINS and PUBLIC_URL', async () => {
  const plain = await Fixtures.create();
  const attempt = async (headers: Headers) =>
    (await plain.call(undefined, 'POST', '/auth/login', { email: plain.anna.email, password }, headers)).status;
  assert.equal(await attempt({ host: 'callout.test', origin: 'http://callout.test' }), 200);
  assert.equal(await attempt({ host: 'callout.test', origin: foreign }), 403);
  assert.equal(await attempt({ origin: 'https://console.example.com' }), 403);
  assert.equal(await attempt({}), 200);
});

const sessions = () =>
  fixtures.db.read.selectFrom('refresh_sessions').select(['token_hash', 'revoked_at']).orderBy('token_hash').execute();
