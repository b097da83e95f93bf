import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, it } from 'node:test';
import { sql } from 'kysely';
import { botIdOf } from '../src/outbound/messenger/bots.ts';
import type { BotReply } from '../src/outbound/messenger/payloads.ts';
import { PollerPool } from '../src/outbound/messenger/poller-pool.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { noTenant } from '../src/platform/deliveries/queue.ts';
import { deliveryHandlers, startDeliveryWorkers } from '../src/service/start-delivery-workers.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { readHealthOf } from '../testing/read-health.ts';
import { waitFor } from '../testing/wait.ts';

// How often bots reply, and that replies do not delay notifications. Which reply they send: test/bots.test.ts.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const shared = '100:global-secret';
const own = '200:own-secret';
botApi.addBot({ token: shared, username: 'callout_bot' });
botApi.addBot({ token: own, username: 'boris_bot' });
botApi.addChat(shared, { id: 4711, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: shared,
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
});
const { anna, boris } = fixtures;
assert.equal((await fixtures.call(boris, 'POST', '/auth/messenger/bot', { token: own })).status, 200);

const stops: (() => Promise<void>)[] = [];
/** Starts the pollers of one instance and waits until the bot is polled. */
async function startPollers(): Promise<() => Promise<void>> {
  const notifications = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
  const pollers = new PollerPool(fixtures.deps, notifications);
  const stop = async (): Promise<void> => {
    await pollers.stop();
    await notifications.close();
  };
  stops.push(stop);
  await botApi.waitFor(() => botApi.polls(shared) === 1 && botApi.polls(own) === 1);
  return stop;
}
beforeEach(async () => {
  fixtures.advanceClock(10_000);
  await fixtures.clearDeliveries();
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const setTarget = async (target: string): Promise<void> => {
  assert.equal((await fixtures.call(anna, 'PUT', '/auth/messenger', { target })).status, 200);
};
const targetOfAnna = async (): Promise<string> => (await fixtures.call(anna, 'GET', '/auth/messenger')).body.target;
const newCode = async (): Promise<string> => (await fixtures.call(anna, 'POST', '/auth/messenger/code')).body.code;
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
  await startPollers();
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
  await startPollers();
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
  const code = await newCode();
  await startPollers();
  await setTarget('4711');
  for (const text of ['/status', 'a'.repeat(22), code]) await say(text, [23]);
  assert.equal(await targetOfAnna(), '23');
  await say('/status', [23]); // the reply to a code counts for the limit
  await say('/stop', [23]);
  assert.equal(await targetOfAnna(), '');
  await say(code, [23]);
  assert.deepEqual(await replies(), [
    [23, 'not_bound'],
    [23, 'bound'],
    [23, 'stopped'],
  ]);
});

it('answers of an own bot to chats without an account count as those of its owner, so that they delay no other tenant', async () => {
  await startPollers();
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
  const stop = await startPollers();
  await say('/status', [25]);
  await stop();
  await startPollers();
  const handled = await countHandled();
  await say('/status', [25]);
  assert.equal((await countHandled()) - handled, 1);
  assert.deepEqual(await replies(), [[25, 'not_bound']]);
});

it('a bot sends 30 replies in 10 s to unbound chats, counted over all instances, and further replies to bound chats', async () => {
  await setTarget('4711');
  const stop = await startPollers();
  const refused = await refusalsBy('bot-answers-unknown');
  await say('/status', chatsFrom(1_000, 10));
  await say('/start', chatsFrom(1_010, 10));
  await stop();
  await startPollers();
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
  const code = await newCode();
  await startPollers();
  await say('/status', chatsFrom(2_000, 30));
  await say(code, [2_030]);
  assert.equal(await targetOfAnna(), '2030');
  await say('/stop', [2_030]);
  assert.equal(await targetOfAnna(), '');
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

// This is the last test of the file because its delivery workers run until the fixtures are closed.
it('a notification is sent while a reply to an unbound chat is in progress and more updates arrive', async () => {
  await startPollers();
  await setTarget('4711');
  const workers = startDeliveryWorkers(fixtures.deps, deliveryHandlers(fixtures.deps));
  after(() => workers.stop());
  const calls = () => botApi.calls('sendMessage');
  const before = calls().length;
  // The first answer stays open until there is another call, which only another worker can make.
  const held = Promise.withResolvers<void>();
  botApi.beforeNext('sendMessage', () => {
    const another = waitFor(() => calls().length >= before + 2, 8_000).then(() => {});
    another.then(held.resolve, held.reject);
    return another.catch(() => {});
  });
  for (const chat of chatsFrom(6_000, 200)) botApi.receiveMessage(shared, chat, '/status');
  await waitFor(() => calls().length > before);
  const ticket = await createRuleTicket();
  await held.promise;
  assert.match(String(calls()[before + 1]?.args['text']), new RegExp(`request #${ticket}\\b`));
  await waitFor(() => botApi.updatesPending(shared) === 0, 60_000);
  await waitFor(async () => (await fixtures.pendingDeliveries('answers')).length === 0, 60_000);
});
