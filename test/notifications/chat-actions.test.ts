import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobMessage } from '../../src/outbound/chat-actions/job-message.ts';
import { deleteOld } from '../../src/outbound/chat-actions/module.ts';
import { chatTextsIn } from '../../src/outbound/chat-actions/texts/texts.ts';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { buttonData, handlesButtons, parseButtonData, possibleHoldAction } from '../../src/outbound/messenger/ticket-buttons.ts';
import { handleUpdate } from '../../src/outbound/messenger/update-handler.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { days, minutes } from '../../src/platform/lib/duration.ts';
import { languages } from '../../src/platform/lib/languages.ts';
import { Subscriptions } from '../../src/platform/module/events.ts';
import { deliveryHandlers } from '../../src/service/start-delivery-workers.ts';
import { deliverNext } from '../../testing/deliver-next.ts';
import { photo } from '../../testing/photo-files.ts';
import {
  actionsOf,
  anna,
  annasChat,
  bind,
  botApi,
  fixtures,
  inProgress,
  ivan,
  ivansChat,
  link,
  nobody,
  patch,
  pendingQueues,
  photosOf,
  press,
  report,
  settle,
  statusOf,
  ticketNow,
  token,
  wanda,
  wandasChat,
} from './chats.ts';

// What people do in their chats: a job from its report to its end. Photos have a file of their own.

describe('a job in the chat', () => {
  it('goes from report to confirmation without the console', async () => {
    const id = await report({ description: 'Lamp <b>dark</b> & *broken*', priority: 'high' });
    assert.deepEqual(wandasChat.seesLast().buttons, ['Take']);
    assert.match(wandasChat.seesLast().text, /^New job: Lamp <b>dark<\/b> & \*broken\*\n/);

    assert.equal(await press(wandasChat, 'Take'), 'The job is yours.');
    const job = wandasChat.seesLast();
    assert.deepEqual(
      [job.text.split('\n'), job.buttons, job.edits],
      [
        [
          'Assigned: Lamp <b>dark</b> & *broken*',
          'Waiting for you to start',
          'High priority',
          `Lobby, Lobby street 1 · #${id}`,
          link(id),
        ],
        ['Start'],
        1,
      ],
    );
    assert.equal(await press(wandasChat, 'Start'), 'Work has started.');
    wandasChat.sendsPhoto({ bytes: photo('jpeg', 5_000) });
    await settle();
    assert.match(wandasChat.seesLast().text, /^Photo added \(1 of 12\)\.\n\nIn progress: Lamp/);
    assert.equal(await press(wandasChat, 'Done'), 'The job is reported as done.');

    assert.match(annasChat.seesLast().text, /^Ready for your confirmation: Lamp/);
    assert.deepEqual(annasChat.seesLast().buttons, ['Confirm', 'Reject']);
    await press(annasChat, 'Reject');
    assert.match(annasChat.seesLast().text, new RegExp(`^What is still missing in #${id} Lamp`));
    annasChat.replies(annasChat.seesLast().id, ' dim ');
    await settle();
    assert.match(annasChat.seesLast().text, /^The reason must have at least 5 characters\.\nWhat is still missing/);
    assert.equal(await statusOf(id), 'done');
    annasChat.replies(annasChat.seesLast().id, 'It is <i>still</i> dim');
    await settle();
    assert.equal(annasChat.seesLast().text, 'The work was sent back with your reason.');
    const asked = annasChat.sees().findLast(({ text }) => text.startsWith('Needs rework'));
    assert.deepEqual([asked?.buttons, asked?.edits], [[], 1]);
    assert.match(asked?.text ?? '', /\nReason: It is <i>still<\/i> dim\n/);

    assert.match(wandasChat.seesLast().text, /^Needs rework: Lamp[\s\S]*Reason: It is <i>still<\/i> dim/);
    await press(wandasChat, 'Start');
    await press(wandasChat, 'Done');
    assert.equal(await press(annasChat, 'Confirm'), 'The work is confirmed, and the request is closed.');
    assert.match(annasChat.seesLast().text, /^Closed: Lamp/);
    assert.deepEqual(annasChat.seesLast().buttons, []);
    const { status, reject_reason, rework_count } = await ticketNow(id);
    assert.deepEqual([status, reject_reason, rework_count], ['closed', 'It is <i>still</i> dim', 1]);
    assert.deepEqual(await actionsOf(id), [
      'created anna',
      'assigned wanda',
      'started wanda',
      'photo_added wanda',
      'done wanda',
      'rejected anna',
      'started wanda',
      'done wanda',
      'confirmed anna',
    ]);
    const [file] = await photosOf(id);
    assert.deepEqual([file?.size_bytes, /^photo-\d+\.jpg$/.test(file?.original_name ?? '')], [5_000, true]);
  });
});

