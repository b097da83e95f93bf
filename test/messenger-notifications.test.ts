import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { remindOfNewTickets } from '../src/outbound/reminders/reminders.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { Fixtures } from '../testing/fixtures.ts';

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const shared = '100:global-secret';
const own = '200:own-secret';
botApi.addBot({ token: shared, username: 'callout_bot' });
botApi.addBot({ token: own, username: 'anna_bot' });
for (const token of [shared, own]) botApi.addChat(token, { id: 4711, type: 'private', first_name: 'Anna' });

const fixtures = await Fixtures.create({
  MESSENGER_API_ROOT: botApi.url,
  MESSENGER_BOT_TOKEN: shared,
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'https://callout.example.com/',
});
const { anna, boris, wanda } = fixtures;
const hour = 3_600_000;

const status = async () => (await fixtures.call(anna, 'GET', '/auth/messenger')).body;
/** A ticket that has waited for 26 hours, with its reminder handed over. */
async function waitingTicket(fields: object = {}): Promise<number> {
  const id = await fixtures.createTicket(fields);
  fixtures.advanceClock(26 * hour);
  await remindOfNewTickets(fixtures.deps);
  return id;
}
const sent = () => botApi.sent().length;
const last = () => botApi.sent().at(-1);

/** Tickets of before are not spoken of any more. */
const forgetTickets = () =>
  fixtures.transaction((tx) =>
    tx
      .updateTable('tickets')
      .set({ reminded_at: new Date('9999-01-01') })
      .execute(),
  );

