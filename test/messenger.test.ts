import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, describe, it } from 'node:test';
import {
  connectBot,
  disconnectBot,
  identifyBot,
  issueBindCode,
  requireBot,
  sendTestMessage,
  setTarget as writeTarget,
} from '../src/outbound/messenger/actions.ts';
import type { BotApi } from '../src/outbound/messenger/bot-api.ts';
import { botIdOf, findBot, listBots } from '../src/outbound/messenger/bots.ts';
import { getStatus } from '../src/outbound/messenger/queries.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Actor } from '../src/product/visibility.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const shared = '100:global-secret';
const own = '200:own-secret';
botApi.addBot({ token: shared, username: 'callout_bot' });
botApi.addBot({ token: own, username: 'anna_bot' });
botApi.addChat(shared, { id: 4711, type: 'private', first_name: 'Anna' });
botApi.addChat(shared, { id: -1001, type: 'supergroup', title: 'Office', username: 'tower_office' });
botApi.addChat(shared, { id: -1002, type: 'supergroup', title: 'Foreign', username: 'foreign_group' }, 'left');
botApi.addChat(own, { id: 4712, type: 'private', first_name: 'Anna' });
for (const bot of [shared, own]) botApi.addChat(bot, { id: 4713, type: 'private', first_name: 'Anna' });

const settings = { MESSENGER_API_ROOT: botApi.url, MESSENGER_LINK_BASE: 'https://t.example' };
const key = Buffer.alloc(32, 7).toString('base64');
const fixtures = await Fixtures.create({ ...settings, MESSENGER_BOT_TOKEN: shared, DATA_ENCRYPTION_KEY: key });
const bare = await Fixtures.create(settings);
const { anna, boris, wanda, root } = fixtures;

const status = async (who: TestUser, at = fixtures) => (await at.call(who, 'GET', '/auth/messenger')).body;
const setTarget = (who: TestUser, target: unknown, at = fixtures) => at.call(who, 'PUT', '/auth/messenger', { target });
const setBot = (who: TestUser, token: unknown, at = fixtures) => at.call(who, 'POST', '/auth/messenger/bot', { token });
const getCode = (who: TestUser, at = fixtures) => at.call(who, 'POST', '/auth/messenger/code');
const invalid = { error: 'invalid messenger target' };

describe('GET /auth/messenger', () => {
  it('GET /auth/messenger returns the empty status with and without a global bot', async () => {
    const nothing = { bot_username: '', bound: false, has_bot_token: false, target: '' };
    assert.deepEqual(await status(anna), { ...nothing, enabled: true, token_configurable: true });
    assert.deepEqual(await status(bare.anna, bare), { ...nothing, enabled: false, token_configurable: false });
  });

  it('the messenger status of a deleted account is rejected as profile not found', async () => {
    await assert.rejects(getStatus(fixtures.db.read, fixtures.deps.config, crypto.randomUUID()), /profile not found/);
  });
});

