import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { createAddChatPhoto } from '../../src/outbound/chat-actions/chat-photo.ts';
import { ChatSender } from '../../src/outbound/chat-actions/chat-sender.ts';
import { downloadFile, maxBotFileBytes } from '../../src/outbound/messenger/bot-files.ts';
import { noTenant } from '../../src/platform/deliveries/queue.ts';
import { minutes, seconds } from '../../src/platform/lib/duration.ts';
import { deliveryHandlers } from '../../src/service/start-delivery-workers.ts';
import { deliverNext } from '../../testing/deliver-next.ts';
import { photo } from '../../testing/photo-files.ts';
import {
  actionsOf,
  annasChat,
  bind,
  botApi,
  fixtures,
  inProgress,
  ivan,
  link,
  patch,
  pendingQueues,
  photosOf,
  press,
  report,
  settle,
  token,
  wanda,
  wandasChat,
} from './chats.ts';

// Photos that people send to their chats.

const bytes = photo('jpeg', 5_000);
const receipt = (count: number): RegExp => new RegExp(`^Photo added \\(${count} of 12\\)\\.`);

/** @returns what the bot answers to a file */
async function answer(chat = wandasChat): Promise<string> {
  const before = chat.sees().length;
  await settle();
  assert.equal(chat.sees().length, before + 1, 'one answer');
  return chat.seesLast().text;
}