it('the longest texts fit into a message', async () => {
  const object = await fixtures.createObject(anna, fixtures.tower, 'L'.repeat(190));
  await fixtures.transaction((tx) =>
    tx
      .updateTable('objects')
      .set({ address: 'A'.repeat(500) })
      .where('id', '=', object)
      .execute(),
  );
  const fields = { description: `${'&'.repeat(200)}\n${'<'.repeat(3_700)}`, floor: 'F'.repeat(50), priority: 'high' };
  const id = await fixtures.createTicket(fields, anna, object);
  for (const operation of ['take', 'start', 'done']) await patch(wanda, id, operation);
  await settle();
  await press(annasChat, 'Reject');
  annasChat.replies(annasChat.seesLast().id, '"'.repeat(2_000));
  await settle();
  const states = annasChat.sees().filter(({ text }) => text.startsWith('Needs rework: &&&'));
  assert.equal(states.length, 1);
  await press(wandasChat, 'Start');
  wandasChat.sendsPhoto({ bytes: photo() });
  await settle();
  assert.match(wandasChat.seesLast().text, /^Photo added[\s\S]*\/app\/tickets\/\d+$/);
});

it('updates of another form than the Bot API describes are ignored, and text that cannot be stored is cleaned', async () => {
  const id = await fixtures.createTicketWithStatus('done');
  await settle();
  await press(annasChat, 'Reject');
  const chat = { id: 11, type: 'private', first_name: 'Anna' };
  const from = { id: 11, is_bot: false, first_name: 'Anna' };
  const bot = { id: 100, is_bot: true, first_name: 'callout_bot' };
  const message = { message_id: 900, date: 0, chat, from };
  const pressed = { id: '1', from, message, chat_instance: '1', data: 'take' };
  const malformed = [
    { callback_query: { ...pressed, data: undefined } },
    { callback_query: { ...pressed, data: 'x'.repeat(65) } },
    { callback_query: { ...pressed, id: 5 } },
    { callback_query: { ...pressed, message: undefined } },
    { callback_query: { ...pressed, message: { ...message, message_id: 'x' } } },
    { callback_query: { ...pressed, message: { ...message, chat: null } } },
    { callback_query: null },
    {},
    { message: null },
    { message: { message_id: 1, date: 1, text: '/start x' } },
    { edited_message: { text: '/start x' } },
    { message: { ...message, photo: 'x' } },
    { message: { ...message, photo: [{ file_id: '../../etc' }] } },
    { message: { ...message, photo: [] } },
    { message: { ...message, document: { file_id: { a: 1 } } } },
    { message: { ...message, text: 5, reply_to_message: { message_id: 1, from: bot } } },
    { message: { ...message, text: 'x', reply_to_message: { message_id: '1', from: bot } } },
    { message: { ...message, text: 'x', reply_to_message: { message_id: 1, from } } },
  ];
  for (const update of malformed) botApi.receiveUpdate(token, update);
  await botApi.waitFor(() => botApi.updatesPending(token) === 0);
  assert.deepEqual(await pendingQueues(), []);
  const reply = { message_id: annasChat.seesLast().id, from: bot };
  botApi.receiveUpdate(token, { message: { ...message, text: 'Too\0 dark \ud800', reply_to_message: reply } });
  await settle();
  assert.equal((await ticketNow(id)).reject_reason, 'Too dark \ufffd');
});

