import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { anonymousClient, withToken } from './anonymous-client.ts';
import { filled, hasUuid, operationsOf } from './operations.ts';

// Vikunja (CVE-2026-35594) and Directus (GHSA-56p6-qw3c-fq2g) went on believing a token until it
// expired: revoked shares and suspended users kept their access. Here a token says who, never
// what they may: account, role, password and membership are looked at on every request.

const fixtures = await Fixtures.create();
const { anna, root, wanda, tower } = fixtures;
const { signIn, refresh, reset } = anonymousClient(fixtures);
const guarded = operationsOf(fixtures).filter(({ isPublic }) => !isPublic);

/** What every operation answers to a token, as `status error`; each answer once. */
async function answersTo(token: string): Promise<string[]> {
  const seen = new Set<string>();
  for (const { method, path } of guarded) {
    const url = filled(path, hasUuid(path) ? { id: crypto.randomUUID() } : { id: '999999' });
    const answer = await fixtures.call(undefined, method, url, undefined, { authorization: `Bearer ${token}` });
    seen.add(`${answer.status} ${answer.body.error}`);
  }
  return [...seen].sort();
}
const void401 = ['401 missing or invalid access token'];

describe('access tokens after a change of the account', () => {
  for (const role of ['admin', 'client', 'worker'] as const) {
    it(`every operation returns 403 to a token of a disabled ${role} and works again after enabling`, async () => {
      const who = await fixtures.createUser(`stopped-${role}`, role);
      const { token, cookie } = await signIn(who);
      await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
      assert.deepEqual(await answersTo(token), ['403 account disabled']);
      assert.deepEqual((await withToken(fixtures, token, 'GET', '/tickets?limit=0')).body, { error: 'account disabled' });
      assert.equal((await refresh(cookie)).status, 403);
      await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: true });
      assert.equal((await withToken(fixtures, token)).status, 200);
      assert.equal((await refresh(cookie)).status, 401, 'its sessions stay closed');
    });

    it(`every operation returns 401 to a token of a deleted ${role}`, async () => {
      const who = await fixtures.createUser(`deleted-${role}`, role);
      const { token, cookie } = await signIn(who);
      assert.equal((await fixtures.call(root, 'DELETE', `/users/${who.id}`)).status, 200);
      assert.deepEqual(await answersTo(token), void401);
      assert.equal((await withToken(fixtures, token, 'GET', '/tickets?limit=0')).status, 401, 'before the query is looked at');
      assert.equal((await refresh(cookie)).status, 401);
    });
  }

  it('every operation returns 401 to a token that was issued before a new password, however the password was set', async () => {
    const ways: ((who: TestUser) => Promise<{ status: number }>)[] = [
      (who) => fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'brand-new-1' }),
      async (who) => reset((await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`)).body.token, 'brand-new-1'),
    ];
    for (const [i, change] of ways.entries()) {
      const who = await fixtures.createUser(`renewed-${i}`, 'admin');
      const { token, cookie } = await signIn(who);
      assert.equal((await change(who)).status, 200);
      assert.deepEqual(await answersTo(token), void401);
      assert.equal((await refresh(cookie)).status, 401);
      const renewed = await signIn(who, 'brand-new-1');
      assert.equal((await withToken(fixtures, renewed.token)).status, 200);
    }
  });

  it('every operation returns 401 to a token with another role than the account has now', async () => {
    const who = await fixtures.createUser('demoted', 'admin');
    const { token } = await signIn(who);
    await fixtures.transaction((tx) => tx.updateTable('users').set({ role: 'worker' }).where('id', '=', who.id).execute());
    assert.deepEqual(await answersTo(token), void401);
  });
});

describe('memberships that have ended', () => {
  it('a removed member gets 403 for free tickets and cannot take them or upload photos', async () => {
    const worker = await fixtures.createUser('leaving', 'worker');
    await fixtures.addMember(tower, worker, 'active');
    const { token } = await signIn(worker);
    const free = await fixtures.createTicket();
    assert.equal((await withToken(fixtures, token, 'GET', `/tickets/${free}`)).status, 200);
    assert.equal((await fixtures.call(anna, 'DELETE', `/projects/${tower}/workers/${worker.id}`)).status, 200);
    assert.equal((await withToken(fixtures, token, 'GET', `/tickets/${free}`)).status, 403);
    assert.equal((await withToken(fixtures, token, 'GET', '/tickets')).body.total, 0);
    assert.equal((await withToken(fixtures, token, 'PATCH', `/tickets/${free}/take`)).status, 400);
  });

  it('a disabled member cannot be assigned tickets until the account is enabled again', async () => {
    const id = await fixtures.createTicket();
    await fixtures.call(root, 'PATCH', `/users/${wanda.id}`, { is_active: false });
    for (const who of [anna, root])
      assert.equal((await fixtures.call(who, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id })).status, 400);
    await fixtures.call(root, 'PATCH', `/users/${wanda.id}`, { is_active: true });
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id })).status, 200);
  });
});

describe('sessions', () => {
  it('POST /auth/refresh returns 401 after the expiry although the row still exists', async () => {
    // Kanboard (CVE-2024-55603) left expiry to a garbage collector that ran now and then.
    const { cookie } = await signIn(anna);
    fixtures.advanceClock(fixtures.deps.config.refreshTokenTtlMs);
    assert.equal((await refresh(cookie)).status, 401);
    const rows = await fixtures.db.read.selectFrom('refresh_sessions').select('user_id').where('user_id', '=', anna.id).execute();
    assert.equal(rows.length, 1, 'the row is still there');
  });

  it('POST /auth/logout-all ends all sessions of the account', async () => {
    const sessions = [await signIn(wanda), await signIn(wanda)];
    assert.equal((await fixtures.call(wanda, 'POST', '/auth/logout-all')).body.revoked, 2);
    for (const { cookie } of sessions) assert.equal((await refresh(cookie)).status, 401);
  });
});