describe('PUT /auth/messenger', () => {
  it('PUT /auth/messenger saves a chat that the bot can reach, by id or by name', async () => {
    for (const target of ['4711', '@tower_office', '-1001', ' 4711 ']) {
      const { status: code, body } = await setTarget(anna, target);
      assert.deepEqual([code, body], [200, { ok: true }]);
      const { bound, target: kept } = await status(anna);
      assert.deepEqual([bound, kept], [true, target.trim()]);
    }
  });

  it('PUT /auth/messenger returns 400 for a malformed target without a call to the messenger', async () => {
    const calls = botApi.calls().length;
    for (const target of [
      'tower_office',
      '@abcd',
      '@1abcde',
      `@${'a'.repeat(33)}`,
      '@tower-office',
      '--1',
      '1a',
      '+49',
      '@',
      '4711\n1',
      '４７１１',
      '../x',
      '1'.repeat(20),
    ]) {
      const { status, body } = await setTarget(anna, target);
      assert.deepEqual([status, body], [400, invalid], target);
    }
    for (const target of [undefined, null, 4711, ['4711'], { id: 1 }]) assert.equal((await setTarget(anna, target)).status, 400);
    assert.equal(botApi.calls().length, calls);
  });

  it('PUT /auth/messenger returns 400 and keeps the old target when the chat is unknown, the bot no member or the messenger unavailable', async () => {
    await setTarget(anna, '4711');
    for (const target of ['4799', '@nobody_here', '@foreign_group']) {
      const { status, body } = await setTarget(anna, target);
      assert.deepEqual([status, body], [400, invalid], target);
    }
    for (const effect of ['reset', 'garbage', 'html502'] as const) {
      botApi.breakNext('getChat', effect);
      assert.deepEqual((await setTarget(anna, '-1001')).body, invalid, effect);
    }
    botApi.rateLimit(shared, 'getChat', 5);
    assert.deepEqual((await setTarget(anna, '-1001')).body, invalid);
    assert.equal((await status(anna)).target, '4711');
  });

  it('PUT /auth/messenger returns 400 without a bot', async () => {
    assert.deepEqual((await setTarget(bare.anna, '4711', bare)).body, invalid);
    assert.equal((await setTarget(bare.anna, '', bare)).status, 200);
  });

  it('40 concurrent changes of target, bot and code by one user all return 200', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => setTarget(anna, i % 2 ? '4713' : '')),
      ...Array.from({ length: 20 }, () => fixtures.call(anna, 'DELETE', '/auth/messenger')),
      ...Array.from({ length: 4 }, () => fixtures.call(anna, 'DELETE', '/auth/messenger/bot')),
      ...Array.from({ length: 4 }, () => setBot(anna, own)),
      ...Array.from({ length: 4 }, () => getCode(anna)),
    ]);
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200).map(({ body }) => body),
      [],
    );
    const known = await fixtures.db.read.selectFrom('bots').select(['id', 'username']).execute();
    const right = new Map([
      [botIdOf(shared), 'callout_bot'],
      [botIdOf(own), 'anna_bot'],
    ]);
    for (const { id, username } of known) assert.equal(username, right.get(id), 'a code never gives a bot the name of another');
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
    fixtures.advanceClock(300_000);
  });

  it('PUT /auth/messenger saves the target when the messenger cannot report the membership of the bot', async () => {
    for (const [code, description, kept] of [
      [501, 'Not Implemented', 200],
      [400, 'Bad Request: unknown method', 200],
      [400, 'Bad Request: member list is inaccessible', 400],
      [403, 'Forbidden: bot is not a member of the supergroup chat', 400],
    ] as const) {
      botApi.failNext(shared, 'getChatMember', { error_code: code, description });
      assert.equal((await setTarget(anna, '-1001')).status, kept, description);
    }
    botApi.breakNext('getChatMember', 'reset');
    assert.equal((await setTarget(anna, '-1001')).status, 200);
    botApi.addChat(shared, { id: -1003, type: 'supergroup', title: 'Strict' }, 'restricted');
    assert.equal((await setTarget(anna, '-1003')).status, 400, 'restricted, and not there any more');
  });

  it('PUT /auth/messenger returns 429 after 60 changes in five minutes by one account, not to other accounts', async () => {
    const who = await fixtures.createUser('restless', 'client');
    const answers = await Promise.all(Array.from({ length: 65 }, () => setTarget(who, '')));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(60).fill(200), ...Array(5).fill(429)]);
    assert.equal((await setTarget(boris, '')).status, 200);
    assert.equal((await fixtures.call(who, 'DELETE', '/auth/messenger')).status, 200);
    fixtures.advanceClock(5 * 60_000);
    assert.equal((await setTarget(who, '')).status, 200);
  });

  it('PUT with an empty target and DELETE /auth/messenger remove the target and can be repeated', async () => {
    for (const clear of [() => setTarget(anna, ''), () => fixtures.call(anna, 'DELETE', '/auth/messenger')]) {
      await setTarget(anna, '4711');
      for (let i = 0; i < 2; i++) assert.deepEqual((await clear()).body, { ok: true });
      const { bound, target } = await status(anna);
      assert.deepEqual([bound, target], [false, '']);
    }
  });
});

