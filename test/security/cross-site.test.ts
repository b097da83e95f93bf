import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ApiResponse, Fixtures, password } from '../../testing/fixtures.ts';
import { anonymousClient, assertEnvelope, cookieOf } from './anonymous-client.ts';
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

const passing: [title: string, headers: Headers][] = [
  ['neither header', {}],
  ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin', origin: own }],
  ['Sec-Fetch-Site: same-origin in capitals', { 'sec-fetch-site': 'Same-Origin', origin: own }],
  ['Sec-Fetch-Site: same-origin and no Origin', { 'sec-fetch-site': 'same-origin' }],
  [
    'Sec-Fetch-Site: same-origin and a Host that a proxy rewrote',
    { 'sec-fetch-site': 'same-origin', host: 'backend', origin: own },
  ],
  ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
  ['Sec-Fetch-Site: cross-site from CORS_ORIGINS', { 'sec-fetch-site': 'cross-site', origin: 'https://console.example.com' }],
  ['Sec-Fetch-Site: same-site from CORS_ORIGINS', { 'sec-fetch-site': 'same-site', origin: 'https://console.example.com' }],
  ['Sec-Fetch-Site: cross-site from an IPv6 origin', { 'sec-fetch-site': 'cross-site', origin: 'http://[2001:DB8:0::7]:8080' }],
  ['Sec-Fetch-Site: same-site from PUBLIC_URL', { 'sec-fetch-site': 'same-site', origin: 'https://callout.example.com' }],
  ['an Origin in CORS_ORIGINS', { origin: 'https://console.example.com' }],
  ['an Origin in CORS_ORIGINS with its default port in capitals', { origin: 'HTTPS://Console.Example.com:443' }],
  ['the Origin of PUBLIC_URL', { origin: 'https://callout.example.com' }],
  ['the Origin of the Host', { host: 'callout.test:3000', origin: own }],
  ['the Origin of a Host in capitals', { host: 'Callout.TEST:3000', origin: own }],
  ['the Origin of a Host with a default port', { host: 'callout.test:80', origin: 'http://callout.test' }],
  ['the Origin of an IPv6 Host', { host: '[2001:db8:0:0::1]:3000', origin: 'http://[2001:db8::1]:3000' }],
  [
    'the https Origin of the Host behind a proxy that says nothing of TLS',
    { host: 'callout.test', origin: 'https://callout.test' },
  ],
  [
    'the https Origin of the Host behind a proxy that ends TLS',
    { host: 'callout.test:443', origin: 'https://callout.test', 'x-forwarded-proto': 'https' },
  ],
];

const refused: [title: string, headers: Headers][] = [
  ['Sec-Fetch-Site: cross-site of a form', { 'sec-fetch-site': 'cross-site', origin: foreign, 'content-type': 'text/plain' }],
  ['Sec-Fetch-Site: cross-site without Origin', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: cross-site in capitals', { 'sec-fetch-site': 'CROSS-SITE', origin: foreign }],
  ['Sec-Fetch-Site: cross-site and Origin: null', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  [
    'Sec-Fetch-Site: cross-site although Origin fits Host',
    { 'sec-fetch-site': 'cross-site', origin: own, host: 'callout.test:3000' },
  ],
  ['Sec-Fetch-Site: same-site of a sibling', { 'sec-fetch-site': 'same-site', origin: 'https://evil.callout.example.com' }],
  ['Sec-Fetch-Site: same-site without Origin', { 'sec-fetch-site': 'same-site' }],
  ['an unknown Sec-Fetch-Site', { 'sec-fetch-site': 'same-planet' }],
  ['an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }],
  ['a list of Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, cross-site', origin: foreign }],
  ['a foreign Origin', { origin: foreign }],
  ['Origin: null', { origin: 'null' }],
  ['an empty Origin', { origin: '' }],
  ['an Origin that begins as an allowed one', { origin: 'https://console.example.com.evil.example' }],
  ['an Origin that has an allowed one as its user', { origin: 'https://console.example.com@evil.example' }],
  ['an allowed Origin with the other scheme', { origin: 'http://console.example.com' }],
  ['an allowed Origin with another port', { origin: 'https://console.example.com:8443' }],
  ['an Origin with the path of PUBLIC_URL', { origin: 'https://callout.example.com/service' }],
  ['a list of Origins', { origin: `https://console.example.com, ${foreign}` }],
  ['an Origin that is no web page', { origin: 'file://' }],
  ['an Origin of another port of the Host', { host: 'callout.test:3000', origin: 'http://callout.test:3001' }],
  ['an Origin of another port of an IPv6 Host', { host: '[::1]:3000', origin: 'http://[::1]' }],
  ['an Origin of an IPv6 neighbour', { host: '[2001:db8::1]', origin: 'http://[2001:db8::11]' }],
  ['an Origin whose default port is not that of the Host', { host: 'callout.test:443', origin: 'http://callout.test' }],
  ['an Origin that a broken Host contains', { host: 'callout.test/evil.example', origin: 'http://callout.test' }],
  ['an Origin that only X-Forwarded-Host names', { host: 'callout.test', 'x-forwarded-host': 'evil.example', origin: foreign }],
  [
    'an http Origin of the Host where a proxy ends TLS',
    { host: 'callout.test', origin: 'http://callout.test', 'x-forwarded-proto': 'https' },
  ],
];

for (const route of routes) {
  describe(`POST ${route}`, () => {
    for (const [title, headers] of passing)
      it(`POST ${route} returns 200 with ${title}`, async () => {
        const { status, body } = await send(route, headers);
        assert.equal(status, 200, JSON.stringify(body));
      });
    for (const [title, headers] of refused)
      it(`POST ${route} returns 403 and no cookie with ${title}`, async () => {
        const answer = await send(route, headers);
        assertEnvelope(answer, 403);
        assert.equal(answer.headers['set-cookie'], undefined);
      });
  });
}

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

  it("cross-site requests use up no rate limit of the visitor's network", async () => {
    const network = { 'x-forwarded-for': '198.51.100.9' };
    const before = await counters();
    for (let i = 0; i < 40; i++)
      for (const route of routes) {
        const { status } = await fixtures.call(undefined, 'POST', route, {}, { ...network, ...evil });
        assert.equal(status, 403);
      }
    assert.deepEqual(await counters(), before);
    const signedIn = await fixtures.call(undefined, 'POST', '/auth/login', { email: fixtures.anna.email, password }, network);
    assert.equal(signedIn.status, 200);
    assert(cookieOf(signedIn));
  });

  it('cross-site requests with an access token to routes that neither set nor clear the session cookie are answered', async () => {
    assert.equal((await fixtures.call(fixtures.anna, 'GET', '/auth/me', undefined, evil)).status, 200);
    assert.equal((await fixtures.call(fixtures.anna, 'GET', '/tickets', undefined, evil)).status, 200);
  });
});

it('OPTIONS returns 204 to every origin where CORS_ORIGINS is set, and names only an allowed one', async () => {
  for (const route of routes)
    for (const origin of ['https://console.example.com', foreign]) {
      const headers = { origin, 'sec-fetch-site': 'cross-site', 'access-control-request-method': 'POST' };
      const answer = await fixtures.call(undefined, 'OPTIONS', route, undefined, headers);
      assert.equal(answer.status, 204);
      assert.equal(answer.headers['access-control-allow-origin'], origin === foreign ? undefined : origin);
    }
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
  const allowed = 'https://console.example.com';
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
const counters = () => fixtures.db.read.selectFrom('rate_limits').selectAll().orderBy('key').execute();
