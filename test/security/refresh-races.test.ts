import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { anonymousClient, cookieOf, withToken } from './anonymous-client.ts';

// Consoles refresh from several tabs at once. If a token is read, checked and replaced in separate statements, one token becomes
// many; if a refused refresh clears the cookie, it removes the one that the other refresh has just set. Here one conditional
// update exchanges a token, so one of many requests succeeds, and a refusal leaves the cookie. Reuse of a replaced token counts
// as theft and ends all sessions of the account.

const fixtures = await Fixtures.create();
const { anna, wanda, root } = fixtures;
const { signIn, refresh, logout, from } = anonymousClient(fixtures);
const another = await buildApp(fixtures.deps); // a second instance on the same database

describe('concurrent POST /auth/refresh with one cookie', () => {
  it('one of 30 concurrent refreshes with one cookie succeeds, and all sessions of the account are revoked afterwards', async () => {
    const { cookie } = await signIn(anna);
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(cookie)));
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    for (const { status, headers } of answers) {
      assert(status === 200 || status === 401);
      if (status === 401) assert.equal(headers['set-cookie'], undefined, 'a loser leaves the cookie alone');
    }
    const [winner] = winners;
    assert(winner);
    assert.equal((await refresh(cookieOf(winner))).status, 401, 'a fork is taken for theft');
  });

  it('at most one of the concurrent refreshes over two instances succeeds', async () => {
    const { cookie } = await signIn(anna);
    const elsewhere = () =>
      another.inject({ method: 'POST', url: '/auth/refresh', headers: { ...from(), cookie: `refresh_token=${cookie}` } });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (i % 2 ? (await refresh(cookie)).status : (await elsewhere()).statusCode)),
    );
    assert.deepEqual(statuses.sort(), [200, ...Array(19).fill(401)]);
  });

  it('reuse of a rotated refresh cookie revokes all sessions of its owner and of nobody else', async () => {
    const stolen = await signIn(anna);
    const other = await signIn(anna);
    const bystander = await signIn(wanda);
    const rotated = cookieOf(await refresh(stolen.cookie));
    const reuse = await refresh(stolen.cookie);
    assert.equal(reuse.status, 401);
    assert.equal(reuse.headers['set-cookie'], undefined);
    for (const cookie of [rotated, other.cookie]) assert.equal((await refresh(cookie)).status, 401);
    assert.equal((await refresh(bystander.cookie)).status, 200);
  });

  it('reuse of a rotated refresh cookie after its expiry revokes all sessions, too', async () => {
    const { cookie } = await signIn(anna);
    const rotated = cookieOf(await refresh(cookie));
    fixtures.advanceClock(fixtures.deps.config.refreshTokenTtlMs - 1000);
    const late = await signIn(anna);
    fixtures.advanceClock(1000);
    assert.equal((await refresh(cookie)).status, 401);
    assert.equal((await refresh(rotated)).status, 401);
    assert.equal((await refresh(late.cookie)).status, 401, 'whoever copied one may have copied more');
  });
});

describe('POST /auth/refresh concurrently with another operation', () => {
  it('a refresh concurrent with a logout of the same session leaves no session', async () => {
    for (let round = 0; round < 8; round++) {
      const { cookie } = await signIn(wanda);
      const [refreshed, ended] = await Promise.all([refresh(cookie), logout(cookie)]);
      assert.equal(ended.status, 200);
      assert([200, 401].includes(refreshed.status));
      // Refreshed first: its owner goes on with the new cookie, as after a logout elsewhere.
      if (refreshed.status === 401) assert.equal(refreshed.headers['set-cookie'], undefined);
      assert.equal((await refresh(cookie)).status, 401, 'the old one is dead in both orders');
    }
  });

  it('a refresh concurrent with a new password leaves no earlier session and no earlier access token valid', async () => {
    for (let round = 0; round < 8; round++) {
      const who = await fixtures.createUser(`hurried-${round}`, 'worker');
      const { cookie } = await signIn(who);
      const [refreshed, set] = await Promise.all([
        refresh(cookie),
        fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'brand-new-1' }),
      ]);
      assert.equal(set.status, 200);
      if (refreshed.status === 200) {
        assert.equal((await refresh(cookieOf(refreshed))).status, 401);
        assert.equal((await withToken(fixtures, refreshed.body.token)).status, 401);
      }
    }
  });

  it('a refresh concurrent with disabling the account leaves no session usable', async () => {
    for (let round = 0; round < 8; round++) {
      const who = await fixtures.createUser(`stopped-${round}`, 'worker');
      const { cookie } = await signIn(who);
      const [refreshed] = await Promise.all([
        refresh(cookie),
        fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false }),
      ]);
      await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: true });
      if (refreshed.status === 200) assert.equal((await refresh(cookieOf(refreshed))).status, 401);
      assert.equal((await refresh(cookie)).status, 401);
    }
  });
});

describe('refused POST /auth/refresh', () => {
  it('a refused refresh neither sets nor clears a cookie', async () => {
    for (const cookie of ['', 'unknown', '%00', '%E0%A4%A', 'x'.repeat(4000), '"quoted"', 'a b']) {
      const answer = await refresh(cookie);
      assert.deepEqual([answer.status, answer.headers['set-cookie']], [401, undefined], cookie.slice(0, 20));
    }
    const { cookie } = await signIn(wanda);
    for (const header of [
      `Refresh_Token=${cookie}`,
      `x=1; refresh_token=unknown; refresh_token=${cookie}`,
      `refresh_token=unknown`,
    ]) {
      const answer = await fixtures.call(
        undefined,
        'POST',
        '/auth/refresh',
        { refresh_token: cookie },
        { ...from(), cookie: header },
      );
      assert.deepEqual([answer.status, answer.headers['set-cookie']], [401, undefined], header);
    }
    assert.equal((await refresh(cookie)).status, 200);
  });
});
