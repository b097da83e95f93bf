import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { anonymousClient } from './anonymous-client.ts';

// tanabata (before commit 591b3d2) told that an account was blocked before it looked at the
// password: whoever guessed addresses learned which exist and what had become of them. Here the
// state of an account is told to whoever has shown its password, and to nobody else.

const fixtures = await Fixtures.create();
const { anna, root } = fixtures;
const { login, refresh, signIn, reset, post } = anonymousClient(fixtures);
const idle = await fixtures.createUser('idle', 'worker', { is_active: false });
const fresh = await fixtures.createUser('fresh', 'worker', { confirmed_at: null });
const both = await fixtures.createUser('both', 'worker', { is_active: false, confirmed_at: null });
const wrong = 'wrong-horse-1';

describe('POST /auth/login with a wrong password', () => {
  it('POST /auth/login with a wrong password returns the same status, body and headers for every kind of account and for none', async () => {
    const answers = [];
    for (const email of [anna.email, idle.email, fresh.email, both.email, 'nobody@example.com', 'no address'])
      answers.push(await login(email, wrong));
    const [first] = answers;
    assert.deepEqual([first?.status, first?.body], [401, { error: 'wrong email or password' }]);
    for (const { status, body, headers, cookies } of answers) {
      assert.deepEqual([status, body, cookies], [401, first?.body, []]);
      assert.deepEqual(Object.keys(headers), Object.keys(first?.headers ?? {}));
    }
  });

  it('POST /auth/login returns 401 for blank or slightly different passwords of disabled and unconfirmed accounts', async () => {
    for (const pass of [' ', 'correct-horse-1 ', 'Correct-horse-1', 'correct-horse-'])
      for (const who of [idle, fresh]) assert.equal((await login(who.email, pass)).status, 401, pass);
  });
});

describe('POST /auth/login with the right password', () => {
  it('POST /auth/login with the right password returns 403 account disabled or account not confirmed', async () => {
    for (const [who, error] of [
      [idle, 'account disabled'],
      [both, 'account disabled'],
      [fresh, 'account not confirmed'],
    ] as const) {
      const { status, body, cookies } = await login(who.email);
      assert.deepEqual([status, body, cookies], [403, { error }, []]);
    }
  });

  it('POST /auth/login opens no session for a disabled or unconfirmed account', async () => {
    const ids = [idle.id, fresh.id, both.id];
    const sessions = await fixtures.db.read
      .selectFrom('refresh_sessions')
      .select('user_id')
      .where('user_id', 'in', ids)
      .execute();
    assert.deepEqual(sessions, []);
  });
});

it('POST /auth/refresh returns account disabled only to the holder of a valid cookie of that account', async () => {
  const who = await fixtures.createUser('holder', 'worker');
  const { cookie } = await signIn(who);
  await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
  assert.deepEqual((await refresh(cookie)).body, { error: 'account disabled' });
  assert.equal((await refresh(`${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'Q' : 'A'}`)).status, 401);
});

it('POST /auth/reset-password neither enables nor confirms the account and does not reveal its state', async () => {
  for (const who of [idle, fresh]) {
    const { body } = await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`);
    const answer = await reset(body.token, 'long-enough-1');
    assert.deepEqual([answer.status, answer.body, answer.cookies], [200, { ok: true }, []]);
    assert.equal((await login(who.email, 'long-enough-1')).status, 403);
  }
});

it('POST /users returns the same 409 email already taken for every kind of account', async () => {
  const account = (email: string) => ({ email, name: 'Twin', password: 'correct-horse-1', role: 'worker' });
  const answers = [];
  for (const { email } of [idle, fresh, root]) answers.push(await fixtures.call(anna, 'POST', '/users', account(email)));
  for (const { status, body } of answers) assert.deepEqual([status, body], [409, { error: 'email already taken' }]);
  assert.equal((await post('/users', account('new@example.com'))).status, 401);
});
