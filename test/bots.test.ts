import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { PollerPool } from '../src/outbound/messenger/poller-pool.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// Bots that hear: in this process, as the service runs them. Over processes: test/process/bots.test.ts.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const shared = '100:global-secret';
botApi.addBot({ token: shared, username: 'callout_bot' });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: shared,
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
});
const { anna, boris } = fixtures;

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
const running: (() => Promise<void>)[] = [];
/** Starts the pollers of one process. */
function startPollers(): () => Promise<void> {
  const notifications = new NotificationListener({ connectionString: fixtures.url }, log);
  const pollers = new PollerPool({ ...fixtures.deps, log }, notifications);
  const stop = async (): Promise<void> => {
    await pollers.stop();
    await notifications.close();
  };
  running.push(stop);
  return stop;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

const status = async (who: TestUser) => (await fixtures.call(who, 'GET', '/auth/messenger')).body;
const newCode = async (who: TestUser): Promise<string> => {
  fixtures.advanceClock(300_000);
  const { body } = await fixtures.call(who, 'POST', '/auth/messenger/code');
  return body.code;
};
const hears = (token: string) => botApi.waitFor(() => botApi.polls(token) === 1);
async function startPollersAndWait(): Promise<void> {
  startPollers();
  await hears(shared);
}
/** What the bot answers to the chat, once it does. */
async function answerTo(token: string, chat: number, text: string, from?: { id: number }): Promise<string> {
  fixtures.advanceClock(10_000); // one answer per chat in 10 s: test/bot-reply-limits.test.ts
  const before = botApi.sent(token).length;
  botApi.receiveMessage(token, chat, text, from);
  await botApi.waitFor(() => botApi.updatesPending(token) === 0);
  await fixtures.deliver('answers');
  return botApi.sent(token)[before]?.readable ?? '';
}

describe('binding a chat', () => {
  beforeEach(startPollersAndWait);

  it('a bind code binds the chat that sends it once, as a deep link or as plain text', async () => {
    for (const [form, chat] of [
      [(code: string) => `/start ${code}`, 11],
      [(code: string) => code, 12],
      [(code: string) => `/start@callout_bot ${code}`, 13],
    ] as const) {
      const code = await newCode(anna);
      assert.match(await answerTo(shared, chat, form(code)), /is connected/);
      const { bound, target } = await status(anna);
      assert.deepEqual([bound, target], [true, String(chat)]);
      assert.match(await answerTo(shared, 14, form(code)), /has been used or has expired/);
      assert.equal((await status(anna)).target, String(chat));
    }
  });

  it('tells a worker of the commands for jobs, and a client of the messages that come anyway', async () => {
    assert.match(await answerTo(shared, 11, await newCode(fixtures.wanda)), /is connected\. .*\/free .*\/mine /);
    assert.match(await answerTo(shared, 12, await newCode(anna)), /is connected\. .*requests that no worker accepts/);
    assert.match(await answerTo(shared, 13, await newCode(fixtures.root)), /is connected\. Choose in Callout/);
    await answerTo(shared, 11, '/stop');
    await answerTo(shared, 13, '/stop');
  });

  it('a bind code that is unknown, expired or replaced by a newer one binds no chat', async () => {
    assert.match(await answerTo(shared, 15, '/start xyz'), /does not exist/);
    const old = await newCode(boris);
    fixtures.advanceClock(15 * 60_000);
    assert.match(await answerTo(shared, 15, `/start ${old}`), /has expired/);
    const others = await newCode(anna);
    const replaced = await newCode(boris);
    const newest = await newCode(boris);
    assert.match(await answerTo(shared, 15, replaced), /has expired/);
    assert.equal((await status(boris)).target, '');
    assert.match(await answerTo(shared, 15, newest), /is connected/);
    assert.match(await answerTo(shared, 16, others), /is connected/, 'it was not hers that was replaced');
    await fixtures.call(anna, 'DELETE', '/auth/messenger');
  });

  it('a bind code that 30 chats send at once binds exactly one of them', async () => {
    const code = await newCode(anna);
    for (let chat = 100; chat < 130; chat++) botApi.receiveMessage(shared, chat, `/start ${code}`);
    await botApi.waitFor(() => botApi.updatesPending(shared) === 0);
    const before = botApi.sent(shared).length;
    await fixtures.deliver('answers');
    const bound = botApi
      .sent(shared)
      .slice(before)
      .filter(({ readable }) => /is connected/.test(readable));
    assert.equal(bound.length, 1);
    assert.equal((await status(anna)).target, String(bound[0]?.chat_id));
  });

  it('/stop unbinds the chat, and /status reports whether the chat is bound', async () => {
    const code = await newCode(anna);
    await answerTo(shared, 16, code);
    assert.match(await answerTo(shared, 16, '/status'), /is connected: you receive notifications here/);
    assert.match(await answerTo(shared, 16, '/stop'), /Notifications are turned off for this chat/);
    assert.equal((await status(anna)).target, '');
    assert.match(await answerTo(shared, 16, '/status'), /not connected/);
    assert.match(await answerTo(shared, 16, '/start'), /get a code/);
    assert.equal(await answerTo(shared, 16, 'what is the weather like?'), '', 'other words are not for the bot');
  });

  it('a bind code of an account that was disabled meanwhile binds no chat', async () => {
    const code = await newCode(boris);
    const setActive = (is_active: boolean) =>
      fixtures.transaction((tx) => tx.updateTable('users').set({ is_active }).where('id', '=', boris.id).execute());
    await fixtures.call(boris, 'DELETE', '/auth/messenger');
    await setActive(false);
    assert.match(await answerTo(shared, 16, code), /has expired/);
    await setActive(true);
    assert.equal((await status(boris)).target, '');
  });

  it('/status and /stop concern only the binding of this chat to this bot', async () => {
    const own = '203:own-secret';
    botApi.addBot({ token: own, username: 'boris_bot' });
    await answerTo(shared, 19, await newCode(anna));
    await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own });
    await hears(own);
    await answerTo(own, 20, await newCode(boris));
    assert.match(await answerTo(shared, 20, '/status'), /not connected/, 'that is the other bot`s chat');
    assert.match(await answerTo(shared, 20, '/stop'), /not connected/);
    assert.deepEqual([(await status(anna)).target, (await status(boris)).target], ['19', '20']);
    for (const who of [anna, boris]) await fixtures.call(who, 'DELETE', '/auth/messenger');
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
  });

  it('a bind code binds only at the bot for which it was issued', async () => {
    const own = '201:own-secret';
    botApi.addBot({ token: own, username: 'anna_bot' });
    const forShared = await newCode(anna);
    assert.equal((await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own })).status, 200);
    await hears(own);
    assert.match(await answerTo(own, 17, forShared), /does not exist/);
    assert.match(await answerTo(shared, 17, forShared), /has expired/, 'she has another bot since');
    const forOwn = await newCode(anna);
    assert.match(await answerTo(own, 17, forOwn), /is connected/);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });
});

