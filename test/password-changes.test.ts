import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { waitForLockWait } from '../testing/wait.ts';
import { anonymousClient, cookieOf } from './security/anonymous-client.ts';

// What does not outlive the former password: of a worker whose account boris has created, so that boris knows the password.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const botOfBoris = '200:bot-of-boris';
botApi.addBot({ token: botOfBoris, username: 'bot_of_boris' });
botApi.addChat(botOfBoris, { id: 4711, type: 'private' });
const fixtures = await Fixtures.create({ DATA_ENCRYPTION_KEY: 'ab'.repeat(32), MESSENGER_API_ROOT: botApi.url });
const { root, boris } = fixtures;
const { logout, refresh, reset, signIn } = anonymousClient(fixtures);

let serial = 0;
async function newWorker(): Promise<TestUser> {
  const name = `worker-${++serial}`;
  const account = { email: `${name}@example.com`, name, role: 'worker', password };
  const { status, body } = await fixtures.call(boris, 'POST', '/users', account);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await fixtures.call(boris, 'POST', `/users/${body.id}/confirm`)).status, 200);
  return { ...account, id: body.id, role: 'worker' };
}

const as = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  fixtures.call(undefined, method, url, body, { authorization: `Bearer ${token}` });

async function changePassword(token: string, current: string, chosen: string): Promise<string> {
  const { status, body } = await as(token, 'POST', '/ext/password', { current, new: chosen });
  assert.equal(status, 200, JSON.stringify(body));
  return body.token;
}

async function resetPassword(who: TestUser, chosen: string): Promise<void> {
  const issued = await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`);
  assert.equal((await reset(issued.body.token, chosen)).status, 200);
}

async function createApiToken(token: string): Promise<string> {
  const { status, body } = await as(token, 'POST', '/ext/tokens', { name: 'program', scope: 'write' });
  assert.equal(status, 201, JSON.stringify(body));
  return body.token;
}

describe('API tokens', () => {
  it('an API token made with the password of the creator is revoked when the owner changes the password', async () => {
    const worker = await newWorker();
    const apiToken = await createApiToken((await signIn(worker)).token);
    assert.equal((await as(apiToken, 'GET', '/tickets')).status, 200);
    const { token } = await signIn(worker);
    const changed = await changePassword(token, password, 'my-own-horse-2');
    assert.equal((await as(apiToken, 'GET', '/tickets')).status, 401);
    assert.equal((await as(changed, 'GET', '/ext/tokens')).body.total, 0);
    const { items } = (await fixtures.call(root, 'GET', `/ext/audit?event=token_revoked&actor_id=${worker.id}`)).body;
    assert.deepEqual(
      items.map(({ subject_name }: { subject_name: string }) => subject_name),
      ['program'],
    );
  });

  it('an API token made with the password of the creator is revoked when the owner uses a reset token', async () => {
    const worker = await newWorker();
    const apiToken = await createApiToken((await signIn(worker)).token);
    await resetPassword(worker, 'my-own-horse-2');
    assert.equal((await as(apiToken, 'GET', '/tickets')).status, 401);
  });

  it('an API token made with the own password outlives a change of it', async () => {
    const worker = await newWorker();
    const token = await changePassword((await signIn(worker)).token, password, 'my-own-horse-2');
    const apiToken = await createApiToken(token);
    await changePassword(token, 'my-own-horse-2', 'my-own-horse-3');
    assert.equal((await as(apiToken, 'GET', '/tickets')).status, 200);
    // The owner has used a link that was mailed before.
    const proven = { email_verified_at: fixtures.now };
    await fixtures.transaction((tx) => tx.updateTable('users').set(proven).where('id', '=', worker.id).execute());
    await resetPassword(worker, 'my-own-horse-4');
    assert.equal((await as(apiToken, 'GET', '/tickets')).status, 200);
  });
});

describe('POST /ext/password with end_all', () => {
  it('ends all other access: API tokens, calendar feed, webhooks, chat, own bot, passkeys, company links; without it they stay', async () => {
    const client = await fixtures.createUser('Clara', 'client');
    const { token } = await signIn(client);
    const apiToken = await createApiToken(token);
    const feed = new URL((await as(token, 'POST', '/ext/calendar')).body.url).pathname;
    const url = 'https://example.com/hook';
    const hook = (await as(token, 'POST', '/ext/webhooks', { url, events: ['ticket_created'] })).body.id;
    await fixtures.transaction((tx) =>
      sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
        values (${client.id}, 'id', 'key', 0, '{}', false, 'Laptop', ${fixtures.now})`.execute(tx),
    );
    await fixtures.transaction((tx) =>
      sql`insert into oidc_identities (issuer, subject, user_id, linked_at, last_used_at)
        values ('https://company.example', 'clara', ${client.id}, ${fixtures.now}, ${fixtures.now})`.execute(tx),
    );
    await as(token, 'POST', '/auth/messenger/bot', { token: botOfBoris });
    await as(token, 'PUT', '/auth/messenger', { target: '4711' });
    const linked = (): Promise<unknown[]> =>
      fixtures.transaction((tx) => tx.selectFrom('oidc_identities').select('issuer').where('user_id', '=', client.id).execute());
    const state = async (of: string) => [
      (await as(apiToken, 'GET', '/tickets')).status,
      (await fixtures.call(undefined, 'GET', feed)).status,
      (await as(of, 'GET', `/ext/webhooks/${hook}`)).body.active,
      (await as(of, 'GET', '/ext/passkeys')).body.total,
      (await as(of, 'GET', '/auth/messenger')).body.target,
      (await as(of, 'POST', '/ext/messenger/test')).status,
      (await linked()).length,
    ];
    const second = await changePassword(token, password, 'my-own-horse-2');
    assert.deepEqual(await state(second), [200, 200, true, 1, '4711', 200, 1]);
    const body = { current: 'my-own-horse-2', new: 'my-own-horse-3', end_all: true };
    const third = (await as(second, 'POST', '/ext/password', body)).body.token;
    assert.deepEqual(await state(third), [401, 404, false, 0, '', 400, 0]);
  });
});

