import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// Somebody's own question whether messages arrive: /ext/messenger/test.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const token = '100:global-secret';
botApi.addBot({ token, username: 'callout_bot' });
botApi.addChat(token, { id: 4711, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({ MESSENGER_API_ROOT: botApi.url, MESSENGER_BOT_TOKEN: token });
const { anna, boris } = fixtures;
const test = (who = anna) => {
  fixtures.advanceClock(300_000);
  return fixtures.call(who, 'POST', '/ext/messenger/test');
};
const status = async () => (await fixtures.call(anna, 'GET', '/auth/messenger')).body;

describe('POST /ext/messenger/test', () => {
  it('POST /ext/messenger/test sends a message to the bound chat', async () => {
    assert.deepEqual((await test()).body, { error: 'no chat is bound' });
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    assert.deepEqual((await test()).body, { ok: true });
    assert.deepEqual([botApi.sent().length, botApi.sent()[0]?.chat_id], [1, 4711]);
    assert.equal((await test(boris)).status, 400);
    assert.equal(botApi.sent().length, 1);
  });

  it('POST /ext/messenger/test returns the reason of a failure, and marks the chat as reachable after a success', async () => {
    botApi.block(token, 4711);
    assert.deepEqual((await test()).body, { error: 'the chat takes no messages from the bot' });
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_refused_at: fixtures.now }).where('id', '=', anna.id).execute(),
    );
    assert.equal((await status()).bound, false);
    botApi.receiveMessage(token, 4711, 'here I am again');
    assert.equal((await test()).status, 200);
    assert.equal((await status()).bound, true);
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
    await fixtures.call(boris, 'PUT', '/auth/messenger', { target: '4711' });
    for (const who of [anna, boris]) await refused(who);
    assert.equal((await test()).status, 200);
    assert.equal((await status()).bound, true);
    assert.equal((await fixtures.call(boris, 'GET', '/auth/messenger')).body.bound, false);
    botApi.addChat(token, { id: 4712, type: 'private', first_name: 'Anna' });
    botApi.beforeNext('sendMessage', async () => {
      await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4712' });
      await refused(anna);
    });
    assert.equal((await test()).status, 200);
    assert.equal((await status()).bound, false);
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
  });

  it('POST /ext/messenger/test returns 429 after five requests in five minutes', async () => {
    fixtures.advanceClock(300_000);
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push((await fixtures.call(anna, 'POST', '/ext/messenger/test')).status);
    assert.deepEqual(codes, [200, 200, 200, 200, 200, 429]);
  });

  it('POST /ext/messenger/test returns 400 without a bot', async () => {
    const bare = await Fixtures.open();
    const { body } = await bare.call(bare.anna, 'POST', '/ext/messenger/test');
    await bare.close();
    assert.deepEqual(body, { error: 'no bot is configured' });
  });
});