describe('bot commands', () => {
  beforeEach(startPollersAndWait);
  const setTarget = async (target: string): Promise<void> => {
    assert.equal((await fixtures.call(anna, 'PUT', '/auth/messenger', { target })).status, 200, target);
  };

  it('the bot executes commands that name it and ignores commands that name another bot', async () => {
    botApi.addChat(shared, { id: -31, type: 'supergroup', title: 'Office' });
    await setTarget('-31');
    assert.equal(await answerTo(shared, -31, '/stop@other_bot'), '');
    assert.equal((await status(anna)).bound, true);
    assert.match(await answerTo(shared, -31, '/status@Callout_Bot'), /is connected/, 'names are the same in any case');
    assert.match(await answerTo(shared, -31, '/stop@callout_bot'), /Notifications are turned off for this chat/);
  });

  it('the bot recognizes a chat however the target id or name was written', async () => {
    botApi.addChat(shared, { id: 32, type: 'private' });
    botApi.addChat(shared, { id: -33, type: 'supergroup', title: 'Office', username: 'Yard_Office' });
    for (const [target, chat] of [
      ['0032', 32],
      ['-033', -33],
      ['@yard_office', -33],
    ] as const) {
      await setTarget(target);
      assert.match(await answerTo(shared, chat, '/status'), /is connected/, target);
      assert.match(await answerTo(shared, chat, '/stop'), /Notifications are turned off for this chat/, target);
      assert.equal((await status(anna)).bound, false, target);
    }
  });

  it('in a group only the person who bound the chat ends its notifications with /stop', async () => {
    botApi.addChat(shared, { id: -35, type: 'supergroup', title: 'House' });
    const code = await newCode(anna);
    const [binder, neighbour] = [{ id: 501 }, { id: 502 }];
    assert.match(await answerTo(shared, -35, code, binder), /This chat is connected/);
    assert.match(await answerTo(shared, -35, '/stop', neighbour), /Someone else connected this chat/);
    assert.equal((await status(anna)).bound, true);
    assert.match(await answerTo(shared, -35, '/stop', binder), /Notifications are turned off for this chat/);
    assert.equal((await status(anna)).bound, false);

    await answerTo(shared, -35, await newCode(anna), binder);
    await setTarget('-35');
    assert.match(
      await answerTo(shared, -35, '/stop', neighbour),
      /Notifications are turned off for this chat/,
      'bound by its id, by no person',
    );
  });

  it('/status reports a chat as bound only while the account receives notifications there', async () => {
    const set = (values: object) =>
      fixtures.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', anna.id).execute());
    await set({ messenger_target: '34', messenger_refused_at: fixtures.now });
    assert.match(await answerTo(shared, 34, '/status'), /not connected/);
    await set({ messenger_refused_at: null, is_active: false });
    assert.match(await answerTo(shared, 34, '/status'), /not connected/);
    await set({ is_active: true });
    assert.match(await answerTo(shared, 34, '/status'), /is connected/);
  });

  it('the bot still responds after 100 pending messages of the maximum length', async () => {
    const message = { message_id: 1, date: 1, chat: { id: 35, type: 'private' }, text: 'x'.repeat(60_000) };
    for (let i = 0; i < 100; i++) botApi.receiveUpdate(shared, { message });
    assert.match(await answerTo(shared, 35, '/status'), /not connected/);
  });
});

