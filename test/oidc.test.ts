import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { buildApp } from '../src/app.ts';
import { minutes, seconds } from '../src/platform/lib/duration.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { pendingTtlMs } from '../src/product/identity/oidc/pending-sign-in.ts';
import { codeTtlMs } from '../src/product/identity/oidc/sign-in.ts';
import { type Person, startCompanyProvider } from '../testing/company-provider.ts';
import { type ApiResponse, Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { anonymousClient, cookieOf } from './security/anonymous-client.ts';

const publicUrl = 'https://callout.example.com';
const provider = await startCompanyProvider([`${publicUrl}/ext/oidc/callback`]);
const creating = await startCompanyProvider([`${publicUrl}/ext/oidc/callback`], { hasFullIdTokens: true });
after(() => Promise.all([provider.stop(), creating.stop()]));
const fixtures = await Fixtures.create({ ...provider.settings, PUBLIC_URL: publicUrl, OIDC_NAME: 'Acme', COOKIE_SECURE: 'true' });
const { root } = fixtures;
const withRoles = await Fixtures.create({
  ...creating.settings,
  PUBLIC_URL: publicUrl,
  OIDC_SCOPES: 'openid email profile groups',
  OIDC_CREATE_ACCOUNTS: 'true',
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLE_ADMIN: 'it, heads',
  OIDC_ROLE_CLIENT: 'owners',
});

/** A browser: it keeps the cookies for the paths of the sign-in. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly #fixtures: Fixtures;
  readonly #from: () => Record<string, string>;

  constructor(of = fixtures) {
    this.#fixtures = of;
    this.#from = anonymousClient(of).from;
  }

  async request(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#fixtures.call(undefined, method, url, undefined, { ...this.#from(), cookie, ...headers });
    for (const { name, value, path } of answer.cookies) if (path === '/ext/oidc') this.cookies.set(name, value);
    return answer;
  }

  /** @returns the address of the provider */
  async start(query = ''): Promise<string> {
    const { status, headers } = await this.request('GET', `/ext/oidc/start${query}`);
    assert.equal(status, 302);
    return String(headers['location']);
  }

  /** @returns the page of the console to which the provider's answer leads */
  async comeBack(address: URL): Promise<string> {
    const { status, headers } = await this.request('GET', address.pathname + address.search);
    assert.equal(status, 302);
    return String(headers['location']);
  }

  session = (oneTimeCode?: string): Promise<ApiResponse> =>
    this.request('POST', '/ext/oidc/session', oneTimeCode === undefined ? {} : { 'x-otp': oneTimeCode });

  /** The whole sign-in of a person. */
  async signIn(person: Person): Promise<ApiResponse> {
    const company = this.#fixtures === fixtures ? provider : creating;
    company.person = person;
    assert.equal(await this.comeBack(await company.signIn(await this.start())), '/app/company-sign-in');
    return this.session();
  }
}

let serial = 0;
/** An account, and its owner at the provider. */
async function employee(changes: Parameters<Fixtures['createUser']>[2] = {}): Promise<{ who: TestUser; person: Person }> {
  const who = await fixtures.createUser(`employee-${++serial}`, 'worker', changes);
  return { who, person: { sub: `sub-${serial}`, email: who.email, email_verified: true, name: who.name } };
}

async function eventsOf(id: string, of = fixtures): Promise<string[]> {
  const { rows } = await sql<{ event: string; by: string | null; reason: string | null }>`
    select event, detail ->> 'by' as by, detail ->> 'reason' as reason from audit_events
    where subject_id = ${id} order by id`.execute(of.db.read);
  return rows.map(({ event, by, reason }) => [event, by, reason].filter(Boolean).join(' '));
}

async function assertRefused(answer: Promise<ApiResponse>, status: number, error: string): Promise<void> {
  const { status: answered, body, cookies } = await answer;
  assert.deepEqual([answered, body], [status, { error }]);
  assert(!cookies.some(({ name }) => name === 'refresh_token'));
}

