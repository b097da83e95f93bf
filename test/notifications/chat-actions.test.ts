import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteOld } from '../../src/outbound/chat-actions/delete-old.ts';
import { days } from '../../src/platform/lib/duration.ts';
import { photo } from '../../testing/photo-files.ts';
import {
  actionsOf,
  anna,
  annasChat,
  botApi,
  fixtures,
  link,
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

// What people do in their chats: a job from its report to its end. Buttons, lists, replies and photos have files of their own.

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