describe('POST and DELETE /auth/messenger/bot', () => {
  it('POST /auth/messenger/bot stores the token encrypted after the messenger confirms it, and no response shows it', async () => {
    await setTarget(anna, '4711');
    const { status: code, body } = await setBot(anna, ` ${own} `);
    assert.deepEqual([code, body], [200, { ok: true }]);
    const after = await status(anna);
    assert.deepEqual(after, {
      bot_username: 'anna_bot',
      bound: true,
      enabled: true,
      has_bot_token: true,
      target: '4711',
      token_configurable: true,
    });
    assert(!JSON.stringify(after).includes('own-secret'));
    const row = await fixtures.db.read
      .selectFrom('users')
      .select('bot_token')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow();
    assert(row.bot_token && !row.bot_token.includes('own-secret'));
    assert.equal((await setTarget(anna, '4711')).status, 400, 'her bot does not know that chat');
    assert.equal((await setTarget(anna, '4712')).status, 200);
  });

  it('DELETE /auth/messenger/bot can be repeated and keeps the target and the bots of others', async () => {
    const hasBot = (who: TestUser) =>
      fixtures.db.read.selectFrom('users').select('bot_id').where('id', '=', who.id).executeTakeFirst();
    await setBot(boris, own);
    fixtures.advanceClock(300_000);
    for (let i = 0; i < 2; i++) assert.deepEqual((await fixtures.call(anna, 'DELETE', '/auth/messenger/bot')).body, { ok: true });
    const { has_bot_token, enabled, target } = await status(anna);
    assert.deepEqual([has_bot_token, enabled, target], [false, true, '4712']);
    assert((await hasBot(boris))?.bot_id);
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
  });

  it('POST /auth/messenger/bot returns 400 for a malformed or unknown token, an unavailable messenger or a missing encryption key', async () => {
    const calls = botApi.calls().length;
    const refused = async (token: unknown): Promise<void> => {
      fixtures.advanceClock(60_000);
      assert.equal((await setBot(boris, token)).status, 400, String(token));
    };
    for (const token of ['', ':x', '12', 'x:y', '0:abc', '1:a b', '1:a/../b', `1:${'x'.repeat(200)}`, '１:abc'])
      await refused(token);
    for (const token of [undefined, null, 200, [own]]) await refused(token);
    assert.equal(botApi.calls().length, calls, 'none of these reached the messenger');
    assert.equal((await setBot(bare.anna, own, bare)).status, 400);
    assert.equal(botApi.calls().length, calls);
    await refused('999:unknown');
    botApi.breakNext('getMe', 'html502');
    await refused(own);
    assert.equal((await status(boris)).has_bot_token, false);
  });

  it('POST /auth/messenger/bot returns 429 after five requests in five minutes, whatever the body', async () => {
    fixtures.advanceClock(300_000);
    const answers = await Promise.all(Array.from({ length: 12 }, () => setBot(boris, 'nonsense')));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(400), ...Array(7).fill(429)]);
    assert.deepEqual((await fixtures.call(boris, 'POST', '/auth/messenger/bot', '{broken')).body, {
      error: 'too many attempts, try again later',
    });
    assert.equal((await setBot(wanda, 'nonsense')).status, 400, 'others count for themselves');
  });

  it('a bot token that was saved with another encryption key is not used and operations that need it return 400', async () => {
    fixtures.advanceClock(300_000);
    assert.equal((await setBot(boris, own)).status, 200);
    fixtures.deps.config.dataEncryptionKey = Buffer.alloc(32, 8);
    try {
      assert.deepEqual((await setTarget(boris, '4712')).body, invalid);
      const { status: code, body } = await getCode(boris);
      assert.deepEqual([code, Object.keys(body)], [400, ['error']]);
      assert.equal((await status(boris)).has_bot_token, true);
      assert.equal((await fixtures.call(boris, 'GET', '/auth/me')).status, 200, 'nothing else is harmed');
    } finally {
      fixtures.deps.config.dataEncryptionKey = Buffer.alloc(32, 7);
    }
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
  });
});