describe('sign-in with a company account', () => {
  it('GET /ext/about names the provider', async () => {
    assert.equal((await fixtures.call(undefined, 'GET', '/ext/about')).body.sign_in_provider, 'Acme');
  });

  it('GET /ext/oidc/start sends the browser to the provider with PKCE, state and nonce', async () => {
    const browser = new Browser();
    const { headers, cookies } = await browser.request('GET', '/ext/oidc/start');
    const url = new URL(String(headers['location']));
    assert.equal(url.origin, provider.issuer);
    const parameters = Object.fromEntries(url.searchParams);
    assert.deepEqual(
      [parameters['redirect_uri'], parameters['response_type'], parameters['code_challenge_method'], parameters['scope']],
      [`${publicUrl}/ext/oidc/callback`, 'code', 'S256', 'openid email profile'],
    );
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(parameters[name] ?? '', /^[\w-]{43}$/);
    const [cookie] = cookies;
    assert.deepEqual(
      [cookie?.name, cookie?.['httpOnly'], cookie?.['secure'], cookie?.['sameSite'], cookie?.['path']],
      ['oidc_pending', true, true, 'Lax', '/ext/oidc'],
    );
    for (const name of ['state', 'nonce']) assert(!cookie?.value.includes(parameters[name] ?? ''), 'the cookie is encrypted');
    const { headers: next } = await browser.request('GET', '/ext/oidc/start');
    assert.notEqual(new URL(String(next['location'])).searchParams.get('state'), parameters['state']);
  });

  it('the account with the verified address is linked at the first sign-in, and found by its subject afterwards', async () => {
    const { who, person } = await employee();
    const { status, body, cookies } = await new Browser().signIn({ ...person, email: who.email.toUpperCase() });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(Object.keys(body), ['token', 'expires_in', 'user']);
    assert.equal(body.user.id, who.id);
    const refresh = cookies.find(({ name }) => name === 'refresh_token');
    assert.deepEqual([refresh?.['path'], refresh?.['httpOnly'], refresh?.['sameSite']], ['/auth', true, 'Lax']);
    const me = await fixtures.call(undefined, 'GET', '/auth/me', undefined, { authorization: `Bearer ${body.token}` });
    assert.equal(me.body.id, who.id);
    const trust = await fixtures.call(root, 'GET', `/ext/users?ids=${who.id}`);
    assert.equal(trust.body.items[0].email_verified, true);
    // The address changes at the provider, or is not told any more: the subject counts.
    assert.equal((await new Browser().signIn({ sub: person.sub, email: 'new@example.com' })).body.user.id, who.id);
    assert.equal((await new Browser().signIn({ sub: person.sub })).body.user.id, who.id);
    assert.deepEqual(await eventsOf(who.id), [
      'identity_linked',
      'login_succeeded oidc',
      'login_succeeded oidc',
      'login_succeeded oidc',
    ]);
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', { email: who.email, password })).status, 200);
  });

  it('an address that the provider has not verified is refused, and no account is linked or created', async () => {
    const saidNo = 'the provider has not verified the email address';
    const didNotSay = 'the provider does not say whether the email address is verified';
    for (const [email_verified, error] of [
      [false, saidNo],
      [undefined, didNotSay],
    ] as const) {
      const { who, person } = await employee();
      const { email_verified: _, ...rest } = person;
      await assertRefused(new Browser().signIn({ ...rest, ...(email_verified === false && { email_verified }) }), 403, error);
      assert.equal((await fixtures.call(root, 'DELETE', `/ext/users/${who.id}/identities`)).status, 404);
      const { rows } = await sql<{ email: string }>`
        select detail ->> 'email' as email from audit_events where subject_id = ${who.id} and event = 'login_failed'`.execute(
        fixtures.db.read,
      );
      assert.deepEqual(rows, [], 'an address without a proof says nothing about its account');
    }
    await assertRefused(new Browser().signIn({ sub: 'no address' }), 403, didNotSay);
    await assertRefused(new Browser(withRoles).signIn({ sub: 'x', email: 'x@example.com', groups: ['it'] }), 403, didNotSay);
  });

  it('OIDC_TRUST_EMAIL links an address of which the provider says nothing, and none of which it says that it is not verified', async () => {
    const { oidc } = fixtures.deps.config;
    assert(oidc);
    oidc.trustsEmail = true;
    try {
      const [silent, unverified] = [await employee(), await employee()];
      const { email_verified: _, ...person } = silent.person;
      const { status, body } = await new Browser().signIn(person);
      assert.deepEqual([status, body.user?.id], [200, silent.who.id]);
      const trust = await fixtures.call(root, 'GET', `/ext/users?ids=${silent.who.id}`);
      assert.equal(trust.body.items[0].email_verified, true);
      const saidNo = 'the provider has not verified the email address';
      await assertRefused(new Browser().signIn({ ...unverified.person, email_verified: false }), 403, saidNo);
      const unusable = 'the email address of the company account cannot be used';
      await assertRefused(new Browser().signIn({ sub: 'no address at all' }), 403, unusable);
    } finally {
      oidc.trustsEmail = false;
    }
  });

  it('a verified address that no account can have is refused as such', async () => {
    const error = 'the email address of the company account cannot be used';
    for (const email of ['nobody', undefined, 'a b@example.com']) {
      await assertRefused(new Browser().signIn({ sub: 'odd', email_verified: true, ...(email && { email }) }), 403, error);
    }
    const lookalike = { sub: 'lookalike', email: 'аnna@example.com', email_verified: true, groups: ['it'] };
    await assertRefused(new Browser(withRoles).signIn(lookalike), 403, error);
  });

  it('an address in capital letters beyond ASCII, not composed, or with such a domain, is that of the account', async () => {
    const emails = ['JÜRGEN@MÜNCHEN.example', 'ju\u0308rgen@mu\u0308nchen.example', 'jürgen@xn--mnchen-3ya.example'];
    const account = { email: 'jürgen@münchen.example', name: 'Jürgen', role: 'worker', password };
    const { body: who } = await withRoles.call(withRoles.root, 'POST', '/users', account);
    for (const [index, email] of emails.entries()) {
      const person = { sub: 'juergen', email, email_verified: true, groups: ['it'] };
      const { status, body } = await new Browser(withRoles).signIn(person);
      assert.deepEqual([status, body.user?.id], [200, who.id], email);
      const unlinked = await withRoles.call(withRoles.root, 'DELETE', `/ext/users/${who.id}/identities`);
      assert.equal(unlinked.status, 200, String(index));
    }
  });

  it('without OIDC_CREATE_ACCOUNTS somebody without an account is refused', async () => {
    const person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true };
    await assertRefused(new Browser().signIn(person), 403, 'there is no account for this email address');
    assert.equal((await eventsOf('')).at(-1), 'login_failed oidc there is no account for this email address');
  });

  it('a disabled and an unconfirmed account are refused, linked or not', async () => {
    const { who, person } = await employee();
    assert.equal((await new Browser().signIn(person)).status, 200);
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false })).status, 200);
    await assertRefused(new Browser().signIn(person), 403, 'account disabled');
    assert((await eventsOf(who.id)).includes('login_failed oidc account disabled'));
    const disabled = await employee({ is_active: false });
    await assertRefused(new Browser().signIn(disabled.person), 403, 'account disabled');
    const unconfirmed = await employee({ confirmed_at: null });
    await assertRefused(new Browser().signIn(unconfirmed.person), 403, 'account not confirmed');
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/users/${unconfirmed.who.id}/identities`)).status, 404);
  });

  it('another account of the provider with the same address is refused until an admin unlinks the account', async () => {
    const { who, person } = await employee();
    assert.equal((await new Browser().signIn(person)).status, 200);
    const successor = { ...person, sub: `${person.sub}-successor` };
    await assertRefused(new Browser().signIn(successor), 403, 'the account is linked to another account of the provider');
    const { body: linked } = await fixtures.call(root, 'GET', `/ext/users/${who.id}/identities`);
    const at = fixtures.now.toISOString();
    assert.deepEqual(linked.items, [{ issuer: provider.issuer, linked_at: at, last_used_at: at }]);
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/users/${who.id}/identities`)).status, 200);
    assert.equal((await new Browser().signIn(successor)).body.user.id, who.id);
    assert((await eventsOf(who.id)).includes('identity_unlinked'));
  });

  it('linking ends a password that its creator may know, with the sessions that it opened', async () => {
    const { body: created } = await fixtures.call(root, 'POST', '/users', {
      email: 'newcomer@example.com',
      name: 'Newcomer',
      password,
      role: 'worker',
    });
    const { post, refresh, signIn } = anonymousClient(fixtures);
    const session = await signIn(created);
    const person = { sub: 'newcomer', email: created.email, email_verified: true };
    const linked = await new Browser().signIn(person);
    assert.equal(linked.body.user.id, created.id);
    assert.equal((await post('/auth/login', { email: created.email, password })).status, 401);
    assert.equal((await refresh(session.cookie)).status, 401);
    assert.equal((await refresh(cookieOf(linked))).status, 200, 'the former session does not count as theft');
    const { rows } = await sql`select must_change_password from users where id = ${created.id}`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ must_change_password: false }]);
  });
});

