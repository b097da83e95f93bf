import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { botIdOf } from '../src/outbound/messenger/bots.ts';
import type { BotReply } from '../src/outbound/messenger/payloads.ts';
import { PollerPool } from '../src/outbound/messenger/poller-pool.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { noTenant } from '../src/platform/deliveries/queue.ts';
import { deliveryHandlers, startDeliveryWorkers } from '../src/service/start-delivery-workers.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { readHealthOf } from '../testing/read-health.ts';
import { waitFor } from '../testing/wait.ts';

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
const setTarget = async (target: string): Promise<void> => {
  assert.equal((await fixtures.call(anna, 'PUT', '/auth/messenger', { target })).status, 200, target);
};
const isPolled = (token: string) => botApi.waitFor(() => botApi.polls(token) === 1);
async function startPollersAndWait(): Promise<void> {
  startPollers();
  await isPolled(shared);
}
/** What the bot answers to the chat, once it does. */
async function answerTo(token: string, chat: number, text: string, from?: { id: number }): Promise<string> {
  fixtures.advanceClock(10_000); // one answer per chat in 10 s
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
    assert.match(await answerTo(shared, 12, await newCode(anna)), /is connected\. .*requests that no worker takes/);
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
    await isPolled(own);
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
    await isPolled(own);
    assert.match(await answerTo(own, 17, forShared), /does not exist/);
    assert.match(await answerTo(shared, 17, forShared), /has expired/, 'she has another bot since');
    const forOwn = await newCode(anna);
    assert.match(await answerTo(own, 17, forOwn), /is connected/);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });
});

describe('bot commands', () => {
  beforeEach(startPollersAndWait);
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
    await isPolled(shared);
    await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own });
    await isPolled(own);
    await fixtures.call(boris, 'DELETE', '/auth/messenger/bot');
    await botApi.waitFor(() => botApi.polls(own) === 0);
  });

  it('two processes open one poll per bot, and the other process takes over when the first one stops', async () => {
    const stop = startPollers();
    await isPolled(shared);
    startPollers();
    await sleep(200); // time in which a second one would poll
    assert.equal(botApi.maxParallelPolls(shared), 1);
    await stop();
    await isPolled(shared);
    assert.equal(botApi.conflicts(shared), 0);
  });

  it('a poller recovers from lost connections, conflicts, rate limits and server errors', async () => {
    startPollers();
    await isPolled(shared);
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
      await isPolled(shared);
    }
    assert.match(await answerTo(shared, 19, '/status'), /connected/);
  });

  it('a poller stops and logs an invalid token, and starts again when a new token is saved', async () => {
    const own = '203:first';
    botApi.addBot({ token: own, username: 'boris_bot' });
    startPollers();
    fixtures.advanceClock(300_000);
    await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own });
    await isPolled(own);
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
    await isPolled(other);
    assert.equal(calls(), before, 'it is left alone');
    await fixtures.call(ben, 'DELETE', '/auth/messenger/bot');
    assert.equal((await status(boris)).bot_username, '');
    const renewed = '203:second';
    botApi.addBot({ token: renewed, username: 'boris_bot' });
    assert.equal((await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: renewed })).status, 200);
    await isPolled(renewed);
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