describe('notifications of the messenger', () => {
  beforeEach(async () => {
    await forgetTickets();
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    await fixtures.clearDeliveries();
  });

  it('a reminder names number, age, place, category, priority and description of the ticket and links to it', async () => {
    const id = await waitingTicket({ priority: 'high', floor: '3', description: 'Water <drips> & drips\nfrom "above"' });
    const before = sent();
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before + 1);
    assert.deepEqual([last()?.token, last()?.chat_id, last()?.parse_mode], [shared, 4711, 'HTML']);
    const { readable = '' } = last() ?? {};
    for (const fact of [
      `#${id}`,
      '1 day 2 hours',
      'Lobby',
      'Lobby street 1',
      'Floor 3',
      'Tower',
      'Electrical',
      'high',
      'Water <drips> & drips from "above"',
    ])
      assert(readable.includes(fact), `${fact} in ${readable}`);
    assert(readable.includes(`https://callout.example.com/app/tickets/${id}`));
  });

  it('a notification is sent by the own bot of the user if there is one', async () => {
    await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own });
    await waitingTicket();
    await fixtures.deliver('messages');
    assert.equal(last()?.token, own);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });

  it('a reminder is dropped when the ticket was taken or its owner has no chat any more', async () => {
    const before = sent();
    const taken = await waitingTicket();
    await fixtures.call(wanda, 'PATCH', `/tickets/${taken}/take`);
    assert.equal(await fixtures.deliver('messages'), 1);
    await waitingTicket();
    await fixtures.call(anna, 'DELETE', '/auth/messenger');
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before);
  });

  it('a notification is sent whatever markup its description contains', async () => {
    const before = sent();
    for (const description of [
      '<b>not bold',
      '</b></b>',
      '&lt;&#0;&',
      '*_[x](y)~`',
      '😀'.repeat(2000),
      'a\u202ebc <tg-spoiler>',
    ]) {
      await forgetTickets();
      await waitingTicket({ description });
      assert.equal(await fixtures.deliver('messages'), 1, description);
    }
    assert.equal(sent(), before + 6);
  });

  it('a notification waits while the messenger is unavailable and is then sent once', async () => {
    await waitingTicket();
    const before = sent();
    botApi.breakNext('sendMessage', 'html502');
    assert.equal(await fixtures.deliver('messages'), 0);
    botApi.failNext(shared, 'sendMessage', { error_code: 500, description: 'Internal Server Error' });
    assert.equal(await fixtures.deliver('messages'), 0);
    assert.equal(sent(), before);
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before + 1);
  });

  it('a notification is postponed as long as the messenger asks, without counting as a failed attempt', async () => {
    const id = await waitingTicket();
    botApi.rateLimit(shared, 'sendMessage', 3);
    const before = sent();
    await fixtures.deliver('messages');
    assert.equal(sent(), before);
    const { rows } = await sql<{ wait: number; retries: number }>`
      select extract(epoch from due_at - now())::float as wait, attempts as retries
      from deliveries where queue = 'messages'`.execute(fixtures.db.read);
    assert(rows[0] && rows[0].wait > 1 && rows[0].wait <= 3 && rows[0].retries === 0, JSON.stringify(rows));
    assert.deepEqual(
      (await fixtures.pendingDeliveries('messages')).map(({ ticket_id }) => ticket_id),
      [id],
    );
    await fixtures.deliver('messages');
    assert.equal(sent(), before + 1);
  });

  it('a bot whose calls hang does not delay the notifications of other bots', async () => {
    await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own });
    botApi.addChat(shared, { id: 4712, type: 'private', first_name: 'Boris' });
    await fixtures.call(boris, 'PUT', '/auth/messenger', { target: '4712' });
    await fixtures.createTicket();
    await waitingTicket();
    const id = await fixtures.createTicket({}, boris, fixtures.gate);
    fixtures.advanceClock(24 * hour);
    await fixtures.transaction((tx) => tx.updateTable('users').set({ messenger_target: '' }).where('id', '=', anna.id).execute());
    await remindOfNewTickets(fixtures.deps);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_target: '4711' }).where('id', '=', anna.id).execute(),
    );
    botApi.breakNext('sendMessage', 'hang');
    const calls = () => botApi.calls('sendMessage').filter(({ token }) => token === own).length;
    const before = calls();
    await fixtures.deliver('messages');
    assert.equal(calls(), before + 1, 'the second one is not even tried');
    assert.match(last()?.readable ?? '', new RegExp(`#${id}\\b`));
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
    await fixtures.call(boris, 'DELETE', '/auth/messenger');
  });

  it('a reminder that waits in the queue for longer than its interval is sent, and no second one is enqueued meanwhile', async () => {
    await waitingTicket();
    for (let spans = 0; spans < 2; spans++) {
      fixtures.advanceClock(24 * hour);
      assert.equal(await remindOfNewTickets(fixtures.deps), 0);
    }
    const before = sent();
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before + 1);
    assert.equal(await remindOfNewTickets(fixtures.deps), 1, 'of the span that ended last');
  });

  it('a reminder is dropped when a later interval was recorded on the ticket', async () => {
    const id = await waitingTicket();
    await fixtures.transaction((tx) =>
      tx.updateTable('tickets').set({ reminded_at: fixtures.now }).where('id', '=', id).execute(),
    );
    const before = sent();
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(sent(), before);
  });

  it('a notification that the chat refuses for missing rights is not retried', async () => {
    await waitingTicket();
    botApi.failNext(shared, 'sendMessage', {
      error_code: 400,
      description: 'Bad Request: need administrator rights in the channel chat',
    });
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal((await status()).bound, false);
  });

  it('a chat that blocks the bot is marked as unreachable and gets no further notifications', async () => {
    botApi.block(shared, 4711);
    await waitingTicket();
    assert.equal(await fixtures.deliver('messages'), 1);
    const { bound, target } = await status();
    assert.deepEqual([bound, target], [false, '4711']);
    await waitingTicket();
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
    botApi.receiveMessage(shared, 4711, 'hello again'); // writing lifts the block
    await fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' });
    assert.equal((await status()).bound, true);
  });

  it('a failed notification changes only the binding of the chat that it was sent to, and follows a group that was migrated', async () => {
    botApi.addChat(shared, { id: -6, type: 'group', title: 'Yard' });
    const target = async (who = anna) => (await fixtures.call(who, 'GET', '/auth/messenger')).body;
    for (const who of [anna, boris]) await fixtures.call(who, 'PUT', '/auth/messenger', { target: '-6' });
    botApi.kick(shared, -6);
    await waitingTicket();
    botApi.beforeNext('sendMessage', () => fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' }));
    await fixtures.deliver('messages');
    assert.equal((await target()).bound, true);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_target: '-6' }).where('id', '=', anna.id).execute(),
    );
    await waitingTicket();
    await fixtures.deliver('messages');
    assert.deepEqual([(await target()).bound, (await target(boris)).bound], [false, true]);

    botApi.addChat(shared, { id: -7, type: 'group', title: 'Office' });
    for (const who of [anna, boris]) await fixtures.call(who, 'PUT', '/auth/messenger', { target: '-7' });
    botApi.migrate(shared, -7, -1007);
    await waitingTicket();
    botApi.beforeNext('sendMessage', () => fixtures.call(anna, 'PUT', '/auth/messenger', { target: '4711' }));
    await fixtures.deliver('messages');
    assert.deepEqual([(await target()).target, (await target(boris)).target], ['4711', '-7']);
    await fixtures.transaction((tx) =>
      tx.updateTable('users').set({ messenger_target: '-7' }).where('id', '=', anna.id).execute(),
    );
    await fixtures.clearDeliveries();
    await waitingTicket();
    await fixtures.deliver('messages');
    assert.deepEqual([(await target()).target, (await target(boris)).target], ['-1007', '-7']);
    assert.equal(await fixtures.deliver('messages'), 1);
    assert.equal(last()?.chat_id, -1007);
    await fixtures.call(boris, 'DELETE', '/auth/messenger');
  });

  it('a user whose bot token cannot be decrypted gets no notification, and not through another bot either', async () => {
    await fixtures.call(anna, 'POST', '/auth/messenger/bot', { token: own });
    await waitingTicket();
    const before = sent();
    const config = { ...fixtures.deps.config, dataEncryptionKey: Buffer.alloc(32, 9) };
    const { config: right } = fixtures.deps;
    fixtures.deps.config = config;
    assert.equal(await fixtures.deliver('messages'), 1);
    fixtures.deps.config = right;
    assert.equal(sent(), before);
    await fixtures.call(anna, 'DELETE', '/auth/messenger/bot');
  });
});