describe('two-factor authentication', () => {
  for (const [by, change] of [
    ['POST /ext/password', async (_: TestUser, token: string) => changePassword(token, password, 'my-own-horse-2')],
    ['a reset token', async (who: TestUser) => resetPassword(who, 'my-own-horse-2').then(() => '')],
  ] as const) {
    it(`a setup that was not confirmed ends with the former password, by ${by}`, async () => {
      const worker = await newWorker();
      const { token } = await signIn(worker);
      const { secret } = (await as(token, 'POST', '/ext/mfa/totp', { password })).body;
      const changed = (await change(worker, token)) || (await signIn(worker, 'my-own-horse-2')).token;
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: fixtures.now.getTime() });
      assert.equal((await as(changed, 'POST', '/ext/mfa/totp/confirm', { code })).status, 409);
    });
  }
});

describe('messenger', () => {
  const target = { target: '4711' };
  const targetOf = async (token: string): Promise<unknown> => {
    const { status, body } = await as(token, 'GET', '/auth/messenger');
    assert.equal(status, 200);
    return body.target;
  };
  const connect = async (token: string): Promise<void> => {
    const bot = await as(token, 'POST', '/auth/messenger/bot', { token: botOfBoris });
    assert.equal(bot.status, 200, JSON.stringify(bot.body));
    const chat = await as(token, 'PUT', '/auth/messenger', target);
    assert.equal(chat.status, 200, JSON.stringify(chat.body));
  };

  it('chat and bot that were chosen with the password of the creator end when the owner changes the password', async () => {
    const worker = await newWorker();
    const { token } = await signIn(worker);
    await connect(token);
    const changed = await changePassword(token, password, 'my-own-horse-2');
    assert.equal(await targetOf(changed), '');
    assert.equal((await as(changed, 'POST', '/ext/messenger/test')).status, 400);
    // What the owner chooses now stays.
    await connect(changed);
    const again = await changePassword(changed, 'my-own-horse-2', 'my-own-horse-3');
    assert.equal(await targetOf(again), '4711');
  });

  it('a reset token leaves the chat as it is', async () => {
    const worker = await newWorker();
    await connect((await signIn(worker)).token);
    await resetPassword(worker, 'my-own-horse-2');
    assert.equal(await targetOf((await signIn(worker, 'my-own-horse-2')).token), '4711');
  });
});

describe('sessions', () => {
  it('a used cookie ends no session any more after the owner has changed the password', async () => {
    const worker = await newWorker();
    const { token, cookie } = await signIn(worker);
    assert.equal((await refresh(cookie)).status, 200);
    const changed = await as(token, 'POST', '/ext/password', { current: password, new: 'my-own-horse-2' });
    assert.equal((await refresh(cookie)).status, 401);
    assert.equal((await refresh(cookieOf(changed))).status, 200);
  });
});

