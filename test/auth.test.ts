import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';
import { anonymousClient, cookieOf } from './security/anonymous-client.ts';

const fixtures = await Fixtures.create({ COOKIE_SECURE: 'true' });
const { root, anna } = fixtures;
const hour = 3_600_000;
const day = 24 * hour;

const { login, logout, post, refresh, reset, signIn } = anonymousClient(fixtures);
const me = (token: string) => fixtures.call(undefined, 'GET', '/auth/me', undefined, { authorization: `Bearer ${token}` });

describe('POST /auth/login', () => {
  it('POST /auth/login returns 200 with a token valid for one hour and the profile, and sets the refresh cookie', async () => {
    const answer = await login(anna.email);
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['expires_in', 'token', 'user']);
    assert.equal(answer.body.expires_in, 3600);
    assert.deepEqual(answer.body.user, {
      id: anna.id,
      email: 'anna@example.com',
      name: 'anna',
      phone: '',
      role: 'client',
      is_active: true,
      confirmed_at: '2026-03-01T08:00:00.000Z',
      created_at: '2026-03-01T08:00:00.000Z',
    });
    const { value, ...cookie } = answer.cookies[0] ?? { value: '' };
    assert.match(value, /^[\w-]{43}$/);
    assert.deepEqual(cookie, {
      name: 'refresh_token',
      maxAge: 30 * 86_400,
      path: '/auth',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    });
    assert.equal((await me(answer.body.token)).body.id, anna.id);
  });

  it('POST /auth/login ignores letter case and surrounding blanks of the e-mail address', async () => {
    for (const email of ['ANNA@example.COM', '  anna@example.com ']) assert.equal((await login(email)).status, 200);
  });
});

it('an access token returns 401 when the role of the account differs from its own', async () => {
  const who = await fixtures.createUser('promoted', 'worker');
  await fixtures.transaction((tx) => tx.updateTable('users').set({ role: 'client' }).where('id', '=', who.id).execute());
  assert.equal((await fixtures.call(who, 'GET', '/tickets')).status, 401);
  assert.equal((await fixtures.call({ ...who, role: 'client' }, 'GET', '/tickets')).status, 200);
});

describe('POST /auth/refresh', () => {
  it('POST /auth/refresh returns a new access token and cookie, and the old cookie no longer works', async () => {
    const { cookie } = await signIn(anna);
    const answer = await refresh(cookie);
    assert.equal(answer.status, 200);
    const next = cookieOf(answer);
    assert.notEqual(next, cookie);
    assert.equal((await me(answer.body.token)).status, 200);
    assert.equal((await refresh(next)).status, 200);
  });

  it('POST /auth/refresh returns 401 without a cookie, with an unknown cookie and with an expired cookie', async () => {
    assert.equal((await post('/auth/refresh')).status, 401);
    assert.equal((await refresh('unknown')).status, 401);
    const { cookie } = await signIn(anna);
    fixtures.advanceClock(30 * day);
    assert.equal((await refresh(cookie)).status, 401);
  });

  it('POST /auth/refresh with an expired cookie leaves the other sessions of the account open', async () => {
    const who = await fixtures.createUser('patient', 'worker');
    const old = await signIn(who);
    const spent = await signIn(anna);
    await refresh(spent.cookie);
    fixtures.advanceClock(29 * day);
    const young = await signIn(who);
    fixtures.advanceClock(day);
    assert.equal((await refresh(old.cookie)).status, 401);
    assert.equal((await refresh(young.cookie)).status, 200);
  });

  it('POST /auth/refresh returns 403 for a disabled account before the session is checked', async () => {
    const who = await fixtures.createUser('asleep', 'worker');
    const { cookie } = await signIn(who);
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
    assert.deepEqual([(await refresh(cookie)).status, (await refresh(cookie)).body], [403, { error: 'account disabled' }]);
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: true });
    assert.equal((await refresh(cookie)).status, 401, 'disabling has closed the session');
  });
});

describe('POST /auth/logout', () => {
  it('POST /auth/logout ends the session of the cookie and clears the cookie without an access token', async () => {
    const { cookie } = await signIn(anna);
    const other = await signIn(anna);
    const answer = await logout(cookie);
    assert.deepEqual([answer.status, answer.body], [200, { ok: true }]);
    const [cleared] = answer.cookies;
    assert.deepEqual([cleared?.value, cleared?.['path']], ['', '/auth']);
    assert.equal((await refresh(other.cookie)).status, 200);
    assert.equal((await refresh(cookie)).status, 401);
  });

  it('POST /auth/logout returns 200 without a session', async () => {
    for (const headers of [{}, { cookie: 'refresh_token=unknown' }, { cookie: 'other=1' }]) {
      assert.equal((await post('/auth/logout', undefined, headers)).status, 200);
    }
  });

  it('POST /auth/logout-all revokes all sessions of the account and returns their number', async () => {
    const who = await fixtures.createUser('busy', 'worker');
    const sessions = [await signIn(who), await signIn(who), await signIn(who)];
    const answer = await fixtures.call(who, 'POST', '/auth/logout-all');
    assert.deepEqual([answer.status, answer.body], [200, { ok: true, revoked: 3 }]);
    assert.deepEqual((await fixtures.call(who, 'POST', '/auth/logout-all')).body, { ok: true, revoked: 0 });
    for (const { cookie } of sessions) assert.equal((await refresh(cookie)).status, 401);
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/logout-all')).status, 401);
  });
});