describe('errors that do not come from the messenger', () => {
  it('database errors and programming errors are not reported as errors of the messenger', async () => {
    const fault = new Error('another thing');
    const fails = () => Promise.reject(fault);
    const api = { send: fails, identify: fails } as unknown as BotApi;
    const bot = { id: 1, token: '1:x' };
    await assert.rejects(requireBot(fails), fault);
    await assert.rejects(sendTestMessage(api, bot, '1', null), fault);
    await assert.rejects(identifyBot(api, '100:global-secret'), fault);
  });
});

describe('accounts that are disabled or deleted before the change', () => {
  const bot = { id: 100, username: 'callout_bot' };
  const changes = {
    'a target': (tx: Tx, who: Actor) => writeTarget(tx, who, '1'),
    'a bot': (tx: Tx, who: Actor) => connectBot(tx, who, createSecretKey(Buffer.alloc(32, 7)), own, 'x', fixtures.now),
    'no bot': (tx: Tx, who: Actor) => disconnectBot(tx, who),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`an account that is disabled or deleted meanwhile cannot save ${what}`, async () => {
      const disabled = await fixtures.createUser(`disabled-${crypto.randomUUID()}`, 'client', { is_active: false });
      const gone = { id: crypto.randomUUID(), role: 'client' } as const;
      await assert.rejects(
        fixtures.db.transaction((tx) => change(tx, disabled)),
        /account disabled/,
      );
      await assert.rejects(
        fixtures.db.transaction((tx) => change(tx, gone)),
        { status: 401 },
      );
    });
  }

  it('a deleted account gets no bind code', async () => {
    const gone = { id: crypto.randomUUID(), role: 'client' } as const;
    await assert.rejects(
      fixtures.db.transaction((tx) => issueBindCode(tx, gone, bot, fixtures.now)),
      /profile not found/,
    );
  });
});

describe('listBots', () => {
  it('the list of bots to poll contains the global bot and those of active accounts, each by its own id', async () => {
    const [ada, bea] = [await fixtures.createUser('ada', 'client'), await fixtures.createUser('bea', 'client')];
    fixtures.advanceClock(300_000);
    await setBot(ada, own);
    const other = '300:other-secret';
    botApi.addBot({ token: other, username: 'bea_bot' });
    await setBot(bea, other);
    const { db, config } = fixtures.deps;
    const polledTokens = async () => [...(await listBots(db.read, config)).bots.values()].map(({ token }) => token).sort();
    assert.deepEqual(await polledTokens(), [shared, own, other].sort());
    const find = async (who: TestUser) => {
      const { bot_id } = await db.read.selectFrom('users').select('bot_id').where('id', '=', who.id).executeTakeFirstOrThrow();
      return (await findBot(db.read, config, bot_id ?? 0))?.token;
    };
    assert.deepEqual([await find(ada), await find(bea)], [own, other]);
    await fixtures.call(root, 'PATCH', `/users/${ada.id}`, { is_active: false });
    assert.deepEqual([await find(ada), await polledTokens()], [undefined, [shared, other].sort()]);
    for (const who of [ada, bea]) await fixtures.call(root, 'DELETE', `/users/${who.id}`);
  });
});