describe('how often bots reply', () => {
  const own = '200:own-secret';
  before(async () => {
    botApi.addBot({ token: own, username: 'boris_bot' });
    botApi.addChat(shared, { id: 4711, type: 'private', first_name: 'Anna' });
    fixtures.advanceClock(300_000);
    assert.equal((await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own })).status, 200);
  });
  beforeEach(async () => {
    fixtures.advanceClock(10_000);
    await fixtures.clearDeliveries();
  });
  /** Starts the pollers of one instance and waits until both bots are polled. */
  async function startBoth(): Promise<() => Promise<void>> {
    const stop = startPollers();
    await botApi.waitFor(() => botApi.polls(shared) === 1 && botApi.polls(own) === 1);
    return stop;
  }

  /** Writes to a bot from these chats and waits until the updates are handled. */
  async function say(text: string, chats: number[], token = shared): Promise<void> {
    for (const chat of chats) botApi.receiveMessage(token, chat, text);
    await botApi.waitFor(() => botApi.updatesPending(token) === 0, 60_000);
  }
  /** Replies that are not sent yet, by chat. */
  const replies = async (): Promise<unknown[]> =>
    (await fixtures.pendingDeliveries('answers')).map(({ chat_id, answer }) => [chat_id, answer]);
  const chatsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);
  const countHandled = async (): Promise<number> =>
    (await fixtures.db.read.selectFrom('bot_updates').select('update_id').execute()).length;
  const refusalsBy = async (limit: string): Promise<number> => {
    const { values } = await fixtures.deps.metrics.limitRefusals.get();
    return values.find(({ labels }) => labels.limit === limit)?.value ?? 0;
  };
  /** Runs a rule, which creates a ticket and notifies its client. @returns the id of the ticket */
  async function createRuleTicket(): Promise<number> {
    const rule = { category: 'other', description: 'Sweep the stairs', period_days: 7, anchor_at: '2030-01-01T00:00:00Z' };
    const { body } = await fixtures.call(anna, 'POST', '/recurring', { ...rule, object_id: fixtures.lobby });
    return (await fixtures.call(anna, 'POST', `/recurring/${body.id}/run`)).body.ticket_id;
  }

  it('a bot replies to a chat once in 10 s and handles every update', async () => {
    await startBoth();
    const refused = await refusalsBy('bot-answers-chat');
    const handled = await countHandled();
    for (const text of ['/status', '/start', '/stop', 'a'.repeat(22), '/status']) await say(text, [21]);
    assert.deepEqual(await replies(), [[21, 'not_bound']]);
    assert.equal((await countHandled()) - handled, 5, 'updates without a reply are handled as well');
    assert.equal((await refusalsBy('bot-answers-chat')) - refused, 4);
    fixtures.advanceClock(9_999);
    await say('/start', [21]);
    assert.deepEqual(await replies(), [[21, 'not_bound']]);
    fixtures.advanceClock(1);
    await say('/start', [21]);
    assert.deepEqual(await replies(), [
      [21, 'not_bound'],
      [21, 'welcome'],
    ]);
  });

  it('the reply limit per chat applies to bound chats too and counts per bot and chat', async () => {
    await startBoth();
    await setTarget('4711');
    await say('/status', [4711, 4711, 22]);
    await say('/status', [22, 22], own);
    assert.deepEqual(await replies(), [
      [4711, 'bound_here'],
      [22, 'not_bound'],
      [22, 'not_bound'],
    ]);
  });

  it('a bind code binds and /stop unbinds with a reply in a chat that got a reply a moment ago', async () => {
    fixtures.advanceClock(300_000);
    const code = await newCode(anna);
    await startBoth();
    await setTarget('4711');
    for (const text of ['/status', 'a'.repeat(22), code]) await say(text, [23]);
    assert.equal((await status(anna)).target, '23');
    await say('/status', [23]); // the reply to a code counts for the limit
    await say('/stop', [23]);
    assert.equal((await status(anna)).target, '');
    await say(code, [23]);
    assert.deepEqual(await replies(), [
      [23, 'not_bound'],
      [23, 'bound'],
      [23, 'stopped'],
    ]);
  });

  it('answers of an own bot to chats without an account count as those of its owner, so that they delay no other tenant', async () => {
    await startBoth();
    await say('/status', [28], own);
    await say('c'.repeat(22), [29], own);
    await say('/status', [30]);
    const waiting = await fixtures.db.read
      .selectFrom('deliveries')
      .select('tenant')
      .where('queue', '=', 'answers')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      waiting.map(({ tenant }) => tenant),
      [boris.id, boris.id, noTenant],
    );
  });

  it('the reply limit per chat counts over all instances', async () => {
    const stop = await startBoth();
    await say('/status', [25]);
    await stop();
    await startBoth();
    const handled = await countHandled();
    await say('/status', [25]);
    assert.equal((await countHandled()) - handled, 1);
    assert.deepEqual(await replies(), [[25, 'not_bound']]);
  });

  it('a bot sends 30 replies in 10 s to unbound chats, counted over all instances, and further replies to bound chats', async () => {
    await setTarget('4711');
    const stop = await startBoth();
    const refused = await refusalsBy('bot-answers-unknown');
    await say('/status', chatsFrom(1_000, 10));
    await say('/start', chatsFrom(1_010, 10));
    await stop();
    await startBoth();
    await say('b'.repeat(22), chatsFrom(1_020, 10));
    assert.equal((await replies()).length, 30);
    const handled = await countHandled();
    for (const text of ['/status', '/start', '/stop', 'b'.repeat(22)]) await say(text, [1_030]);
    await say('/status', [1_031]);
    assert.equal((await replies()).length, 30);
    assert.equal((await countHandled()) - handled, 5);
    assert.equal((await refusalsBy('bot-answers-unknown')) - refused, 2, 'once for each chat: the others are refused before');
    await say('/status', [4711]);
    await say('/status', [1_031], own);
    assert.deepEqual((await replies()).slice(30), [
      [4711, 'bound_here'],
      [1_031, 'not_bound'],
    ]);
    fixtures.advanceClock(10_000);
    await say('/status', [1_031]);
    assert.equal((await replies()).length, 33);
  });

  it('a bind code binds and /stop unbinds with a reply when the limit for unbound chats is reached', async () => {
    fixtures.advanceClock(300_000);
    const code = await newCode(anna);
    await startBoth();
    await say('/status', chatsFrom(2_000, 30));
    await say(code, [2_030]);
    assert.equal((await status(anna)).target, '2030');
    await say('/stop', [2_030]);
    assert.equal((await status(anna)).target, '');
    assert.deepEqual((await replies()).slice(30), [
      [2_030, 'bound'],
      [2_030, 'stopped'],
    ]);
  });

  const welcome: BotReply = { kind: 'answer', bot_id: botIdOf(shared), chat_id: 26, answer: 'welcome' };

  it('a reply is dropped after five minutes', async () => {
    await fixtures.db.transaction((tx) => fixtures.deps.deliveries.enqueue(tx, 'answers', [welcome], noTenant, fixtures.now));
    const before = botApi.sent(shared).length;
    fixtures.advanceClock(5 * 60_000 + 1);
    assert.equal(await fixtures.deliver('answers'), 1);
    assert.equal(botApi.sent(shared).length, before);
  });

  it('a reply that the messenger asks to delay returns to its own queue, with a longer delay than a notification', async () => {
    botApi.receiveMessage(shared, 26, 'hello');
    await fixtures.db.transaction((tx) => fixtures.deps.deliveries.enqueue(tx, 'answers', [welcome], noTenant, fixtures.now));
    botApi.rateLimit(shared, 'sendMessage', 3);
    const before = botApi.sent(shared).length;
    await fixtures.deliver('answers');
    assert.equal(botApi.sent(shared).length, before);
    const { rows } = await sql<{ waitSeconds: number }>`
      select extract(epoch from due_at - now())::float as "waitSeconds"
      from deliveries where queue = 'answers'`.execute(fixtures.db.read);
    assert(rows.length === 1 && rows[0] && rows[0].waitSeconds > 3, JSON.stringify(rows));
    await fixtures.deliver('answers');
    assert.equal(botApi.sent(shared).length, before + 1);
  });

  it('a reply that was sent sets last_sent_at of the messenger in GET /ext/health', async () => {
    botApi.receiveMessage(shared, 26, 'hello');
    await fixtures.db.transaction((tx) => fixtures.deps.deliveries.enqueue(tx, 'answers', [welcome], noTenant, fixtures.now));
    await fixtures.deliver('answers');
    assert.equal((await readHealthOf(fixtures.deps)).messenger.last_sent_at, fixtures.now.toISOString());
  });

  // The last test of the file, because its delivery workers run until the fixtures are closed.
  it('a notification is sent while a reply to an unbound chat is in progress and more updates arrive', async () => {
    await startBoth();
    await setTarget('4711');
    const listener = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
    const workers = startDeliveryWorkers(fixtures.deps, deliveryHandlers(fixtures.deps), listener);
    after(async () => {
      await workers.stop();
      await listener.close();
    });
    const calls = () => botApi.calls('sendMessage');
    const before = calls().length;
    // The first answer stays open until there is another call, which only another worker can make.
    const held = Promise.withResolvers<void>();
    botApi.beforeNext('sendMessage', () => {
      const another = waitFor(() => calls().length >= before + 2, 8_000).then(() => {});
      another.then(held.resolve, held.reject);
      return another.catch(() => {});
    });
    for (const chat of chatsFrom(6_000, 40)) botApi.receiveMessage(shared, chat, '/status');
    await waitFor(() => calls().length > before);
    const ticket = await createRuleTicket();
    await held.promise;
    assert.match(String(calls()[before + 1]?.args['text']), new RegExp(`request #${ticket}\\b`));
    await waitFor(() => botApi.updatesPending(shared) === 0, 60_000);
    await waitFor(async () => (await fixtures.pendingDeliveries('answers')).length === 0, 60_000);
  });
});