it('questions and files of chats are kept for a while only', async () => {
  await fixtures.createTicketWithStatus('done');
  await settle();
  await press(annasChat, 'Reject');
  const count = async () => (await fixtures.db.read.selectFrom('chat_prompts').select('message_id').execute()).length;
  fixtures.advanceClock(days(59));
  await deleteOld(fixtures.deps);
  assert.equal(await count(), 1);
  fixtures.advanceClock(days(2));
  await deleteOld(fixtures.deps);
  assert.equal(await count(), 0);
});

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
    const delivery = {
      id: 0,
      tenant: noTenant,
      attempts: 1,
      lease: '',
      last_error: null,
      created_at: fixtures.now.toISOString(),
    };
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
    assert.equal(Buffer.byteLength(buttonData('hold_weather', 2_147_483_647, wanda.id)), 60);
    assert.deepEqual(parseButtonData(data), { action: 'confirm', ticketId: 2_147_483_647, accountId: wanda.id });
    const ofQuote = buttonData('decline_quote', 2_147_483_647, anna.id);
    assert.equal(Buffer.byteLength(ofQuote), 61);
    assert.deepEqual(parseButtonData(ofQuote), { action: 'decline_quote', quoteId: 2_147_483_647, accountId: anna.id });
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
        texts.alreadyOnHold,
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

// Replies with a reason, and the commands `/mine` and `/free`.

describe('a reason in the chat', () => {
  /** @returns a ticket that anna was asked about, and the question */
  async function asked(): Promise<{ id: number; question: number }> {
    const id = await fixtures.createTicketWithStatus('done');
    await settle();
    await press(annasChat, 'Reject');
    return { id, question: annasChat.seesLast().id };
  }
  async function answerTo(question: number, text: string): Promise<string> {
    annasChat.replies(question, text);
    await settle();
    return annasChat.seesLast().text;
  }

  it('must have 5 to 2,000 characters, as over HTTP', async () => {
    const { id, question } = await asked();
    assert.match(await answerTo(question, '1234   '), /^The reason must have at least 5 characters\./);
    assert.match(await answerTo(question, 'x'.repeat(2_001)), /^The reason must have at most 2000 characters\./);
    assert.equal(await statusOf(id), 'done');
    assert.equal(await answerTo(question, '😀😀😀😀😀'), 'The work was sent back with your reason.');
    assert.equal((await ticketNow(id)).reject_reason, '😀😀😀😀😀');
  });

  it('that replies to a question of an earlier round is not used', async () => {
    const { id, question } = await asked();
    await patch(anna, id, 'reject', { reason: 'Still dark' });
    const notUsed = /^Your reason was not used: it belongs to an earlier question, and the status is now/;
    assert.match(await answerTo(question, 'Too dark'), notUsed);
    await patch(wanda, id, 'start');
    await patch(wanda, id, 'done');
    await settle();
    assert.match(await answerTo(question, 'Too dark'), notUsed);
    assert.deepEqual([await statusOf(id), (await ticketNow(id)).rework_count], ['done', 1]);
  });

  it('is not taken from a reply to another message, or of an account that is not bound any more', async () => {
    const { id, question } = await asked();
    const job = annasChat.sees().at(-2)?.id ?? 0;
    assert.match(await answerTo(job, 'Too dark'), /^This reply was not used\. To send work back, press “Reject”/);
    await bind(anna, '');
    assert.match(await answerTo(question, 'Too dark'), /^This chat is not connected to an account\./);
    annasChat.replies(question, 'Too dark');
    assert.equal(await statusOf(id), 'done');
  });

  it('is used once when its delivery is repeated, and the changed message is sent anew when it was deleted', async () => {
    const { id, question } = await asked();
    annasChat.deletes(annasChat.sees().at(-2)?.id ?? 0);
    annasChat.replies(question, 'Too dark');
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    botApi.rateLimit(token, 'sendMessage', 3);
    await settle();
    assert.equal(await statusOf(id), 'rejected');
    await settle();
    assert.deepEqual(
      annasChat
        .sees()
        .slice(-2)
        .map(({ text }) => text.split('\n')[0]),
      ['Needs rework: The lamp is dark', 'The work was sent back with your reason.'],
    );
    assert.equal((await ticketNow(id)).rework_count, 1);
  });

  it('is not asked for when the work is confirmed already', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    await settle();
    await patch(anna, id, 'confirm');
    assert.equal(await press(annasChat, 'Reject'), 'This is no longer possible: the status is now “Closed”.');
    assert.match(annasChat.seesLast().text, /^Closed: /);
  });
});

