import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { buildApp } from '../src/app.ts';
import { composeMail } from '../src/outbound/mail/compose.ts';
import { passkeySiteOf } from '../src/platform/http/passkey-site.ts';
import { seconds } from '../src/platform/lib/duration.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { challengeTtlMs } from '../src/product/identity/passkeys/challenges.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { type ApiResponse, Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { anonymousClient, cookieOf } from './security/anonymous-client.ts';

const origin = 'https://callout.example.com';
const fixtures = await Fixtures.create({ PUBLIC_URL: origin, SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' });
const { root } = fixtures;
const { post, refresh } = anonymousClient(fixtures);

let serial = 0;
/** An account with an open session. */
async function person(): Promise<TestUser> {
  const who = await fixtures.createUser(`person-${++serial}`, 'client');
  await openSession(fixtures, who);
  return who;
}

const options = (who: TestUser, headers: Record<string, string> = {}, secret = password) =>
  fixtures.call(who, 'POST', '/ext/passkey/registration', { password: secret }, headers);
const add = (who: TestUser, response: object, name = 'Phone') => fixtures.call(who, 'POST', '/ext/passkeys', { name, response });
const list = async (who: TestUser) => (await fixtures.call(who, 'GET', '/ext/passkeys')).body.items;
const require = (who: TestUser) => fixtures.call(who, 'PUT', '/ext/mfa/passkey', { password });

/** Adds a passkey to an account. @param headers with a second factor */
async function register(who: TestUser, headers: Record<string, string> = {}, name = 'Phone') {
  const device = new Authenticator(origin);
  const { status, body } = await options(who, headers);
  assert.equal(status, 200, JSON.stringify(body));
  const added = await add(who, device.create(body), name);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return { device, id: added.body.id as string };
}

const challenge = async () => (await post('/ext/passkey/challenge')).body;
const signInWith = (response: object) => post('/ext/passkey/sign-in', { response });
const signIn = async (device: Authenticator, deviations = {}): Promise<ApiResponse> =>
  signInWith(device.get(await challenge(), deviations));
const header = async (device: Authenticator, deviations = {}) => ({
  'x-passkey': Buffer.from(JSON.stringify(device.get(await challenge(), deviations))).toString('base64url'),
});
const login = (who: TestUser, headers: Record<string, string> = {}) =>
  post('/auth/login', { email: who.email, password }, headers);

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ event: string; by: string | null; reason: string | null }>`
    select event, detail ->> 'by' as by, detail ->> 'reason' as reason from audit_events
    where subject_id = ${id} order by id`.execute(fixtures.db.read);
  return rows.map(({ event, by, reason }) => [event, by, reason].filter(Boolean).join(' '));
}

const refused = { error: 'the passkey was not accepted' };

describe('adding a passkey', () => {
  it('POST /ext/passkey/registration answers what WebAuthn needs for a discoverable key of a verified user', async () => {
    const who = await person();
    const { status, body } = await options(who);
    assert.equal(status, 200);
    const { challenge: given, user, ...rest } = body;
    assert.match(given, /^[\w-]{72}$/);
    assert.deepEqual([Buffer.from(user.id, 'base64url').length, user.name, user.displayName], [16, who.email, who.name]);
    assert.deepEqual(rest, {
      rp: { id: 'callout.example.com', name: 'Callout' },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    });
  });

  it('POST /ext/passkeys adds a passkey, which is listed, renamed and not offered again', async () => {
    const who = await person();
    const { device, id } = await register(who);
    const [listed] = await list(who);
    const created_at = fixtures.now.toISOString();
    assert.deepEqual(listed, { id, name: 'Phone', synced: false, created_at, last_used_at: null });
    assert.equal((await fixtures.call(who, 'PATCH', `/ext/passkeys/${id}`, { name: ' Key ' })).body.name, 'Key');
    assert.equal((await list(who))[0].name, 'Key');
    const { body } = await options(who);
    assert.deepEqual(body.excludeCredentials, [
      { type: 'public-key', id: device.credentialId.toString('base64url'), transports: ['internal'] },
    ]);
    assert.deepEqual((await add(who, device.create(body))).body, refused, 'the same key again');
    const other = await person();
    for (const [method, path] of [
      ['PATCH', `/ext/passkeys/${id}`],
      ['DELETE', `/ext/passkeys/${id}`],
    ] as const) {
      assert.equal((await fixtures.call(other, method, path, { name: 'Mine', password })).status, 404);
    }
    assert.deepEqual(await eventsOf(who.id), ['passkey_added']);
  });

  it('POST /ext/passkey/registration takes the password and an open session, and POST /ext/passkeys the same session', async () => {
    const who = await person();
    assert.deepEqual((await options(who, {}, 'wrong-horse-1')).body, { error: 'wrong password' });
    const { body } = await options(who);
    const device = new Authenticator(origin);
    await openSession(fixtures, who);
    assert.deepEqual((await add(who, device.create(body))).body, refused, 'another session');
    const other = await person();
    assert.deepEqual((await add(other, device.create(body))).body, refused, 'another account');
    const stranger = await fixtures.createUser(`stranger-${serial}`, 'worker');
    assert.equal((await options(stranger)).status, 401, 'an access token without an open session');
  });

  it('POST /ext/passkeys refuses answers that are late, repeated, for another site, unverified or with a certificate', async () => {
    const who = await person();
    const device = new Authenticator(origin);
    const { body } = await options(who);
    const certificate: [string, Map<string, unknown>] = ['packed', new Map<string, unknown>([['x5c', new Map()]])];
    const answers = [
      device.create(body, { origin: 'https://evil.example' }),
      device.create(body, { rpId: 'evil.example' }),
      device.create(body, { isUserVerified: false }),
      device.create(body, { challenge: (await challenge()).challenge }),
      device.create(body, { challenge: 'AAAA' }),
      device.create(body, {}, certificate),
      device.create(body, {}, ['fido-u2f', new Map()]),
      { ...device.create(body), id: 'AAAA', rawId: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
    ];
    for (const answer of answers) {
      const { status, body: error } = await add(who, answer);
      assert.deepEqual([status, error], [400, refused]);
    }
    assert.equal((await add(who, device.create(body))).status, 201);
    assert.deepEqual((await add(who, new Authenticator(origin).create(body))).body, refused, 'the challenge was used');
    const { body: late } = await options(who);
    fixtures.advanceClock(challengeTtlMs);
    assert.deepEqual((await add(who, new Authenticator(origin).create(late))).body, refused);
  });

  it('an account has 20 passkeys at most', async () => {
    const who = await person();
    const { id } = await register(who);
    await fixtures.transaction((tx) =>
      sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
        select user_id, decode(md5(n::text), 'hex'), public_key, 0, '{}', false, 'x', created_at
        from passkeys, generate_series(1, 18) as n where id = ${id}`.execute(tx),
    );
    const [{ body: first }, { body: second }] = [await options(who), await options(who)];
    assert.equal((await add(who, new Authenticator(origin).create(first))).status, 201);
    assert.equal((await add(who, new Authenticator(origin).create(second))).status, 409);
    assert.equal((await options(who)).status, 409);
  });
});

describe('signing in with a passkey', () => {
  it('POST /ext/passkey/sign-in signs in without a password, and notes the use', async () => {
    const who = await person();
    const { device } = await register(who);
    fixtures.advanceClock(seconds(5));
    const answer = await signIn(device);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(answer.body), ['token', 'expires_in', 'user']);
    assert.equal(answer.body.user.id, who.id);
    assert.equal((await refresh(cookieOf(answer))).status, 200);
    assert.equal((await list(who))[0].last_used_at, fixtures.now.toISOString());
    assert.deepEqual(await eventsOf(who.id), ['passkey_added', 'login_succeeded passkey']);
    const withCookie = await post(
      '/ext/passkey/sign-in',
      { response: device.get(await challenge()) },
      { origin: 'https://evil.example' },
    );
    assert.equal(withCookie.status, 403, 'a page of another origin');
  });

  it('POST /ext/passkey/sign-in refuses answers that are late, repeated, for another site, unverified or forged', async () => {
    const who = await person();
    const { device } = await register(who);
    const { device: other } = await register(await person());
    const right = device.get(await challenge());
    const otherKey = other.get(await challenge());
    const registration = (await options(who)).body.challenge;
    const refusals = [
      device.get(await challenge(), { origin: 'https://evil.example' }),
      device.get(await challenge(), { rpId: 'evil.example' }),
      device.get(await challenge(), { isUserVerified: false }),
      device.get(await challenge(), { userHandle: 'AAAA' }),
      device.get({ ...(await challenge()), challenge: registration }),
      device.get({ ...(await challenge()), challenge: Buffer.alloc(54).toString('base64url') }),
      { ...right, response: { ...right.response, signature: otherKey.response.signature } },
      { ...otherKey, id: right.id, rawId: right.rawId },
      new Authenticator(origin).get(await challenge()),
    ];
    for (const [index, answer] of refusals.entries()) {
      const { status, body } = await signInWith(answer);
      assert.deepEqual([status, body], [401, refused], String(index));
    }
    assert.equal((await signInWith({})).status, 400);
    const late = await challenge();
    fixtures.advanceClock(challengeTtlMs);
    assert.equal((await signInWith(device.get(late))).status, 401);
    const answers = await Promise.all([0, 1, 2].map(async () => right).map(async (answer) => signInWith(await answer)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 401],
      'its challenge has expired meanwhile',
    );
    const once = device.get(await challenge());
    const twice = await Promise.all([signInWith(once), signInWith(once)]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 401]);
    assert((await eventsOf(who.id)).includes('login_failed passkey the passkey was not accepted'));
  });

  it('a device whose counter does not grow is refused as copied, and the audit log says so', async () => {
    const who = await person();
    const { device } = await register(who);
    assert.equal((await signIn(device, { counter: 7 })).status, 200);
    for (const counter of [7, 3, 0]) {
      const { status, body } = await signIn(device, { counter });
      assert.deepEqual([status, body.error], [401, 'the passkey may have been copied, so it is refused']);
    }
    assert.equal((await signIn(device, { counter: 8 })).status, 200);
    const { device: withoutCounter } = await register(who);
    for (let i = 0; i < 2; i++) assert.equal((await signIn(withoutCounter, { counter: 0 })).status, 200);
    assert.equal((await eventsOf(who.id)).filter((event) => event.endsWith('copied, so it is refused')).length, 3);
  });

  it('disabled and unconfirmed accounts are refused with 403 after the passkey was accepted', async () => {
    const who = await person();
    const { device } = await register(who);
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
    assert.deepEqual((await signIn(device)).body, { error: 'account disabled' });
    assert.deepEqual((await signIn(device, { isUserVerified: false })).body, refused);
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: true });
    await fixtures.transaction((tx) => sql`update users set confirmed_at = null where id = ${who.id}`.execute(tx));
    assert.deepEqual((await signIn(device)).body, { error: 'account not confirmed' });
  });
});

describe('a passkey as the second factor', () => {
  it('PUT /ext/mfa/passkey makes logins ask for a passkey after the password, until DELETE with a passkey', async () => {
    const who = await person();
    assert.deepEqual((await require(who)).body, { error: 'the account has no passkey' });
    const { device, id } = await register(who);
    assert.equal((await login(who)).status, 200);
    assert.deepEqual((await require(who)).body, { required: true });
    assert.deepEqual((await fixtures.call(who, 'GET', '/ext/mfa/passkey')).body, { required: true });
    assert.deepEqual((await login(who)).body, { error: 'passkey required' });
    assert.deepEqual((await login(who, { 'x-passkey': 'x' })).body, refused);
    const { device: foreign } = await register(await person());
    assert.deepEqual((await login(who, await header(foreign))).body, refused);
    assert.equal((await login(who, await header(device))).status, 200);
    const used = await header(device);
    assert.equal((await login(who, used)).status, 200);
    assert.deepEqual((await login(who, used)).body, refused, 'its challenge was used');
    const remove = await fixtures.call(who, 'DELETE', `/ext/passkeys/${id}`, { password });
    assert.deepEqual([remove.status, remove.body.error], [409, 'sign-ins ask for a passkey, so the last one stays']);
    assert.equal((await options(who)).status, 400, 'another one needs the second factor, too');
    const off = (headers: Record<string, string> = {}) => fixtures.call(who, 'DELETE', '/ext/mfa/passkey', { password }, headers);
    assert.deepEqual((await off()).body, { error: 'passkey required' });
    assert.equal((await off()).status, 400);
    assert.equal((await off(await header(device))).status, 200);
    assert.equal((await login(who)).status, 200);
    assert.equal((await fixtures.call(who, 'DELETE', `/ext/passkeys/${id}`, { password: 'wrong-horse-1' })).status, 401);
    assert.equal((await fixtures.call(who, 'DELETE', `/ext/passkeys/${id}`, { password })).status, 200);
    assert.equal((await signIn(device)).status, 401);
    const events = (await eventsOf(who.id)).filter((event) => !event.startsWith('login'));
    assert.deepEqual(events, ['passkey_added', 'mfa_enabled passkey', 'mfa_disabled passkey', 'passkey_removed']);
  });

  it('with two-factor authentication a passkey, a code and a recovery code each will do', async () => {
    const who = await person();
    const { body: setup } = await fixtures.call(who, 'POST', '/ext/mfa/totp', { password });
    const code = () => TOTP.generate({ secret: Secret.fromBase32(setup.secret), timestamp: fixtures.now.getTime() });
    const { body: confirmed } = await fixtures.call(who, 'POST', '/ext/mfa/totp/confirm', { code: code() });
    const next = (): { 'x-otp': string } => {
      fixtures.advanceClock(seconds(30));
      return { 'x-otp': code() };
    };
    assert.deepEqual((await options(who)).body, { error: 'one-time code required' });
    const { device } = await register(who, next());
    assert.deepEqual((await login(who)).body, { error: 'one-time code required' });
    assert.equal((await login(who, await header(device))).status, 200);
    assert.equal((await login(who, next())).status, 200);
    assert.equal((await signIn(device)).status, 200, 'without the password no code is asked for');
    assert.equal((await fixtures.call(who, 'PUT', '/ext/mfa/passkey', { password }, next())).status, 200);
    assert.equal((await login(who, { 'x-otp': confirmed.recovery_codes[0] })).status, 200);
    assert.equal((await login(who, next())).status, 200);
    assert.equal((await login(who)).status, 401);
  });

  it('DELETE /ext/users/{id}/passkeys removes the passkeys of another account, whose owner is told of it and of new ones by mail', async () => {
    await fixtures.clearDeliveries();
    const who = await person();
    const { device } = await register(who);
    await require(who);
    const path = `/ext/users/${who.id}/passkeys`;
    assert.equal((await fixtures.call(root, 'GET', path)).body.total, 1);
    assert.equal((await fixtures.call(root, 'DELETE', path)).status, 200);
    assert.equal((await fixtures.call(root, 'DELETE', path)).status, 404);
    assert.equal((await signIn(device)).status, 401);
    assert.equal((await login(who)).status, 200);
    const mails = await fixtures.pendingDeliveries('mails');
    assert.deepEqual(mails, [
      { kind: 'passkey_added', user_id: who.id },
      { kind: 'passkeys_removed', user_id: who.id },
    ]);
    for (const payload of mails) {
      const addressed = await composeMail(fixtures.deps, payload as unknown as Parameters<typeof composeMail>[1], fixtures.now);
      assert.equal(addressed?.to, who.email);
      assert(addressed.mail.text.includes(`${origin}/app/security`));
    }
  });

  it('passkeys that were added while somebody else knew the password end with it, and others stay', async () => {
    const own = await person();
    const { device } = await register(own);
    const change = { current: password, new: 'brand-new-horse-1' };
    assert.equal((await fixtures.call(own, 'POST', '/ext/password', change)).status, 200);
    assert.equal((await signIn(device)).status, 200);
    const other = await person();
    await fixtures.transaction((tx) => sql`update users set must_change_password = true where id = ${other.id}`.execute(tx));
    const { device: planted } = await register(other);
    assert.equal((await fixtures.call(other, 'POST', '/ext/password', change)).status, 200);
    assert.equal((await signIn(planted)).status, 401);
  });
});

describe('the site of passkeys', () => {
  it('there are passkeys where PUBLIC_URL is an https address or localhost only', async () => {
    const siteOf = (publicUrl: string) => passkeySiteOf({ publicUrl })?.rpId;
    assert.deepEqual(passkeySiteOf({ publicUrl: 'https://callout.example.com:8443/x' }), {
      rpId: 'callout.example.com',
      origin: 'https://callout.example.com:8443',
    });
    assert.equal(siteOf('http://localhost:3000'), 'localhost');
    for (const url of ['http://callout.example.com', 'https://192.0.2.1', 'https://[::1]', ''])
      assert.equal(siteOf(url), undefined);
    assert.equal((await fixtures.call(undefined, 'GET', '/ext/about')).body.passkeys, true);
    const config = { ...fixtures.deps.config, publicUrl: '' };
    const plain = await buildApp({ ...fixtures.deps, config, metrics: openMetrics() });
    assert.equal((await plain.inject('/ext/about')).json().passkeys, false);
    assert.equal((await plain.inject({ method: 'POST', url: '/ext/passkey/challenge' })).statusCode, 404);
    await plain.close();
  });
});
