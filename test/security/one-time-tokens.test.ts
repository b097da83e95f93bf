import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { takeLeases } from '../../src/outbound/messenger/lease.ts';
import { handleUpdate } from '../../src/outbound/messenger/update-handler.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { anonymousClient, cookieOf } from './anonymous-client.ts';

// Known errors of one-time tokens are: not consumed (CVE-2026-28268), the expiry compared the wrong way (CVE-2026-41902),
// predictable (CVE-2026-27637), and redeemed several times by simultaneous requests (CVE-2024-45300). Here a one-time token is
// random, stored as a hash, expires, is for one purpose, and is consumed by one conditional update.

const token = '100:global-secret';
const globalBot = botIdOf(token);
const fixtures = await Fixtures.create({ MESSENGER_BOT_TOKEN: token });
const { root } = fixtures;
const { reset, login, signIn, refresh, post } = anonymousClient(fixtures);
const day = 86_400_000;

await sql`insert into bots (id, username) values (${globalBot}, 'callout_bot')`.execute(fixtures.db.read);
const [lease] = await takeLeases(fixtures.db, crypto.randomUUID(), [globalBot], true);
assert(lease);

const issue = async (who: TestUser): Promise<string> =>
  (await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`)).body.token;
const newCode = async (who: TestUser): Promise<string> => {
  fixtures.advanceClock(300_000);
  const { status, body } = await fixtures.call(who, 'POST', '/auth/messenger/code');
  assert.equal(status, 200, JSON.stringify(body));
  return body.code;
};
let update = 0;
const say = (text: string, chat: number) => {
  const message = { message_id: 1, date: 1, chat: { id: chat, type: 'private' as const, first_name: 'X' }, text };
  return handleUpdate(
    fixtures.deps,
    { lease, username: 'callout_bot', globalBotId: globalBot },
    {
      update_id: ++update,
      message: { ...message, from: { id: chat, is_bot: false, first_name: 'X' } },
    },
  );
};
const targetOf = async (who: TestUser): Promise<string> => (await fixtures.call(who, 'GET', '/auth/messenger')).body.target;

describe('reset tokens', () => {
  it('POST /auth/reset-password accepts one of 20 concurrent requests with one token and sets its password', async () => {
    const who = await fixtures.createUser('contested', 'worker');
    const token = await issue(who);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(token, `password-number-${i}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(400)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    assert.equal((await login(who.email, `password-number-${winner}`)).status, 200);
    assert.equal((await reset(token, 'password-number-99')).status, 400, 'and is used up');
  });

  it('a reset token expires after exactly one day, and when a newer token, a new password or a reset replaces it', async () => {
    const who = await fixtures.createUser('late', 'worker');
    const first = await issue(who);
    const second = await issue(who);
    assert.equal((await reset(first, 'long-enough-1')).status, 400, 'voided by the second');
    fixtures.advanceClock(day - 1);
    assert.equal((await reset(second, 'long-enough-1')).status, 200);
    const third = await issue(who);
    fixtures.advanceClock(day);
    assert.equal((await reset(third, 'long-enough-2')).status, 400);
    const fourth = await issue(who);
    await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'long-enough-3' });
    assert.equal((await reset(fourth, 'long-enough-4')).status, 400);
  });

  it('of several reset tokens that are issued concurrently only the last one is valid', async () => {
    const who = await fixtures.createUser('impatient', 'worker');
    const tokens = await Promise.all(Array.from({ length: 8 }, () => issue(who)));
    const answers = [];
    for (const [i, token] of tokens.entries()) answers.push((await reset(token, `password-number-${i}`)).status);
    assert.deepEqual(answers.sort(), [200, ...Array(7).fill(400)]);
  });

  it('a reset token is not consumed by GET, HEAD or OPTIONS requests or by a weak password', async () => {
    const who = await fixtures.createUser('scanned', 'worker');
    const token = await issue(who);
    for (const url of [`/auth/reset-password?token=${token}`, `/auth/reset-password/${token}`])
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
        assert.equal((await fixtures.call(undefined, method, url)).status, 404);
    assert.equal((await post('/auth/reset-password', { token })).status, 400);
    assert.equal((await reset(token, 'weak')).status, 400);
    assert.equal((await reset(token, 'long-enough-1')).status, 200);
  });

  it('a reset token becomes invalid with its account, and neither enables nor confirms one', async () => {
    const who = await fixtures.createUser('gone', 'worker');
    const token = await issue(who);
    await fixtures.call(root, 'DELETE', `/users/${who.id}`);
    assert.equal((await reset(token, 'long-enough-1')).status, 400);
    for (const [name, state] of [
      ['idle', { is_active: false }],
      ['fresh', { confirmed_at: null }],
    ] as const) {
      const refused = await fixtures.createUser(name, 'worker', state);
      assert.deepEqual((await reset(await issue(refused), 'long-enough-1')).body, { ok: true });
      assert.equal((await login(refused.email, 'long-enough-1')).status, 403);
    }
  });
});

describe('tokens and codes', () => {
  it('a token or code of one kind is not accepted as another kind', async () => {
    const who = await fixtures.createUser('mixed', 'worker');
    const { token: access, cookie } = await signIn(who);
    const resetToken = await issue(who);
    const code = await newCode(who);
    for (const token of [access, cookie, code]) assert.equal((await reset(token, 'long-enough-1')).status, 400);
    for (const token of [access, resetToken, code]) assert.equal((await refresh(token)).status, 401);
    for (const token of [cookie, resetToken, code]) await say(token, 8000);
    assert.equal(await targetOf(who), '8000', 'the code only');
    assert.equal((await refresh(cookie)).status, 200, 'none of this has used up another kind');
    assert.equal((await reset(resetToken, 'long-enough-1')).status, 200);
  });

  it('tokens and codes are long, unique and not stored in plain text', async () => {
    const who = await fixtures.createUser('many', 'worker');
    const given: string[] = [];
    for (let i = 0; i < 20; i++) {
      given.push(await issue(who), (await signIn(who)).cookie);
      if (i % 5 === 0) given.push(await newCode(who));
    }
    given.push(cookieOf(await refresh((await signIn(who)).cookie)));
    assert.equal(new Set(given).size, given.length);
    assert(given.every((token) => /^[\w-]{22}$|^[\w-]{43}$/.test(token)));
    // No part of a place repeats from one to the next, as it would with a counter or a clock in it.
    for (let place = 0; place < 20; place++) assert(new Set(given.map((token) => token[place])).size > 8, `letter ${place}`);
    const { rows } = await sql<{ text: string }>`
      select string_agg(t::text, ' ') as text from (
        select to_jsonb(r) as t from reset_tokens r union all select to_jsonb(s) from refresh_sessions s
        union all select to_jsonb(b) from bind_codes b union all select to_jsonb(j) from deliveries j) as all_rows`.execute(
      fixtures.db.read,
    );
    for (const token of given) {
      for (const form of [token, Buffer.from(token, 'base64url').toString('hex'), Buffer.from(token).toString('hex')])
        assert(!rows[0]?.text.includes(form));
    }
  });
});
