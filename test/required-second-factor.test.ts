import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { chatTextsIn } from '../src/outbound/chat-actions/texts/texts.ts';
import { botIdOf } from '../src/outbound/messenger/bots.ts';
import { buttonData } from '../src/outbound/messenger/ticket-buttons.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { noTenant } from '../src/platform/deliveries/queue.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, password, secret, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

// REQUIRE_MFA: accounts of some roles do nothing before they have a second factor.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const bot = '100:global-secret';
botApi.addBot({ token: bot, username: 'callout_bot' });
botApi.addChat(bot, { id: 11, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: bot,
  PUBLIC_URL: 'https://callout.example.com',
});
const { anna, boris, lobby, oleg, root, tower } = fixtures;
for (const who of [anna, boris, oleg, root]) await openSession(fixtures, who);
// Only now, because fixtures are created by accounts without a second factor.
const { rolesWithSecondFactor } = loadConfig({ JWT_SECRET: secret, REQUIRE_MFA: 'client, worker' });
fixtures.deps.config.rolesWithSecondFactor.push(...rolesWithSecondFactor);

const refused = { error: 'second factor required' };
const get = (who: TestUser, url: string) => fixtures.call(who, 'GET', url);

async function setUp(who: TestUser): Promise<{ disable: () => Promise<void> }> {
  const { body } = await fixtures.call(who, 'POST', '/ext/mfa/totp', { password });
  const codeNow = () => TOTP.generate({ secret: Secret.fromBase32(body.secret), timestamp: fixtures.now.getTime() });
  assert.equal((await fixtures.call(who, 'POST', '/ext/mfa/totp/confirm', { code: codeNow() })).status, 200);
  const disable = async (): Promise<void> => {
    fixtures.advanceClock(90_000);
    const answer = await fixtures.call(who, 'DELETE', '/ext/mfa/totp', { password, code: codeNow() });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  return { disable };
}

const available = [
  'DELETE /auth/messenger',
  'DELETE /ext/mfa/passkey',
  'DELETE /ext/mfa/totp',
  'DELETE /ext/passkeys/{id}',
  'DELETE /auth/messenger/bot',
  'GET /auth/me',
  'GET /auth/messenger',
  'GET /ext/me',
  'GET /ext/mfa/passkey',
  'GET /ext/passkeys',
  'PATCH /ext/me',
  'PATCH /ext/passkeys/{id}',
  'POST /auth/logout',
  'POST /auth/logout-all',
  'POST /auth/messenger/bot',
  'POST /auth/messenger/code',
  'POST /auth/refresh',
  'POST /ext/mfa/totp',
  'POST /ext/mfa/totp/confirm',
  'POST /ext/passkey/registration',
  'POST /ext/passkeys',
  'POST /ext/password',
  'PUT /auth/messenger',
  'PUT /ext/mfa/passkey',
];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The operations that need a token, as `GET /tickets/{id}`, that do not refuse somebody for the lack of a second factor. */
async function operationsFor(who: TestUser): Promise<string[]> {
  const { paths } = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  const found: string[] = [];
  for (const path of Object.keys(paths)) {
    for (const method of methods) {
      const operation = paths[path][method.toLowerCase()];
      if (!operation || operation.security.length === 0 || path === '/ext/live') continue;
      const { status, body } = await fixtures.call(who, method, path.replace(/\{\w+\}/g, '1'));
      if (status === 403 && body.error === refused.error) continue;
      found.push(`${method} ${path}`);
    }
  }
  return found;
}

describe('REQUIRE_MFA', () => {
  it('an account of a named role without a second factor gets 403 for all operations but those that set one up', async () => {
    assert.deepEqual((await operationsFor(anna)).sort(), [...available].sort());
  });

  it('the route that answers decides, however its path is written', async () => {
    assert.deepEqual((await get(anna, '/tickets')).body, refused);
    for (const path of ['/%74ickets', '/tickets?x=/ext/me']) assert.notEqual((await get(anna, path)).status, 200, path);
    for (const path of ['/ext/me%2F..%2F..%2Ftickets', '/ext/mfa/..%2F..%2Ftickets', '/auth/%2e%2e/tickets'])
      assert.notEqual((await get(anna, path)).status, 200, path);
    assert.equal((await get(anna, '/%65xt/%6de')).status, 200);
    assert.deepEqual((await get(anna, '/ext/tickets/1')).body, refused, 'before it is looked for');
  });

  it('an account of another role is not asked', async () => {
    assert.equal((await get(root, '/tickets')).status, 200);
  });

  it('one-time codes are a second factor as soon as they are confirmed, and none after they were turned off', async () => {
    assert.equal((await get(anna, '/tickets')).status, 403);
    const { disable } = await setUp(anna);
    assert.equal((await get(anna, '/tickets')).status, 200);
    assert.equal((await fixtures.call(anna, 'PATCH', `/projects/${tower}`, { name: 'Tower' })).status, 200);
    await disable();
    assert.deepEqual((await get(anna, '/tickets')).body, refused);
    assert.deepEqual((await fixtures.call(anna, 'PATCH', `/projects/${tower}`, { name: 'Tower' })).body, refused);
  });

  it('a passkey that is asked for after the password is a second factor', async () => {
    const row = { user_id: oleg.id, created_at: fixtures.now };
    assert.equal((await get(oleg, '/tickets')).status, 403);
    await fixtures.transaction((tx) => tx.insertInto('passkey_requirements').values(row).execute());
    assert.equal((await get(oleg, '/tickets')).status, 200);
  });

  it('an API token and the calendar feed end with the second factor of their account', async () => {
    const { disable } = await setUp(boris);
    const { body } = await fixtures.call(boris, 'POST', '/ext/tokens', { name: 'program', scope: 'write' });
    const feed = new URL((await fixtures.call(boris, 'POST', '/ext/calendar')).body.url).pathname;
    const use = (url: string) => fixtures.call(undefined, 'GET', url, undefined, { authorization: `Bearer ${body.token}` });
    assert.equal((await use('/tickets')).status, 200);
    assert.equal((await fixtures.call(undefined, 'GET', feed)).status, 200);
    await disable();
    assert.deepEqual((await use('/tickets')).body, refused);
    assert.equal((await fixtures.call(undefined, 'GET', feed)).status, 404);
  });

  it('a chat of the account carries nothing out, and says why', async () => {
    const { disable } = await setUp(anna);
    const report = { category: 'electric', description: 'The lamp is dark', object_id: lobby };
    const { id } = (await fixtures.call(anna, 'POST', '/tickets', report)).body;
    await fixtures.transaction(async (tx) => {
      const bound = { messenger_target: '11', messenger_bound_by: 11 };
      await tx.updateTable('users').set(bound).where('id', '=', anna.id).execute();
    });
    const origin = { bot_id: botIdOf(bot), chat_id: 11, message_id: 1 };
    let presses = 0;
    const ask = async (request: { kind: 'list'; command: 'mine' } | { kind: 'button'; data: string }): Promise<string> => {
      const payload =
        request.kind === 'list' ? { ...origin, ...request } : { ...origin, ...request, callback_id: `${++presses}` };
      await fixtures.db.transaction((tx) =>
        fixtures.deps.deliveries.enqueue(tx, 'chat_requests', [payload], noTenant, fixtures.now),
      );
      await fixtures.deliver('chat_requests');
      return botApi.sent(bot).at(-1)?.readable ?? '';
    };
    assert.match(await ask({ kind: 'list', command: 'mine' }), /The lamp is dark/);
    await disable();
    const { secondFactorRequired } = chatTextsIn('en');
    assert.equal(await ask({ kind: 'list', command: 'mine' }), secondFactorRequired);
    assert.equal(await ask({ kind: 'button', data: buttonData('show', id, anna.id) }), secondFactorRequired);
  });
});