describe('pollers', () => {
  it('a poller starts when POST /auth/messenger/bot saves a token and stops when DELETE removes it, on any process', async () => {
    const own = '202:own-secret';
    botApi.addBot({ token: own, username: 'boris_bot' });
    startPollers();
    await hears(shared);
    await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own });
    await hears(own);
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
    await botApi.waitFor(() => botApi.polls(own) === 0);
  });

  it('two processes open one poll per bot, and the other process takes over when the first one stops', async () => {
    const stop = startPollers();
    await hears(shared);
    startPollers();
    await sleep(200); // time in which a second one would poll
    assert.equal(botApi.maxParallelPolls(shared), 1);
    await stop();
    await hears(shared);
    assert.equal(botApi.conflicts(shared), 0);
  });

  it('a poller recovers from lost connections, conflicts, rate limits and server errors', async () => {
    startPollers();
    await hears(shared);
    for (const disturb of [
      () => botApi.breakNext('getUpdates', 'reset'),
      () => botApi.breakNext('getUpdates', 'html502'),
      () => botApi.breakNext('getUpdates', 'garbage'),
      () => botApi.rateLimit(shared, 'getUpdates', 1),
      () =>
        botApi.failNext(shared, 'getUpdates', {
          error_code: 409,
          description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        }),
      () => botApi.failNext(shared, 'getUpdates', { error_code: 500, description: 'Internal Server Error' }),
    ]) {
      disturb();
      const identified = botApi.calls('getMe').length;
      botApi.receiveMessage(shared, 19, 'wake up');
      await botApi.waitFor(() => botApi.calls('getMe').length > identified, 20_000);
      await hears(shared);
    }
    assert.match(await answerTo(shared, 19, '/status'), /connected/);
  });

  it('a poller stops and logs an invalid token, and starts again when a new token is saved', async () => {
    const own = '203:first';
    botApi.addBot({ token: own, username: 'boris_bot' });
    startPollers();
    fixtures.advanceClock(300_000);
    await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own });
    await hears(own);
    botApi.revoke(own);
    await botApi.waitFor(() => lines.some((line) => /rejects the token/.test(line)));
    const calls = () => botApi.calls().filter(({ token }) => token === own).length;
    const before = calls();
    // Whoever picks up a new bot has looked at the void one as well.
    const ben = await fixtures.createUser('ben', 'client');
    const other = '205:of-ben';
    botApi.addBot({ token: other, username: 'ben_bot' });
    fixtures.advanceClock(300_000);
    assert.equal((await fixtures.call(ben, 'POST', '/auth/messenger/bot', { token: other })).status, 200);
    await hears(other);
    assert.equal(calls(), before, 'it is left alone');
    await fixtures.call(ben, 'DELETE', '/auth/messenger/bot');
    assert.equal((await status(boris)).bot_username, '');
    const renewed = '203:second';
    botApi.addBot({ token: renewed, username: 'boris_bot' });
    assert.equal((await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: renewed })).status, 200);
    await hears(renewed);
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
  });

  it('a poller stops and logs when the bot has a webhook', async () => {
    const own = '204:own';
    botApi.addBot({ token: own, username: 'boris_bot' });
    botApi.setWebhook(own, 'https://example.com/hook');
    startPollers();
    fixtures.advanceClock(300_000);
    await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own });
    await botApi.waitFor(() => lines.some((line) => /this bot has a webhook/.test(line)));
    assert.equal(botApi.polls(own), 0);
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
  });

  it('pollers never log a token', () => {
    assert(lines.length > 0);
    assert(!lines.some((line) => /global-secret|own-secret|203:first/.test(line)));
  });
});
