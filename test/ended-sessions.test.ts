import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, password } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';
import { anonymousClient, cookieOf } from './security/anonymous-client.ts';

const fixtures = await Fixtures.create();
const { logout, refresh, signIn } = anonymousClient(fixtures);

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