describe('the answer of the provider', () => {
  it('an answer with another state, or to a sign-in with another nonce, is refused', async () => {
    const { person } = await employee();
    provider.person = person;
    const browser = new Browser();
    const back = await provider.signIn(await browser.start());
    back.searchParams.set('state', 'x'.repeat(43));
    assert.equal(await browser.comeBack(back), '/app/company-sign-in?error=refused');
    const url = new URL(await browser.start());
    url.searchParams.set('nonce', 'x'.repeat(43));
    assert.equal(await browser.comeBack(await provider.signIn(url.href)), '/app/company-sign-in?error=refused');
    await assertRefused(browser.session(), 401, 'the sign-in has expired, start it again');
  });

  it('an answer to another browser is refused: a link cannot sign somebody in as somebody else', async () => {
    provider.person = (await employee()).person;
    const attacker = new Browser();
    const back = await provider.signIn(await attacker.start());
    const victim = new Browser();
    assert.equal(await victim.comeBack(back), '/app/company-sign-in?error=expired');
    const own = await victim.start();
    const mixed = new URL(back);
    mixed.searchParams.set('state', new URL(own).searchParams.get('state') ?? '');
    assert.equal(
      await victim.comeBack(mixed),
      '/app/company-sign-in?error=refused',
      'the code belongs to another PKCE challenge',
    );
  });

  it('an answer works once, and for 15 minutes', async () => {
    provider.person = (await employee()).person;
    const browser = new Browser();
    const address = await browser.start();
    const pending = browser.cookies.get('oidc_pending') ?? '';
    const back = await provider.signIn(address);
    assert.equal(await browser.comeBack(back), '/app/company-sign-in');
    assert.equal(await browser.comeBack(back), '/app/company-sign-in?error=expired', 'the cookie is gone');
    browser.cookies.set('oidc_pending', pending);
    assert.equal(await browser.comeBack(back), '/app/company-sign-in?error=refused', 'the provider takes its code once');
    const late = await provider.signIn(await browser.start());
    fixtures.advanceClock(pendingTtlMs);
    assert.equal(await browser.comeBack(late), '/app/company-sign-in?error=expired');
  });

  it('the code for the session works once and expires, and of concurrent requests one succeeds', async () => {
    const { person } = await employee();
    const browser = new Browser();
    assert.equal((await browser.signIn(person)).status, 200);
    assert.equal(browser.cookies.get('oidc_code'), '');
    const second = new Browser();
    provider.person = person;
    await second.comeBack(await provider.signIn(await second.start()));
    const code = second.cookies.get('oidc_code') ?? '';
    const answers = await Promise.all([1, 2, 3].map(() => second.session()));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
    second.cookies.set('oidc_code', code);
    await assertRefused(second.session(), 401, 'the sign-in has expired, start it again');
    await second.comeBack(await provider.signIn(await second.start()));
    fixtures.advanceClock(codeTtlMs);
    await assertRefused(second.session(), 401, 'the sign-in has expired, start it again');
    const { rows } = await sql<{ stored: string }>`select code_hash::text as stored from oidc_sign_ins`.execute(fixtures.db.read);
    assert(rows.length > 0 && rows.every(({ stored }) => !stored.includes(Buffer.from(code).toString('hex'))));
  });

  it('a refusal of the provider and a sign-in without its answer lead to a page that says so', async () => {
    const browser = new Browser();
    const state = new URL(await browser.start()).searchParams.get('state') ?? '';
    const denied = new URL(
      `${publicUrl}/ext/oidc/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    );
    assert.equal(await browser.comeBack(denied), '/app/company-sign-in?error=denied');
    assert.equal(await new Browser().comeBack(new URL(`${publicUrl}/ext/oidc/callback`)), '/app/company-sign-in?error=expired');
  });

  it('the console opens the page that was asked for, and no other site', async () => {
    provider.person = (await employee()).person;
    const open = async (to: string): Promise<string> => {
      const browser = new Browser();
      return browser.comeBack(await provider.signIn(await browser.start(`?to=${encodeURIComponent(to)}`)));
    };
    assert.equal(await open('/tickets/42?status=new'), '/app/company-sign-in?to=%2Ftickets%2F42%3Fstatus%3Dnew');
    const tooLong = `/${'x'.repeat(1_000)}`;
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\nb', tooLong]) {
      const { status } = await new Browser().request('GET', `/ext/oidc/start?to=${encodeURIComponent(to)}`);
      assert.equal(status, 400, to);
    }
  });

  it('POST /ext/oidc/session returns 403 to pages of other origins', async () => {
    provider.person = (await employee()).person;
    const browser = new Browser();
    await browser.comeBack(await provider.signIn(await browser.start()));
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    assert.equal((await browser.request('POST', '/ext/oidc/session', foreign)).status, 403);
    assert.equal((await browser.session()).status, 200);
  });
});

describe('two-factor authentication and roles', () => {
  it('an account with two-factor authentication also needs a one-time code, after which it is linked', async () => {
    const { who, person } = await employee();
    const { body: setup } = await fixtures.call(who, 'POST', '/ext/mfa/totp', { password });
    const codeNow = () => TOTP.generate({ secret: Secret.fromBase32(setup.secret), timestamp: fixtures.now.getTime() });
    assert.equal((await fixtures.call(who, 'POST', '/ext/mfa/totp/confirm', { code: codeNow() })).status, 200);
    fixtures.advanceClock(seconds(60));
    const browser = new Browser();
    await assertRefused(browser.signIn(person), 401, 'one-time code required');
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/users/${who.id}/identities`)).status, 404);
    await assertRefused(browser.session('000000'), 401, 'one-time code required');
    assert.equal((await browser.session(codeNow())).status, 200);
    assert.deepEqual(await eventsOf(who.id), [
      'mfa_enabled',
      'login_failed oidc one-time code required',
      'login_failed oidc wrong one-time code',
      'identity_linked',
      'login_succeeded oidc',
    ]);
  });

  it('with OIDC_CREATE_ACCOUNTS an account is created, with the role that the claim gives', async () => {
    const signIn = (sub: string, groups: readonly string[], name = '') =>
      new Browser(withRoles).signIn({ sub, email: `${sub}@example.com`, email_verified: true, groups, ...(name && { name }) });
    const { body } = await signIn('ada', ['staff', 'owners', 'heads'], 'Ada Lovelace');
    const { id, role, name, is_active, confirmed_at } = body.user;
    assert.deepEqual([role, name, is_active], ['admin', 'Ada Lovelace', true]);
    assert.equal(confirmed_at, withRoles.now.toISOString());
    assert.deepEqual(await eventsOf(id, withRoles), ['user_created oidc', 'identity_linked', 'login_succeeded oidc']);
    assert.equal((await signIn('otto', ['owners'], '\u0000 \ud800')).body.user.role, 'client');
    assert.equal((await signIn('otto', ['owners'])).body.user.name, 'otto');
    const login = { email: 'ada@example.com', password };
    assert.equal((await withRoles.call(undefined, 'POST', '/auth/login', login)).status, 401);
    await assertRefused(signIn('rolf', ['staff']), 403, 'the provider gives no role');
    await assertRefused(signIn('rosa', []), 403, 'the provider gives no role');
  });

  it('the claim does not change the role of an account that exists', async () => {
    const who = await withRoles.createUser('berta', 'worker');
    const person = { sub: 'berta', email: who.email, email_verified: true, groups: ['it'] };
    assert.equal((await new Browser(withRoles).signIn(person)).body.user.role, 'worker');
    assert.equal((await new Browser(withRoles).signIn({ ...person, groups: [] })).body.user.role, 'worker');
  });
});