describe('a photo in the chat', () => {
  it('goes to the only job in progress, with its journal entry', async () => {
    const id = await inProgress();
    wandasChat.sendsPhoto({ bytes });
    assert.match(await answer(), receipt(1));
    wandasChat.sendsDocument({ bytes: photo('png', 700), name: '../after <b>.png', type: 'image/png' });
    assert.match(await answer(), receipt(2));
    assert.deepEqual(wandasChat.seesLast().buttons, ['Done', 'Put on hold']);
    assert.deepEqual(
      (await photosOf(id)).map(({ original_name, size_bytes }) => [original_name.replace(/\d+/, 'N'), size_bytes]),
      [
        ['photo-N.jpg', 5_000],
        ['after <b>.png', 700],
      ],
    );
    assert.deepEqual((await actionsOf(id)).slice(-2), ['photo_added wanda', 'photo_added wanda']);
  });

  it('needs a job in progress, and a reply when there are several', async () => {
    wandasChat.sendsPhoto({ bytes });
    assert.match(await answer(), /^You have no job in progress\./);
    const first = await inProgress();
    const second = await inProgress({ description: 'No water' });
    wandasChat.sendsPhoto({ bytes });
    assert.match(await answer(), /^You have several jobs in progress\./);
    const job = wandasChat.sees().findLast(({ text }) => text.startsWith('In progress: The lamp is dark'));
    wandasChat.sendsPhoto({ bytes }, { replyTo: job?.id ?? 0 });
    assert.match(await answer(), receipt(1));
    wandasChat.sendsPhoto({ bytes }, { replyTo: wandasChat.seesLast().id });
    assert.match(await answer(), receipt(2));
    assert.deepEqual([(await photosOf(first)).length, (await photosOf(second)).length], [2, 0]);
  });

  it('goes to the job that it replies to, whatever links the description has', async () => {
    const other = await inProgress();
    const id = await inProgress({ description: `No water\n${link(other)}\n${link(other + 1)}` });
    const job = wandasChat.sees().findLast(({ text }) => text.startsWith('In progress: No water'));
    wandasChat.sendsPhoto({ bytes }, { replyTo: job?.id ?? 0 });
    assert.match(await answer(), receipt(1));
    assert.deepEqual([(await photosOf(other)).length, (await photosOf(id)).length], [0, 1]);
  });

  it('that replies to a job that is not in progress, or not the own one, is not added', async () => {
    const id = await report();
    const offer = wandasChat.seesLast().id;
    wandasChat.sendsPhoto({ bytes }, { replyTo: offer });
    assert.match(await answer(), /^Photos are added by the worker of a job, and this one is not yours\.$/);
    await press(wandasChat, 'Take');
    wandasChat.sendsPhoto({ bytes }, { replyTo: offer });
    assert.match(await answer(), /^Photos can only be added while the job is in progress\.$/);
    await fixtures.createTicketWithStatus('done');
    await settle();
    annasChat.sendsPhoto({ bytes });
    assert.match(await answer(annasChat), /^Photos of the work are added by the worker of a job\.$/);
    annasChat.sendsPhoto(
      { bytes },
      { replyTo: annasChat.sees().findLast(({ buttons }) => buttons.includes('Confirm'))?.id ?? 0 },
    );
    assert.match(await answer(annasChat), /^Photos are added by the worker/);
    assert.equal((await photosOf(id)).length, 0);
  });

  it('waits for the button that starts the work', async () => {
    const id = await report();
    await press(wandasChat, 'Take');
    wandasChat.presses('Start');
    wandasChat.sendsPhoto({ bytes });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    await fixtures.deliver('chat_files');
    assert.deepEqual(await pendingQueues(), ['chat_requests', 'chat_files']);
    await settle();
    assert.equal((await photosOf(id)).length, 1);
  });

  it('of an album gets one answer together with the others', async () => {
    const id = await inProgress();
    const before = wandasChat.sees().length;
    for (let i = 0; i < 10; i++) wandasChat.sendsPhoto({ bytes: photo('jpeg', 900 + i) }, { album: '13371' });
    await settle();
    assert.deepEqual(
      [(await photosOf(id)).length, wandasChat.sees().length, await pendingQueues()],
      [10, before, ['chat_files']],
    );
    fixtures.advanceClock(seconds(3));
    assert.match(await answer(), /^10 photos added \(10 of 12\)\.\n\nIn progress: /);
    wandasChat.sendsDocument({ bytes, name: 'a.pdf', type: 'application/pdf' }, { album: '13372' });
    for (let i = 0; i < 3; i++) wandasChat.sendsPhoto({ bytes }, { album: '13372' });
    await settle();
    fixtures.advanceClock(seconds(3));
    assert.deepEqual((await answer()).split('\n').slice(0, 4), [
      '2 photos added (12 of 12).',
      'One was not added. Only photos can be added: JPEG, PNG or WebP.',
      'One was not added. This job already has 12 photos, the maximum.',
      '',
    ]);
    assert.deepEqual(await pendingQueues(), []);
  });

  it('is added once when its delivery is repeated', async () => {
    const id = await inProgress();
    wandasChat.sendsPhoto({ bytes });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    const [payload] = await fixtures.pendingDeliveries('chat_files');
    const { handler } = deliveryHandlers(fixtures.deps).chat_files;
    const delivery = {
      id: 0,
      tenant: noTenant,
      attempts: 1,
      lease: '',
      last_error: null,
      created_at: fixtures.now.toISOString(),
      payload: payload as never,
    };
    await handler(delivery);
    await handler(delivery);
    await Promise.all([1, 2, 3].map(() => handler(delivery)));
    assert.equal((await photosOf(id)).length, 1);
    await fixtures.clearDeliveries();
    wandasChat.sendsPhoto({ bytes });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    const [second] = await fixtures.pendingDeliveries('chat_files');
    await Promise.all([1, 2, 3].map(() => handler({ ...delivery, payload: second as never })));
    assert.equal((await photosOf(id)).length, 2, 'handled by three instances at once');
  });

  it('of a chat that several accounts named goes to the person who bound it with a code', async () => {
    const id = await inProgress();
    await bind(ivan, '12', { messenger_bound_by: null });
    const foreign = await fixtures.createTicket();
    for (const operation of ['take', 'start']) await patch(ivan, foreign, operation);
    wandasChat.sendsPhoto({ bytes });
    assert.match(await answer(), receipt(1));
    assert.deepEqual([(await photosOf(id)).length, (await photosOf(foreign)).length], [1, 0]);
  });

  it('of an account that is not bound any more is not added', async () => {
    const id = await inProgress();
    wandasChat.sendsPhoto({ bytes });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    await bind(wanda, '12', { is_active: false });
    assert.match(await answer(), /^This chat is no longer connected/);
    assert.equal((await photosOf(id)).length, 0);
    await bind(wanda, '12', { is_active: true });
  });
});

describe('a file that is no photo', () => {
  it('is refused in words, by what the messenger says and by its bytes', async () => {
    const id = await inProgress();
    const downloads = () => botApi.calls('download').length + botApi.calls('getFile').length;
    const before = downloads();
    const refused: [document: { bytes: Buffer; name: string; type: string; size?: number }, answer: RegExp][] = [
      [{ bytes, name: 'plan.pdf', type: 'application/pdf' }, /^Only photos can be added: JPEG, PNG or WebP\.$/],
      [{ bytes, name: 'IMG_1.HEIC', type: 'image/heic' }, /^HEIC files cannot be added\. Send the photo as a photo/],
      [{ bytes, name: 'IMG_1.heic', type: 'application/octet-stream' }, /^HEIC files/],
      [{ bytes, name: 'large.jpg', type: 'image/jpeg', size: 20 * 1024 * 1024 + 1 }, /^The file is larger than 0\.1 MB\.$/],
    ];
    for (const [document, words] of refused) {
      wandasChat.sendsDocument(document);
      assert.match(await answer(), words);
    }
    assert.equal(downloads(), before, 'nothing is fetched');
    const lies: [document: { bytes: Buffer; name: string; type: string; size?: number }, answer: RegExp][] = [
      [{ bytes: Buffer.from('%PDF-1.7 and more'), name: 'photo.jpg', type: 'image/jpeg' }, /^Only photos can be added/],
      [{ bytes: photo('jpeg', 100_001), name: 'large.jpg', type: 'image/jpeg', size: 0 }, /^The file is larger than/],
    ];
    for (const [document, words] of lies) {
      wandasChat.sendsDocument(document);
      assert.match(await answer(), words);
    }
    assert.equal((await photosOf(id)).length, 0);
    assert.deepEqual(await pendingQueues(), []);
  });
});