describe('POST /auth/messenger/code', () => {
  it('POST /auth/messenger/code returns a code and a link to the bot that expire after 15 minutes', async () => {
    const { status: code, body } = await getCode(wanda);
    assert.equal(code, 200);
    assert.match(body.code, /^[A-Za-z0-9_-]{22}$/);
    assert.equal(body.link, `https://t.example/callout_bot?start=${body.code}`);
    assert.equal(body.expires_at, new Date(fixtures.now.getTime() + 900_000).toISOString());
    assert.deepEqual(Object.keys(body).sort(), ['code', 'expires_at', 'link']);
  });

  it('POST /auth/messenger/code links to the own bot of the user if there is one', async () => {
    fixtures.advanceClock(300_000);
    await setBot(anna, own);
    assert.match((await getCode(anna)).body.link, /^https:\/\/t\.example\/anna_bot\?start=/);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });

  it('POST /auth/messenger/code returns 400 without a bot and 429 after five codes in five minutes', async () => {
    assert.equal((await getCode(bare.anna, bare)).status, 400);
    fixtures.advanceClock(300_000);
    const answers = await Promise.all(Array.from({ length: 9 }, () => getCode(wanda)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(200), ...Array(4).fill(429)]);
    fixtures.advanceClock(300_000);
    assert.equal((await getCode(wanda)).status, 200);
  });

  it('POST /auth/messenger/code stores only a hash of the code', async () => {
    const { body } = await getCode(root);
    const rows = await fixtures.db.read.selectFrom('bind_codes').selectAll().execute();
    assert(rows.length > 0 && !JSON.stringify(rows).includes(body.code));
  });
});

describe('POST /ext/messenger/test', () => {
  const test = (who = anna) => {
    fixtures.advanceClock(300_000);
    return fixtures.call(who, 'POST', '/ext/messenger/test');
  };

  it('POST /ext/messenger/test sends a message to the bound chat', async () => {
    for (const who of [anna, boris]) await fixtures.call(who, 'DELETE', '/auth/messenger');
    const before = botApi.sent().length;
    assert.deepEqual((await test()).body, { error: 'no chat is bound' });
    await setTarget(anna, '4711');
    assert.deepEqual((await test()).body, { ok: true });
    assert.deepEqual([botApi.sent().length, botApi.sent().at(-1)?.chat_id], [before + 1, 4711]);
    assert.equal((await test(boris)).status, 400);
    assert.equal(botApi.sent().length, before + 1);
  });

  it('POST /ext/messenger/test returns the reason of a failure, and marks the chat as reachable after a success', async () => {
    botApi.block(shared, 4711);
    assert.deepEqual((await test()).body, { error: 'the chat takes no messages from the bot' });
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_refused_at: fixtures.now }).where('id', '=', anna.id).execute(),
    );
    assert.equal((await status(anna)).bound, false);
    botApi.receiveMessage(shared, 4711, 'here I am again');
    assert.equal((await test()).status, 200);
    assert.equal((await status(anna)).bound, true);
    botApi.pause();
    const { status: code, body } = await test();
    await botApi.resume();
    assert.deepEqual([code, body.error], [400, 'the messenger did not take the message']);
  });

  it('POST /ext/messenger/test changes neither a chat that was bound meanwhile nor the binding of another user', async () => {
    const refused = (who: TestUser) =>
      fixtures.transaction((tx) =>
        tx.updateTable('users').set({ messenger_refused_at: fixtures.now }).where('id', '=', who.id).execute(),
      );
    await setTarget(boris, '4711');
    for (const who of [anna, boris]) await refused(who);
    assert.equal((await test()).status, 200);
    assert.equal((await status(anna)).bound, true);
    assert.equal((await fixtures.call(boris, 'GET', '/auth/messenger')).body.bound, false);
    botApi.addChat(shared, { id: 4714, type: 'private', first_name: 'Anna' });
    botApi.beforeNext('sendMessage', async () => {
      await setTarget(anna, '4714');
      await refused(anna);
    });
    assert.equal((await test()).status, 200);
    assert.equal((await status(anna)).bound, false);
    await setTarget(anna, '4711');
  });

  it('POST /ext/messenger/test returns 429 after five requests in five minutes', async () => {
    fixtures.advanceClock(300_000);
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push((await fixtures.call(anna, 'POST', '/ext/messenger/test')).status);
    assert.deepEqual(codes, [200, 200, 200, 200, 200, 429]);
  });

  it('POST /ext/messenger/test returns 400 without a bot', async () => {
    const { body } = await bare.call(bare.anna, 'POST', '/ext/messenger/test');
    assert.deepEqual(body, { error: 'no bot is configured' });
  });
});