describe('POST /auth/forgot-password and POST /auth/reset-password', () => {
  const issue = async (who: TestUser) =>
    (await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`)).body.token as string;

  it('POST /auth/forgot-password queues no mail without SMTP_HOST', async () => {
    assert.equal((await post('/auth/forgot-password', { email: anna.email })).status, 200);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
  });

  it('POST /auth/reset-password accepts a token once and ends all earlier sessions and access tokens', async () => {
    const who = await fixtures.createUser('forgetful', 'worker');
    const { token: access, cookie } = await signIn(who);
    const token = await issue(who);
    assert.deepEqual([(await reset(token, 'new-password-2')).status, (await reset(token, 'new-password-3')).status], [200, 400]);
    assert.equal((await me(access)).status, 401);
    assert.equal((await refresh(cookie)).status, 401);
    assert.equal((await login(who.email)).status, 401);
    assert.equal((await login(who.email, 'new-password-2')).status, 200);
  });

  it('POST /auth/reset-password returns 400 for a weak password and leaves the token valid', async () => {
    const who = await fixtures.createUser('weak', 'worker');
    const token = await issue(who);
    for (const pass of ['short-1', 'only-letters', '1234567890', `a1${'x'.repeat(71)}`, 5, null]) {
      assert.equal((await reset(token, pass)).status, 400, String(pass));
    }
    assert.equal((await reset(token, 'long-enough-1')).status, 200);
  });

  it('POST /auth/reset-password returns 400 for unknown, expired and voided tokens', async () => {
    const who = await fixtures.createUser('late', 'worker');
    assert.equal((await reset('unknown', 'long-enough-1')).status, 400);
    const voided = await issue(who);
    const expired = await issue(who);
    assert.equal((await reset(voided, 'long-enough-1')).status, 400);
    fixtures.advanceClock(day);
    assert.equal((await reset(expired, 'long-enough-1')).status, 400);
  });
});

type SignedIn = Awaited<ReturnType<typeof signIn>>;
const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
  fixtures.call(undefined, method, url, body, { authorization: `Bearer ${token}` });
const idOfCurrentSession = async (token: string): Promise<string> =>
  (await as(token, 'GET', '/ext/sessions')).body.items.find(({ current }: { current: boolean }) => current).id;

const waysToEnd: Record<string, (session: SignedIn) => Promise<unknown>> = {
  'POST /auth/logout': ({ cookie }) => logout(cookie),
  'POST /auth/logout-all': ({ token }) => as(token, 'POST', '/auth/logout-all'),
  'DELETE /ext/sessions/{id}': async ({ token }) => as(token, 'DELETE', `/ext/sessions/${await idOfCurrentSession(token)}`),
};

describe('a session that was ended', () => {
  for (const [name, end] of Object.entries(waysToEnd)) {
    it(`after ${name} its access token can neither change the password nor create an API token`, async () => {
      const who = await fixtures.createUser(`ended by ${name}`, 'worker');
      const session = await signIn(who);
      const other = await signIn(who);
      await end(session);
      const change = { current: password, new: 'another-horse-2' };
      assert.equal((await as(session.token, 'POST', '/ext/password', change)).status, 401);
      assert.equal((await as(session.token, 'POST', '/ext/tokens', { name: 'program', scope: 'read' })).status, 401);
      assert.equal((await as(session.token, 'GET', '/ext/tokens')).body.total, 0);
      const isOpen = name !== 'POST /auth/logout-all';
      assert.equal((await as(other.token, 'POST', '/ext/password', change)).status, isOpen ? 200 : 401);
    });

    it(`${name} ends a session also while its cookie is being exchanged`, async () => {
      const who = await fixtures.createUser(`refreshing ${name}`, 'worker');
      const session = await signIn(who);
      const release = await pauseExchanges();
      const refreshed = refresh(session.cookie);
      await waitForWaiting(1);
      const ended = end(session);
      await waitForWaiting(2);
      await release();
      await ended;
      const answer = await refreshed;
      assert.equal(answer.status, 200);
      assert.equal((await refresh(cookieOf(answer))).status, 401);
    });
  }
});

/** Stops exchanges of cookies after the former refresh token was revoked and before the next one is stored. */
async function pauseExchanges(): Promise<() => Promise<void>> {
  const paused = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await fixtures.transaction((tx) =>
    sql`create or replace function pause() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(tx),
  );
  await fixtures.transaction((tx) =>
    sql`create trigger pause before insert on refresh_sessions for each row execute function pause()`.execute(tx),
  );
  const holding = fixtures.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    paused.resolve();
    await released.promise;
  });
  await paused.promise;
  return async () => {
    released.resolve();
    await holding;
    await fixtures.transaction((tx) => sql`drop trigger pause on refresh_sessions`.execute(tx));
  };
}

/** Waits until that many statements wait for a lock. */
async function waitForWaiting(count: number): Promise<void> {
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(fixtures.db.read);
    return rows.length >= count;
  });
}

it('POST /auth/logout with a cookie that was exchanged ends its session, and the other device stays signed in', async () => {
  const who = await fixtures.createUser('two-tabs', 'worker');
  const [here, there] = [await signIn(who), await signIn(who)];
  const exchanged = cookieOf(await refresh(here.cookie));
  assert.equal((await logout(here.cookie)).status, 200);
  assert.equal((await refresh(exchanged)).status, 401);
  assert.equal((await refresh(there.cookie)).status, 200);
});