describe('a file that cannot be fetched', () => {
  it('is refused at once when the messenger does not have it any more', async () => {
    await inProgress();
    for (const forget of [
      () => botApi.forgetFiles(token),
      () => botApi.failNext(token, 'download', { error_code: 404, description: 'Not Found' }),
    ]) {
      wandasChat.sendsPhoto({ bytes });
      forget();
      assert.equal(await answer(), 'The photo could not be fetched from the messenger. Please send it again.');
    }
    wandasChat.sendsPhoto({ bytes });
    botApi.failNext(token, 'getFile', { error_code: 400, description: 'Bad Request: file is too big' });
    assert.match(await answer(), /^The file is larger than/);
  });

  it('is tried again for five minutes, and neither a redirect is followed nor the token named', async () => {
    const id = await inProgress();
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
    const attempt = async (): Promise<void> => {
      const { handler } = deliveryHandlers({ ...fixtures.deps, log }).chat_files;
      await fixtures.transaction((tx) =>
        tx
          .updateTable('deliveries' as never)
          .set({ due_at: fixtures.now } as never)
          .execute(),
      );
      await deliverNext({ ...fixtures.deps, log }, 'chat_files', handler);
    };
    wandasChat.sendsPhoto({ bytes });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    for (const effect of ['redirect', 'reset', 'html502'] as const) {
      botApi.breakNext('download', effect);
      await attempt();
      assert.deepEqual(await pendingQueues(), ['chat_files'], effect);
    }
    assert.equal((await photosOf(id)).length, 0);
    fixtures.advanceClock(minutes(6));
    botApi.breakNext('download', 'redirect');
    await attempt();
    assert.equal(wandasChat.seesLast().text, 'The photo could not be fetched from the messenger. Please send it again.');
    assert.deepEqual(await pendingQueues(), []);
    assert(lines.length >= 3, 'failures are logged');
    assert.doesNotMatch(lines.join(''), /global-secret/);
  });

  it('ends within its limits of time and size', async () => {
    const id = await inProgress();
    wandasChat.sendsPhoto({ bytes });
    await botApi.waitFor(() => botApi.updatesPending(token) === 0);
    const [file] = await fixtures.pendingDeliveries('chat_files');
    await fixtures.clearDeliveries();
    const add = createAddChatPhoto(fixtures.deps, new ChatSender(fixtures.deps), 200);
    for (const effect of ['cut', 'hang'] as const) {
      botApi.breakNext('download', effect);
      const adding = add({ id: wanda.id, role: 'worker', language: null }, id, file as never, async () => {});
      await assert.rejects(adding, { name: 'Error', code: 0 }, effect);
    }
    const options = { root: botApi.url, token };
    for (const path of ['/var/lib/photo.jpg', 'photos/../../bot/getMe']) {
      await assert.rejects(downloadFile({ path, size: undefined }, options), { code: 400 }, path);
    }
    botApi
      .person(token, 12)
      .sendsDocument({ bytes: Buffer.alloc(maxBotFileBytes + 1, 'x'), path: 'big', name: 'x', type: 'image/png' });
    const big = await downloadFile({ path: 'big', size: undefined }, options);
    await assert.rejects(
      big.forEach(() => {}),
      { code: 400 },
    );
    botApi.person(token, 12).sendsDocument({ bytes, path: 'short', name: 'x', type: 'image/png' });
    const short = await downloadFile({ path: 'short', size: 5_001 }, options);
    await assert.rejects(
      short.forEach(() => {}),
      { code: 0 },
    );
    const wrongToken = downloadFile({ path: 'short', size: 1 }, { ...options, token: '100:another-secret' });
    await assert.rejects(wrongToken, ({ code, message }) => code === 401 && !message.includes('secret'));
  });
});