describe('lists in the chat', () => {
  async function answerTo(chat: typeof annasChat, text: string) {
    fixtures.advanceClock(minutes(1));
    await settle();
    chat.says(text);
    await settle();
    return chat.seesLast();
  }

  it('/free and /mine show the only job with its buttons, or say that there is none', async () => {
    assert.equal((await answerTo(wandasChat, '/mine')).text, 'You have nothing open.');
    assert.equal((await answerTo(wandasChat, '/free')).text, 'There are no free jobs at the moment.');
    const id = await fixtures.createTicket();
    const free = await answerTo(wandasChat, '/free@callout_bot');
    assert.deepEqual([free.text.split('\n')[0], free.buttons], ['New: The lamp is dark', ['Take']]);
    await patch(wanda, id, 'take');
    const mine = await answerTo(wandasChat, '/mine');
    assert.deepEqual([mine.text.split('\n')[0], mine.buttons], ['Assigned: The lamp is dark', ['Start']]);
    const own = await answerTo(annasChat, '/mine');
    assert.deepEqual([own.text.split('\n')[1], own.buttons], ['Waiting for the worker to start', []]);
  });

  it('/free lists several jobs with a button for each, which shows the job', async () => {
    const [first = 0, second = 0] = [
      await fixtures.createTicket(),
      await fixtures.createTicket({ description: 'No <water>\nat all' }),
    ];
    const list = await answerTo(wandasChat, '/free');
    assert.deepEqual(list.text.split('\n'), [
      'Free jobs (2)',
      `#${first} · The lamp is dark · Lobby`,
      `#${second} · No <water> · Lobby`,
    ]);
    assert.deepEqual(list.buttons, [`#${first} The lamp is dark`, `#${second} No <water>`]);
    await press(wandasChat, `#${second} No <water>`);
    const job = wandasChat.seesLast();
    assert.deepEqual(
      [job.text.split('\n'), job.buttons],
      [['New: No <water>', 'Waiting for a worker', 'at all', `Lobby, Lobby street 1 · #${second}`, link(second)], ['Take']],
    );
  });

  it('/mine shows ten jobs, what needs rework first, and says how many more there are', async () => {
    for (let i = 0; i < 11; i++) await patch(wanda, await fixtures.createTicket(), 'take');
    const rejected = await fixtures.createTicketWithStatus('rejected');
    const { text, buttons } = await answerTo(wandasChat, '/mine');
    const lines = text.split('\n');
    assert.deepEqual(lines.slice(0, 2), ['Open (12)', `#${rejected} · The lamp is dark · Lobby · Needs rework`]);
    assert.deepEqual(lines.slice(-2), ['2 more in Callout:', 'https://callout.example.com/app/']);
    assert.equal(buttons.length, 10);
  });

  it('/free is for workers, and neither is for chats without an account', async () => {
    assert.equal((await answerTo(annasChat, '/free')).text, 'Only workers take jobs. /mine lists your requests.');
    for (const command of ['/mine', '/free']) {
      assert.match((await answerTo(nobody, command)).text, /^This chat is not connected to an account\./);
    }
    const before = nobody.sees().length;
    for (const text of ['/mine@other_bot', 'mine', '/minecraft', 'thanks']) await answerTo(wandasChat, text).catch(() => {});
    assert.deepEqual(await pendingQueues(), []);
    nobody.sendsPhoto({ bytes: photo() });
    await settle();
    assert.equal(nobody.sees().length, before);
  });

  it('a button of a list about a job that somebody else has shows nothing of it', async () => {
    const id = await report();
    const { id: messageId } = wandasChat.seesLast();
    await press(ivansChat, 'Take');
    const pressId = wandasChat.pressesData(messageId, buttonData('show', id, wanda.id));
    await settle();
    assert.equal(wandasChat.seesAtButton(pressId), 'This job is not yours.');
  });
});