describe('the password that somebody else chose', () => {
  it('the owner cannot choose it again, so that changing it twice leaves the mark', async () => {
    const worker = await newWorker();
    const token = await changePassword((await signIn(worker)).token, password, 'my-own-horse-2');
    const again = await as(token, 'POST', '/ext/password', { current: 'my-own-horse-2', new: password });
    assert.deepEqual([again.status, again.body], [400, { error: 'new must not be the password that somebody else chose' }]);
    assert.equal((await as(token, 'GET', '/auth/me')).status, 200);
    await fixtures.call(root, 'POST', `/users/${worker.id}/password-set`, { password: 'chosen-by-root-3' });
    const next = await signIn(worker, 'chosen-by-root-3');
    const changed = await changePassword(next.token, 'chosen-by-root-3', password);
    const refused = await as(changed, 'POST', '/ext/password', { current: password, new: 'chosen-by-root-3' });
    assert.equal(refused.status, 400);
  });

  it('an API token that the creator made after a change of the password is revoked by the first reset token', async () => {
    const worker = await newWorker();
    const token = await changePassword((await signIn(worker)).token, password, 'taken-over-horse-2');
    const apiToken = await createApiToken(token);
    await resetPassword(worker, 'my-own-horse-3');
    assert.equal((await as(apiToken, 'GET', '/tickets')).status, 401);
  });

  it('the networks of earlier logins are forgotten when the owner changes it', async () => {
    const worker = await newWorker();
    const { token } = await signIn(worker);
    const networks = async (): Promise<number> => {
      const known = fixtures.db.read.selectFrom('login_networks').select('network').where('user_id', '=', worker.id);
      return (await known.execute()).length;
    };
    assert.equal(await networks(), 1);
    await changePassword(token, password, 'my-own-horse-2');
    assert.equal(await networks(), 0);
  });
});

describe('limits of password changes', () => {
  it('refused changes and those of an ended session do not count, so that nobody keeps the owner from a change', async () => {
    const worker = await newWorker();
    const ended = await signIn(worker);
    await logout(ended.cookie);
    for (let i = 0; i < 11; i++) {
      const refused = await as(ended.token, 'POST', '/ext/password', { current: 'guess-horse-1', new: 'my-own-horse-2' });
      assert.equal(refused.status, 401);
    }
    const open = await signIn(worker);
    for (let i = 0; i < 11; i++) {
      const refused = await as(open.token, 'POST', '/ext/password', { current: password, new: password });
      assert.equal(refused.status, 400);
    }
    await changePassword((await signIn(worker)).token, password, 'my-own-horse-2');
  });

  it('wrong present passwords count for their session only', async () => {
    const worker = await newWorker();
    const stolen = await signIn(worker);
    const guess = () => as(stolen.token, 'POST', '/ext/password', { current: 'guess-horse-1', new: 'my-own-horse-2' });
    for (let i = 0; i < 10; i++) assert.equal((await guess()).status, 401);
    assert.equal((await guess()).status, 429);
    await changePassword((await signIn(worker)).token, password, 'my-own-horse-2');
  });
});

describe('requests that began before the password was changed', () => {
  it('PUT /auth/messenger returns 401 when the password is changed while the messenger is asked', async () => {
    const worker = await newWorker();
    const { token } = await signIn(worker);
    await as(token, 'POST', '/auth/messenger/bot', { token: botOfBoris });
    const owner = await signIn(worker);
    botApi.beforeNext('getChat', () => changePassword(owner.token, password, 'my-own-horse-2'));
    assert.equal((await as(token, 'PUT', '/auth/messenger', { target: '4711' })).status, 401);
  });

  it('POST /auth/messenger/code returns 401 with an access token of the former password', async () => {
    const worker = await newWorker();
    const { token } = await signIn(worker);
    await as(token, 'POST', '/auth/messenger/bot', { token: botOfBoris });
    const late = await fixtures.transaction(async (tx) => {
      await sql`update users set token_version = token_version + 1 where id = ${worker.id}`.execute(tx);
      const answer = as(token, 'POST', '/auth/messenger/code');
      await waitForLockWait(fixtures.db);
      return { answer };
    });
    assert.equal((await late.answer).status, 401);
  });

  it('a chat that a code of the former password binds after a reset ends when the owner changes the password', async () => {
    const worker = await newWorker();
    const { token } = await signIn(worker);
    await as(token, 'POST', '/auth/messenger/bot', { token: botOfBoris });
    await as(token, 'POST', '/auth/messenger/code');
    await resetPassword(worker, 'my-own-horse-2');
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from bind_codes where user_id = ${worker.id} and used_at is null and made_with_other_password`.execute(
      fixtures.db.read,
    );
    assert.equal(rows[0]?.n, 1);
  });
});
