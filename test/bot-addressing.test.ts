import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { PollerPool } from '../src/outbound/messenger/poller-pool.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures } from '../testing/fixtures.ts';

// What a bot takes for its own, and where it is.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
const fixtures = await Fixtures.create({ MESSENGER_API_ROOT: botApi.url, MESSENGER_BOT_TOKEN: token });
const { anna } = fixtures;

const notifications = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
const pollers = new PollerPool(fixtures.deps, notifications);
after(async () => {
  await pollers.stop();
  await notifications.close();
});
await botApi.waitFor(() => botApi.polls(token) === 1);

const status = async () => (await fixtures.call(anna, 'GET', '/auth/messenger')).body;
const setTarget = async (target: string): Promise<void> => {
  const { status: code } = await fixtures.call(anna, 'PUT', '/auth/messenger', { target });
  assert.equal(code, 200, target);
};
/** What the bot answers to the chat, once it does. */
async function answerTo(chat: number, text: string, from?: { id: number }): Promise<string> {
  fixtures.advanceClock(10_000); // one answer per chat in 10 s: test/bot-reply-limits.test.ts
  const before = botApi.sent().length;
  botApi.receiveMessage(token, chat, text, from);
  await botApi.waitFor(() => botApi.updatesPending(token) === 0);
  await fixtures.deliver('answers');
  return botApi.sent()[before]?.readable ?? '';
}

describe('bot commands', () => {
  it('the bot executes commands that name it and ignores commands that name another bot', async () => {
    botApi.addChat(token, { id: -31, type: 'supergroup', title: 'Office' });
    await setTarget('-31');
    assert.equal(await answerTo(-31, '/stop@other_bot'), '');
    assert.equal((await status()).bound, true);
    assert.match(await answerTo(-31, '/status@Callout_Bot'), /is connected/, 'names are the same in any case');
    assert.match(await answerTo(-31, '/stop@callout_bot'), /Notifications are turned off for this chat/);
  });

  it('the bot recognizes a chat however the target id or name was written', async () => {
    botApi.addChat(token, { id: 32, type: 'private' });
    botApi.addChat(token, { id: -33, type: 'supergroup', title: 'Office', username: 'Yard_Office' });
    for (const [target, chat] of [
      ['0032', 32],
      ['-033', -33],
      ['@yard_office', -33],
    ] as const) {
      await setTarget(target);
      assert.match(await answerTo(chat, '/status'), /is connected/, target);
      assert.match(await answerTo(chat, '/stop'), /Notifications are turned off for this chat/, target);
      assert.equal((await status()).bound, false, target);
    }
  });

  it('in a group only the person who bound the chat ends its notifications with /stop', async () => {
    botApi.addChat(token, { id: -35, type: 'supergroup', title: 'House' });
    const { code } = (await fixtures.call(anna, 'POST', '/auth/messenger/code')).body;
    const [binder, neighbour] = [{ id: 501 }, { id: 502 }];
    assert.match(await answerTo(-35, code, binder), /This chat is connected/);
    assert.match(await answerTo(-35, '/stop', neighbour), /Someone else connected this chat/);
    assert.equal((await status()).bound, true);
    assert.match(await answerTo(-35, '/stop', binder), /Notifications are turned off for this chat/);
    assert.equal((await status()).bound, false);

    await answerTo(-35, (await fixtures.call(anna, 'POST', '/auth/messenger/code')).body.code, binder);
    await setTarget('-35');
    assert.match(
      await answerTo(-35, '/stop', neighbour),
      /Notifications are turned off for this chat/,
      'bound by its id, by no person',
    );
  });

  it('/status reports a chat as bound only while the account receives notifications there', async () => {
    const set = (values: object) =>
      fixtures.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', anna.id).execute());
    await set({ messenger_target: '34', messenger_refused_at: fixtures.now });
    assert.match(await answerTo(34, '/status'), /not connected/);
    await set({ messenger_refused_at: null, is_active: false });
    assert.match(await answerTo(34, '/status'), /not connected/);
    await set({ is_active: true });
    assert.match(await answerTo(34, '/status'), /is connected/);
  });

  it('the bot still responds after 100 pending messages of the maximum length', async () => {
    const message = { message_id: 1, date: 1, chat: { id: 35, type: 'private' }, text: 'x'.repeat(60_000) };
    for (let i = 0; i < 100; i++) botApi.receiveUpdate(token, { message });
    assert.match(await answerTo(35, '/status'), /not connected/);
  });
});
