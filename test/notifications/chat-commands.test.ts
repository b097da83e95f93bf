import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buttonData } from '../../src/outbound/messenger/ticket-buttons.ts';
import { minutes } from '../../src/platform/lib/duration.ts';
import { photo } from '../../testing/photo-files.ts';
import {
  anna,
  annasChat,
  bind,
  botApi,
  fixtures,
  ivansChat,
  link,
  nobody,
  patch,
  pendingQueues,
  press,
  report,
  settle,
  statusOf,
  ticketNow,
  token,
  wanda,
  wandasChat,
} from './chats.ts';

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
      [['New: No <water>', 'Nobody has taken it yet.', 'at all', `Lobby, Lobby street 1 · #${second}`, link(second)], ['Take']],
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