describe('work that waits', () => {
  const hold = async (id: number) => (await fixtures.call(wanda, 'GET', `/ext/tickets/${id}`)).body.hold;

  it('is put on hold with a reason, and goes on, by buttons of work that has begun', async () => {
    const id = await inProgress({ description: 'Pump is broken' });
    await press(wandasChat, 'Put on hold');
    const question = wandasChat.seesLast();
    assert.match(question.text, /^In progress: Pump is broken[\s\S]*\n\nWhat does the work wait for\?$/);
    assert.deepEqual(question.buttons, ['Part is missing', 'No access', 'Quote', 'Weather', 'Other reason', 'Back']);
    await press(wandasChat, 'Back');
    assert.deepEqual([await hold(id), wandasChat.seesLast().buttons], [null, ['Done', 'Put on hold']]);
    await press(wandasChat, 'Put on hold');
    assert.equal(await press(wandasChat, 'Part is missing'), 'The job is on hold.');
    const held = wandasChat.seesLast();
    assert.deepEqual([held.id, held.buttons], [question.id, ['Done', 'End hold']]);
    assert.match(held.text, /\nOn hold: Part is missing\n/);
    const { reason, by_name, since } = await hold(id);
    assert.deepEqual([reason, by_name], ['part', 'wanda']);
    await fixtures.deliver('notifications');
    const { body } = await fixtures.call(anna, 'GET', '/ext/notifications?limit=1');
    assert.deepEqual([body.items[0].event, body.items[0].params.hold_reason], ['ticket_on_hold', 'part']);
    // A button that is pressed again, of a message that was not changed yet.
    fixtures.advanceClock(minutes(1));
    const again = wandasChat.pressesData(held.id, buttonData('hold_weather', id, wanda.id));
    await settle();
    assert.equal(wandasChat.seesAtButton(again), 'The job is on hold already.');
    assert.equal((await hold(id)).since, since);
    assert.equal(await press(wandasChat, 'End hold'), 'The hold has ended.');
    assert.deepEqual([await hold(id), wandasChat.seesLast().buttons], [null, ['Done', 'Put on hold']]);
    await patch(wanda, id, 'done');
  });

  it('is no matter of clients, of other workers and of work that has not begun', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    for (const [who, status] of [
      [wanda, 'assigned'],
      [wanda, 'done'],
      [anna, 'in_progress'],
      [ivan, 'in_progress'],
    ] as const) {
      const of = status === 'assigned' ? id : await fixtures.createTicketWithStatus(status);
      assert.equal(await possibleHoldAction(fixtures.db.read, who, of, fixtures.now), undefined, `${who.name} ${status}`);
    }
    await fixtures.call(anna, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'quote' });
    assert.equal(await possibleHoldAction(fixtures.db.read, wanda, id, fixtures.now), 'resume');
  });

  it('shows its appointment and until when it waits, in the time zone of the account', async () => {
    const id = await inProgress({ description: 'Radiator leaks' });
    const path = '/ext/notifications/preferences';
    const { channels: _channels, ...settings } = (await fixtures.call(wanda, 'GET', path)).body;
    assert.equal((await fixtures.call(wanda, 'PUT', path, { ...settings, timezone: 'Europe/Berlin' })).status, 200);
    const times = { from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z', note: 'Ring <twice>' };
    await fixtures.call(anna, 'PUT', `/ext/tickets/${id}/appointment`, times);
    await fixtures.call(wanda, 'PUT', `/ext/tickets/${id}/hold`, {
      reason: 'part',
      until: '2126-03-04T07:00:00Z',
      note: 'ordered',
    });
    const job = await jobMessage(fixtures.deps, { ...wanda, language: 'en' }, id);
    assert.match(
      job?.html ?? '',
      /\nOn hold until 4 Mar 2126, 08:00 \(Europe\/Berlin\): Part is missing\nordered\nAppointment: 5 Mar 2126, 09:00\D{1,3}11:00 \(Europe\/Berlin\)\nRing &lt;twice&gt;\n/,
    );
    await patch(wanda, id, 'done');
    assert(!(await jobMessage(fixtures.deps, { ...wanda, language: 'en' }, id))?.html.includes('Appointment'), 'it is done');
  });
});