describe('the connection to the provider', () => {
  it('the metadata is read once, and the keys of the provider verify each ID token', async () => {
    assert.equal(provider.metadataReads, 1);
    assert(provider.keyReads >= 1);
  });

  it('while the provider is down the sign-in leads to a page that says so, and passwords go on', async () => {
    const { who, person } = await employee();
    const browser = new Browser();
    provider.person = person;
    const back = await provider.signIn(await browser.start());
    await provider.stop();
    assert.equal(await browser.comeBack(back), '/app/company-sign-in?error=unavailable');
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', { email: who.email, password })).status, 200);
    // An instance that has not read the metadata yet.
    const restarted = await buildApp({ ...fixtures.deps, metrics: openMetrics() });
    const start = async () => String((await restarted.inject('/ext/oidc/start')).headers['location']);
    assert.equal(await start(), '/app/company-sign-in?error=unavailable');
    await provider.start();
    assert((await start()).startsWith(provider.issuer), 'it is tried again');
    await restarted.close();
    assert.equal((await new Browser().signIn(person)).body.user.id, who.id);
  });

  it('sign-ins beyond 60 in a minute of one network are refused', async () => {
    const browser = new Browser();
    const from = { 'x-forwarded-for': '192.0.2.1' };
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await browser.request('POST', '/ext/oidc/session', from)).status),
    );
    assert.deepEqual([...new Set(statuses)].sort(), [401, 429]);
    fixtures.advanceClock(minutes(1));
  });
});
