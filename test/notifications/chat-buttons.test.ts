import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chatTextsIn } from '../../src/outbound/chat-actions/texts/texts.ts';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { buttonData, handlesButtons, parseButtonData } from '../../src/outbound/messenger/ticket-buttons.ts';
import { handleUpdate } from '../../src/outbound/messenger/update-handler.ts';
import { Subscriptions } from '../../src/platform/capability/events.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { minutes } from '../../src/platform/lib/duration.ts';
import { languages } from '../../src/platform/lib/languages.ts';
import { deliveryHandlers } from '../../src/service/start-delivery-workers.ts';
import { deliverNext } from '../../testing/deliver-next.ts';
import {
  actionsOf,
  anna,
  bind,
  botApi,
  fixtures,
  ivansChat,
  nobody,
  patch,
  pendingQueues,
  press,
  report,
  settle,
  statusOf,
  token,
  wanda,
  wandasChat,
} from './chats.ts';

// Buttons below messages about one ticket.

const otherTook = 'Somebody else has taken this job.';
const connectAgain =
  'This chat is no longer connected to that account. Get a code in Callout under “Notifications” and send it here.';

describe('a button', () => {
  it('that is pressed twice changes nothing and says what is', async () => {
    const id = await report();
    const { id: messageId } = wandasChat.seesLast();
    const [first, second] = [1, 2].map(() => wandasChat.pressesData(messageId, buttonData('take', id, wanda.id)));
    await settle();
    await settle();
    assert.equal(wandasChat.seesAtButton(first ?? ''), 'The job is yours.');
    assert.equal(wandasChat.seesAtButton(second ?? ''), 'Nothing has changed: the status is already “Assigned”.');
    assert.deepEqual(await actionsOf(id), ['created anna', 'assigned wanda']);
    assert.deepEqual(wandasChat.seesLast().buttons, ['Start']);
  });

  it('that is pressed late says who was faster, and the message names nothing that the person may not see', async () => {
    const id = await report({ description: 'The safe is open' });
    await press(ivansChat, 'Take');
    assert.equal(await press(wandasChat, 'Take'), otherTook);
    const { text, buttons } = wandasChat.seesLast();
    assert.deepEqual([text, buttons], [`#${id}: ${otherTook}`, []]);
    assert.deepEqual(await actionsOf(id), ['created anna', 'assigned ivan']);
  });

  it('that two people press at once works for one of them', async () => {
    const id = await report();
    const presses = [wandasChat.presses('Take'), ivansChat.presses('Take')] as const;
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    const { handler } = deliveryHandlers(fixtures.deps).chat_requests;
    await Promise.all([1, 2].map(() => deliverNext(fixtures.deps, 'chat_requests', handler)));
    const shown = [wandasChat.seesAtButton(presses[0]), ivansChat.seesAtButton(presses[1])];
    assert.deepEqual(shown.sort(), [otherTook, 'The job is yours.']);
    assert.equal((await actionsOf(id)).length, 2);
  });

  it('whose update or delivery is repeated works once', async () => {
    const id = await report();
    const bot = await fixtures.db.read.selectFrom('bots').select(['id', 'fence']).executeTakeFirstOrThrow();
    const context = { lease: { botId: bot.id, fence: bot.fence }, username: 'callout_bot', globalBotId: bot.id };
    const update = {
      update_id: 5,
      callback_query: {
        id: '77',
        from: { id: 12, is_bot: false, first_name: 'Wanda' },
        message: { message_id: wandasChat.seesLast().id, chat: { id: 12, type: 'private', first_name: 'Wanda' }, date: 0 },
        chat_instance: '1',
        data: buttonData('take', id, wanda.id),
      },
    } as const;
    for (let i = 0; i < 3; i++) await handleUpdate(fixtures.deps, context, update as Parameters<typeof handleUpdate>[2]);
    const [payload, ...others] = await fixtures.pendingDeliveries('chat_requests');
    assert.equal(others.length, 0);
    assert.deepEqual(payload, {
      kind: 'button',
      bot_id: botIdOf(token),
      chat_id: 12,
      message_id: wandasChat.seesLast().id,
      callback_id: '77',
      data: `take:${id}:${wanda.id}`,
    });
    const { handler } = deliveryHandlers(fixtures.deps).chat_requests;
    const delivery = { id: 0, tenant: noTenant, attempts: 1, last_error: null, created_at: fixtures.now.toISOString() };
    for (let i = 0; i < 3; i++) await handler({ ...delivery, payload: payload as never });
    assert.equal((await actionsOf(id)).length, 2);
    assert.match(wandasChat.seesLast().text, /^Assigned: /);
  });

  it('that a stranger or another worker presses does nothing', async () => {
    const id = await report();
    const data = buttonData('take', id, wanda.id);
    const strange = nobody.pressesData(1, data);
    const others = ivansChat.pressesData(ivansChat.seesLast().id, data);
    await settle();
    assert.match(nobody.seesAtButton(strange) ?? '', /^This chat is not connected to an account\./);
    assert.equal(ivansChat.seesAtButton(others), connectAgain);
    const again = [1, 2, 3].map(() => nobody.pressesData(1, data));
    await settle();
    assert.deepEqual(
      again.map((pressId) => nobody.seesAtButton(pressId)),
      [undefined, undefined, undefined],
      'one answer in 10 seconds',
    );
    assert.equal(await statusOf(id), 'new');
  });

  it('in a group, or of another sender than the person of the chat, is ignored', async () => {
    const id = await report();
    const group = { id: -1001, type: 'supergroup', title: 'Office' };
    const data = buttonData('take', id, wanda.id);
    const from = { id: 12, is_bot: false, first_name: 'Wanda' };
    const message = { message_id: 1, chat: group, date: 0 };
    botApi.receiveUpdate(token, { callback_query: { id: '1', from, message, chat_instance: '1', data } });
    wandasChat.pressesData(1, data, { id: 99 });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    assert.deepEqual(await pendingQueues(), []);
  });

  it('of an account that was disabled or got another chat meanwhile does nothing', async () => {
    const id = await report();
    for (const values of [{ messenger_target: '' }, { messenger_target: '98' }, { is_active: false }]) {
      const pressId = wandasChat.pressesData(wandasChat.seesLast().id, buttonData('take', id, wanda.id));
      await botApi.waitFor(() => botApi.updatesPending(token) === 0);
      await bind(wanda, '12', values);
      await settle();
      assert.equal(wandasChat.seesAtButton(pressId), connectAgain);
      await bind(wanda, '12', { is_active: true });
    }
    assert.equal(await statusOf(id), 'new');
  });

  it('does nothing, and is not shown, in a chat that was bound with the former password of somebody else', async () => {
    const id = await report();
    const press = async (values: object): Promise<string | undefined> => {
      await bind(wanda, '12', values);
      const pressId = wandasChat.pressesData(wandasChat.seesLast().id, buttonData('take', id, wanda.id));
      await settle();
      return wandasChat.seesAtButton(pressId);
    };
    assert.equal(await press({ chat_set_with_other_password: true, must_change_password: false }), connectAgain);
    await report();
    assert.deepEqual(wandasChat.seesLast().buttons, []);
    assert.equal(await press({ chat_set_with_other_password: true, must_change_password: true }), 'The job is yours.');
    await bind(wanda, '12', { chat_set_with_other_password: false, must_change_password: false });
  });

  it('of a former member, of a deleted ticket, of an unknown kind and of the wrong status is answered in words', async () => {
    const id = await report();
    const { id: messageId } = wandasChat.seesLast();
    const answerTo = async (data: string): Promise<string | undefined> => {
      const pressId = wandasChat.pressesData(messageId, data);
      await settle();
      return wandasChat.seesAtButton(pressId);
    };
    assert.equal(await answerTo(buttonData('take', 2_147_483_647, wanda.id)), 'This request no longer exists.');
    assert.equal(
      await answerTo(`take:4294967296:${wanda.id}`),
      'This button does not work any more. /mine lists what you have to do.',
    );
    assert.equal(await answerTo(buttonData('start', id, wanda.id)), 'This job is not yours.');
    assert.equal(await answerTo(buttonData('confirm', id, wanda.id)), 'This job is not yours.');
    await fixtures.transaction((tx) => tx.deleteFrom('project_workers').where('worker_id', '=', wanda.id).execute());
    assert.equal(await answerTo(buttonData('take', id, wanda.id)), 'You no longer work for the project of this job.');
    await fixtures.addMember(fixtures.tower, wanda, 'active');
    await patch(anna, id, 'cancel', { reason: 'It works again' });
    assert.match((await answerTo(buttonData('take', id, wanda.id))) ?? '', /the status is now “Cancelled”/);
  });

  it('that is answered too late for the messenger still changes the message', async () => {
    const id = await report();
    wandasChat.presses('Take');
    nobody.pressesData(1, 'x');
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    botApi.expirePresses(token);
    await settle();
    assert.match(wandasChat.seesLast().text, /^Assigned: /);
    await bind(wanda, '12');
    ivansChat.pressesData(ivansChat.seesLast().id, buttonData('take', id, wanda.id));
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    botApi.expirePresses(token);
    await settle();
    assert.equal(ivansChat.seesLast().text, connectAgain);
  });

  it('that was pressed long ago shows the state, and changes nothing', async () => {
    const id = await report();
    const pressId = wandasChat.presses('Take');
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    fixtures.advanceClock(minutes(6));
    await settle();
    assert.deepEqual([await statusOf(id), wandasChat.seesAtButton(pressId)], ['new', '']);
    assert.deepEqual(wandasChat.seesLast().buttons, ['Take']);
  });

  it('works although the chat was deleted, and the answer is given up', async () => {
    const id = await report();
    wandasChat.presses('Take');
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    botApi.block(token, 12);
    await fixtures.deliver('chat_requests');
    botApi.addChat(token, { id: 12, type: 'private', first_name: 'Wanda' });
    assert.equal(await statusOf(id), 'assigned');
    assert.deepEqual(await fixtures.pendingDeliveries('chat_requests'), []);
  });

  it('changes the message when the pause is over that the messenger asked for', async () => {
    const id = await report();
    botApi.rateLimit(token, 'editMessageText', 3);
    const pressId = wandasChat.presses('Take');
    await settle();
    assert.deepEqual([await statusOf(id), wandasChat.seesAtButton(pressId)], ['assigned', 'The job is yours.']);
    assert.match(wandasChat.seesLast().text, /^New job: /);
    await settle();
    assert.match(wandasChat.seesLast().text, /^Assigned: /);
    assert.equal((await actionsOf(id)).length, 2);
  });

  it('is below messages about one ticket in private chats only, and only while somebody handles it', async () => {
    botApi.addChat(token, { id: -1001, type: 'supergroup', title: 'Office', username: 'tower_office' });
    for (const target of ['-1001', '@tower_office']) {
      await bind(wanda, target);
      await report();
      const sent = botApi.sent(token).findLast(({ chat_id }) => chat_id === -1001);
      assert.match(sent?.readable ?? '', /^New job/);
      assert.equal(sent?.reply_markup, undefined);
    }
    assert.equal(handlesButtons(fixtures.deps.subscriptions), true);
    assert.equal(handlesButtons(new Subscriptions([])), false);
  });

  it('fits into 64 bytes, and other data is no button', () => {
    const data = buttonData('confirm', 2_147_483_647, wanda.id);
    assert.equal(Buffer.byteLength(data), 55);
    assert.deepEqual(parseButtonData(data), { action: 'confirm', ticketId: 2_147_483_647, accountId: wanda.id });
    for (const other of ['', 'take', `cancel:1:${wanda.id}`, `take:0:${wanda.id}`, `take:1:${wanda.id}x`, 'take:1:me']) {
      assert.equal(parseButtonData(other), undefined, other);
    }
  });

  it('is in the language of the account, with texts that fit at a button', async () => {
    await fixtures.call(wanda, 'PATCH', '/ext/me', { language: 'de' });
    await report();
    assert.deepEqual(wandasChat.seesLast().buttons, ['Übernehmen']);
    assert.equal(await press(wandasChat, 'Übernehmen'), 'Sie haben den Auftrag übernommen.');
    assert.match(wandasChat.seesLast().text, /^Zugewiesen: .*\nWartet auf Ihren Arbeitsbeginn\n/);
    await fixtures.call(wanda, 'PATCH', '/ext/me', { language: 'en' });
    for (const language of languages) {
      const texts = chatTextsIn(language);
      const longest = Object.values(texts.status).toSorted((a, b) => b.length - a.length)[0] ?? '';
      const atButtons = [
        texts.takenByOther,
        texts.notMember,
        texts.notYours,
        texts.gone,
        texts.notConnected,
        texts.unknownButton,
      ];
      const all = [...atButtons, ...Object.values(texts.did), texts.already(longest), texts.notPossible(longest)];
      assert.deepEqual(
        all.filter((text) => [...text].length > 200),
        [],
        language,
      );
    }
  });

  it('is not handled beyond 60 requests of a chat in a minute', async () => {
    const before = await fixtures.deps.metrics.limitRefusals.get();
    for (let i = 0; i < 62; i++) ivansChat.pressesData(1, 'x');
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    assert.equal((await pendingQueues()).length, 60);
    const count = (values: { labels: object; value: number }[]): number =>
      values.find(({ labels }) => (labels as { limit?: string }).limit === 'bot-requests')?.value ?? 0;
    assert.equal(count((await fixtures.deps.metrics.limitRefusals.get()).values) - count(before.values), 2);
  });
});