describe('a quote', () => {
  const pump = { kind: 'material', text: 'A <new> pump', quantity: '1', unit_price: 32_000 };
  const lines = [pump, ...['Seal', 'Pipe', 'Travel'].map((text) => ({ ...pump, text, unit_price: 100 }))];
  const send = async (id: number, body: object): Promise<number> => {
    const { body: quote } = await fixtures.call(wanda, 'POST', `/ext/tickets/${id}/quotes`, body);
    await settle();
    return quote.id;
  };
  const answered = async (id: number) => {
    const { body } = await fixtures.call(anna, 'GET', `/ext/tickets/${id}/quotes`);
    return body.items.map(({ status, answered_by_name, reason }: Record<string, string>) => [status, answered_by_name, reason]);
  };

  it('is approved by its client with a button that names the sum, which ends the hold', async () => {
    const id = await inProgress({ description: 'Pump is broken' });
    await fixtures.call(wanda, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'quote' });
    await send(id, { lines, valid_until: '2126-03-31' });
    const message = annasChat.seesLast();
    assert.match(message.text, /^Quote: Pump is broken\n[^\n]*€323\.00/);
    assert.deepEqual(message.buttons, ['Approve quote: €323.00', 'Decline quote']);
    const job = await jobMessage(fixtures.deps, { ...anna, language: 'en' }, id);
    assert.match(
      job?.html ?? '',
      /\nQuote: €323\.00, valid until 31 Mar 2126\n– A &lt;new&gt; pump: €320\.00\n– Seal: €1\.00\n– Pipe: €1\.00\nand one more line\n/,
    );
    const data = annasChat.presses('Approve quote: €323.00');
    await settle();
    assert.equal(annasChat.seesAtButton(data), 'The quote is approved.');
    assert.deepEqual([await answered(id), annasChat.seesLast().buttons], [[['approved', 'anna', '']], []]);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.hold, null);
  });

  it('is declined with the reason of the reply, and again when the first attempt was not answered', async () => {
    const id = await inProgress({ description: 'Pump is broken' });
    await send(id, { lines: [pump] });
    const { id: messageId } = annasChat.seesLast();
    assert.equal(await press(annasChat, 'Decline quote'), '');
    const question = annasChat.seesLast();
    assert.match(question.text, new RegExp(`^Why do you decline the quote for #${id} Pump is broken\\?`));
    annasChat.replies(question.id, 'A used one will do');
    await settle();
    assert.equal(annasChat.seesLast().text, 'The quote was declined with your reason.');
    assert.deepEqual(await answered(id), [['declined', 'anna', 'A used one will do']]);
    assert.deepEqual(annasChat.sees().find((one) => one.id === messageId)?.buttons, []);
    annasChat.replies(question.id, 'A used one will do');
    await settle();
    assert.equal(annasChat.seesLast().text, 'The quote was declined with your reason.');
    annasChat.replies(question.id, 'Another reason');
    await settle();
    assert.match(annasChat.seesLast().text, /^Nothing has changed: the quote was declined already/);
  });

  it('is the one of the button: an older message approves and declines no later quote', async () => {
    const id = await inProgress({ description: 'Pump is broken' });
    const first = await send(id, { lines: [pump] });
    await press(annasChat, 'Decline quote');
    const question = annasChat.seesLast();
    await fixtures.call(wanda, 'POST', `/ext/quotes/${first}/withdraw`);
    await send(id, { lines: [pump, pump] });
    const pressId = annasChat.pressesData(annasChat.seesLast().id, buttonData('approve_quote', first, anna.id));
    await settle();
    assert.equal(annasChat.seesAtButton(pressId), 'The quote was withdrawn.');
    annasChat.replies(question.id, 'Too expensive');
    await settle();
    assert.equal(annasChat.seesLast().text, 'The quote was withdrawn.');
    assert.deepEqual(await answered(id), [
      ['withdrawn', '', ''],
      ['open', '', ''],
    ]);
  });

  it('is answered by nobody but its client', async () => {
    const id = await inProgress({ description: 'Pump is broken' });
    const quote = await send(id, { lines: [pump] });
    const job = await jobMessage(fixtures.deps, { ...wanda, language: 'en' }, id);
    assert.deepEqual(
      job?.buttons.flat().map(({ text }) => text),
      ['Done', 'Put on hold'],
    );
    for (const action of ['approve_quote', 'decline_quote'] as const) {
      const pressId = wandasChat.pressesData(wandasChat.seesLast().id, buttonData(action, quote, wanda.id));
      await settle();
      assert.equal(wandasChat.seesAtButton(pressId), 'This request no longer exists.');
    }
    assert.deepEqual(await answered(id), [['open', '', '']]);
  });
});
