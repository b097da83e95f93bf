import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, it } from 'node:test';
import { Api, Bot, GrammyError, HttpError } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import nodemailer from 'nodemailer';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { waitFor } from '../testing/wait.ts';

// The fakes of Telegram's Bot API and of a mail server behave like the real ones towards their clients.

const botApi = await startFakeBotApi();
after(() => botApi.stop());

let bots = 0;
function newBot() {
  const token = `${++bots}00:${'x'.repeat(35)}`;
  botApi.addBot({ token, username: `bot_${bots}` });
  return { token, api: new Api(token, { apiRoot: botApi.url }) };
}

/** @returns what Telegram says when it refuses */
async function refusal(call: Promise<unknown>): Promise<GrammyError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof GrammyError, `refused: ${error}`);
  return error;
}

async function refusedWith(call: Promise<unknown>, code: number, description: string): Promise<void> {
  const error = await refusal(call);
  assert.deepEqual([error.error_code, error.description], [code, description]);
}

it('the fake Bot API identifies bots by their tokens', async () => {
  const { token, api } = newBot();
  const me = await api.getMe();
  assert.deepEqual([me.id, me.is_bot, me.username], [100, true, 'bot_1']);
  await refusedWith(new Api(`9:${'x'.repeat(35)}`, { apiRoot: botApi.url }).getMe(), 401, 'Unauthorized');
  await refusedWith(new Api('no token', { apiRoot: botApi.url }).getMe(), 404, 'Not Found');
  const polling = api.getUpdates({ timeout: 30 });
  await botApi.waitFor(() => botApi.polls(token) === 1);
  botApi.revoke(token);
  assert.deepEqual(await polling, []);
  await refusedWith(api.getUpdates(), 401, 'Unauthorized');
});

it('the fake Bot API shows a bot only the chats that it may reach', async () => {
  const { token, api } = newBot();
  const me = await api.getMe();
  await refusedWith(api.getChat(5), 400, 'Bad Request: chat not found');
  await refusedWith(api.getChat('@nobody_here'), 400, 'Bad Request: chat not found');

  botApi.addChat(token, { id: -1001, type: 'channel', title: 'News', username: 'the_news' }, 'left');
  assert.equal((await api.getChat('@The_News')).id, -1001);
  assert.equal((await api.getChatMember('@the_news', me.id)).status, 'left');
  await refusedWith(api.sendMessage('@the_news', 'x'), 403, 'Forbidden: bot is not a member of the channel chat');

  botApi.addChat(token, { id: -7, type: 'group', title: 'Yard' });
  botApi.kick(token, -7);
  await refusedWith(api.sendMessage(-7, 'x'), 403, 'Forbidden: bot was kicked from the group chat');
  botApi.addChat(token, { id: -7, type: 'group', title: 'Yard' });
  botApi.migrate(token, -7, -1007);
  const migrated = await refusal(api.sendMessage(-7, 'x'));
  assert.deepEqual(migrated.parameters, { migrate_to_chat_id: -1007 });
  await api.sendMessage(-1007, 'x');

  botApi.receiveMessage(token, 5, '/start');
  await api.sendMessage(5, 'x');
  botApi.block(token, 5);
  await refusedWith(api.sendMessage(5, 'x'), 403, 'Forbidden: bot was blocked by the user');
  assert.equal((await api.getChat(5)).type, 'private');
  botApi.deactivate(token, 5);
  await refusedWith(api.sendMessage(5, 'x'), 403, 'Forbidden: user is deactivated');
  assert.deepEqual(
    botApi.sent(token).map(({ chat_id }) => chat_id),
    [-1007, 5],
  );
});

it('the fake Bot API rejects malformed message markup as Telegram does', async () => {
  const { token, api } = newBot();
  botApi.addChat(token, { id: 5, type: 'private' });
  const html = (text: string) => api.sendMessage(5, text, { parse_mode: 'HTML' });
  const markdown = (text: string) => api.sendMessage(5, text, { parse_mode: 'MarkdownV2' });
  const entities = "Bad Request: can't parse entities:";

  assert.equal((await html('<b>Ä &lt;1&gt;</b> <a href="https://a.example/?a=1&amp;b">x</a>')).text, 'Ä <1> x');
  await refusedWith(html('Ä < 1'), 400, `${entities} Unsupported start tag "" at byte offset 3`);
  await refusedWith(html('<b>x'), 400, `${entities} Can't find end tag corresponding to start tag "b"`);
  const unmatched = 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"';
  await refusedWith(html('<b><i>x</b></i>'), 400, `${entities} ${unmatched}`);
  assert.equal((await markdown('*a* _b_ [c](https://a.example) `1\\.` \\.')).text, 'a b c 1. .');
  await refusedWith(markdown('a.'), 400, `${entities} Character '.' is reserved and must be escaped with the preceding '\\'`);
  await refusedWith(markdown('Ä *b'), 400, `${entities} Can't find end of Bold entity at byte offset 3`);

  await refusedWith(api.sendMessage(5, ''), 400, 'Bad Request: message text is empty');
  await refusedWith(html('<b> </b>'), 400, 'Bad Request: text must be non-empty');
  await api.sendMessage(5, '😀'.repeat(4096));
  await refusedWith(api.sendMessage(5, 'x'.repeat(4097)), 400, 'Bad Request: message is too long');
  await refusedWith(api.sendMessage(5, '\ud800'), 400, 'Bad Request: strings must be encoded in UTF-8');
  const button = { inline_keyboard: [[{ text: 'Open', url: 'http://localhost:3000/' }]] };
  const complaint = "Bad Request: inline keyboard button URL 'http://localhost:3000/' is invalid: Wrong HTTP URL";
  await refusedWith(api.sendMessage(5, 'x', { reply_markup: button }), 400, complaint);
  assert.equal(botApi.sent(token).length, 3);
});

it('the fake Bot API returns updates until they are confirmed', async () => {
  const { token, api } = newBot();
  const polling = api.getUpdates({ timeout: 30 });
  await botApi.waitFor(() => botApi.polls(token) === 1);
  botApi.receiveMessage(token, 5, '/start code');
  const [first] = await polling;
  assert(first?.message);
  assert.deepEqual(first.message.entities, [{ type: 'bot_command', offset: 0, length: 6 }]);
  botApi.receiveMessage(token, { id: -1001, type: 'channel', title: 'News' }, 'post');
  const offset = first.update_id + 1;
  const [second] = await api.getUpdates({ offset, allowed_updates: ['message'] });
  assert.equal(second?.channel_post?.text, 'post');
  botApi.receiveMessage(token, { id: -1001, type: 'channel', title: 'News' }, 'not wanted');
  assert.deepEqual([botApi.updatesConfirmed(token), botApi.updatesPending(token)], [1, 1]);
  // An offset from somewhere else: the queue from its head, and nothing is confirmed.
  assert.deepEqual(await api.getUpdates({ offset: offset + 1000 }), [second]);
  assert.equal(botApi.updatesPending(token), 1);
});

it('the fake Bot API allows one long poll per bot and returns 409 to the other', async () => {
  const { token } = newBot();
  const bot = new Bot(token, { client: { apiRoot: botApi.url } });
  bot.command('start', (context) => context.reply(`Hello ${context.match}`));
  const running = refusal(bot.start());
  await botApi.waitFor(() => botApi.polls(token) === 1);
  botApi.receiveMessage(token, 5, '/start anna');
  await botApi.waitFor(() => botApi.sent(token)[0]?.text === 'Hello anna' && botApi.polls(token) === 1);

  const hangUp = new AbortController();
  const second = fetch(`${botApi.url}/bot${token}/getUpdates?timeout=30&offset=-1`, { signal: hangUp.signal });
  const { error_code, description } = await running;
  const others = 'terminated by other getUpdates request; make sure that only one bot instance is running';
  assert.deepEqual([error_code, description], [409, `Conflict: ${others}`]);
  assert.deepEqual([botApi.conflicts(token), botApi.maxParallelPolls(token), botApi.polls(token)], [1, 2, 1]);
  hangUp.abort();
  await assert.rejects(second, { name: 'AbortError' });
  await botApi.waitFor(() => botApi.polls(token) === 0);
});

it('the fake Bot API rejects getUpdates while a webhook is set', async () => {
  const { token, api } = newBot();
  botApi.setWebhook(token, 'https://elsewhere.example/');
  assert.equal((await api.getWebhookInfo()).url, 'https://elsewhere.example/');
  const reason = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
  await refusedWith(api.getUpdates(), 409, `Conflict: ${reason}`);
  await api.deleteWebhook();
  botApi.receiveMessage(token, 5, 'x');
  assert.equal((await api.getUpdates()).length, 1);
});

it('the fake Bot API fails as configured', async () => {
  const { token, api } = newBot();
  botApi.addChat(token, { id: 5, type: 'private' });
  botApi.rateLimit(token, 'sendMessage', 7);
  assert.deepEqual((await refusal(api.sendMessage(5, 'x'))).parameters, { retry_after: 7 });
  botApi.failNext(token, 'getMe', { error_code: 502, description: 'Bad Gateway' });
  await refusedWith(api.getMe(), 502, 'Bad Gateway');
  for (const effect of ['reset', 'garbage', 'html502', 'lost'] as const) {
    botApi.breakNext('sendMessage', effect);
    await assert.rejects(api.sendMessage(5, effect), HttpError);
  }
  assert.deepEqual(
    botApi.sent(token).map(({ text }) => text),
    ['lost'],
  );
  botApi.breakNext('getMe', 'hang');
  const hanging = assert.rejects(api.getMe(), HttpError);
  await botApi.waitFor(() => botApi.calls('getMe').filter((call) => call.token === token).length === 2);
  botApi.pause();
  await hanging;
  await assert.rejects(api.getMe(), HttpError);
  await botApi.resume();
  await api.getMe();
  assert.equal(botApi.calls('getme').filter((call) => call.token === token).length, 3);
});

const keyboard = (...buttons: object[]) => ({ reply_markup: { inline_keyboard: [buttons as InlineKeyboardButton[]] } });

it('the fake Bot API checks buttons, and edits the messages of the bot', async () => {
  const { token, api } = newBot();
  botApi.addChat(token, { id: 5, type: 'private' });
  const take = { text: 'Take', callback_data: 'x'.repeat(64) };
  const { message_id } = await api.sendMessage(5, 'x', keyboard(take));
  await refusedWith(
    api.sendMessage(5, 'x', keyboard({ ...take, callback_data: 'ä'.repeat(33) })),
    400,
    'Bad Request: BUTTON_DATA_INVALID',
  );
  const unallowed = "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
  await refusedWith(api.sendMessage(5, 'x', keyboard({ text: 'Take' })), 400, unallowed);
  const notModified =
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';
  await refusedWith(api.editMessageText(5, message_id, 'x', keyboard(take)), 400, notModified);
  const edited = await api.editMessageText(5, message_id, 'y');
  assert(edited !== true && edited.edit_date !== undefined);
  assert.deepEqual(botApi.person(token, 5).sees(), [{ id: message_id, text: 'y', buttons: [], edits: 1 }]);
  await refusedWith(api.editMessageText(5, 99, 'y'), 400, 'Bad Request: message to edit not found');
  const prompt = await api.sendMessage(5, 'Why?', { reply_markup: { force_reply: true } });
  await refusedWith(api.editMessageText(5, prompt.message_id, 'y'), 400, "Bad Request: message can't be edited");
  const replied = api.sendMessage(5, 'x', { reply_parameters: { message_id: 99 } });
  await refusedWith(replied, 400, 'Bad Request: message to be replied not found');
  await api.sendMessage(5, 'x', { reply_parameters: { message_id: 99, allow_sending_without_reply: true } });
  botApi.block(token, 5);
  await refusedWith(api.editMessageText(5, message_id, 'z'), 403, 'Forbidden: bot was blocked by the user');
});

it('the fake Bot API tells the bot of pressed buttons, which it answers once', async () => {
  const { token, api } = newBot();
  botApi.addChat(token, { id: 5, type: 'private' });
  const person = botApi.person(token, 5);
  await api.sendMessage(5, '<b>x</b>', { parse_mode: 'HTML', ...keyboard({ text: 'Take', callback_data: 'take 1' }) });
  person.presses('Take');
  assert.deepEqual(
    await api.getUpdates({ allowed_updates: ['message'] }),
    [(await api.getUpdates())[0]],
    'it was allowed before',
  );
  const [update] = await api.getUpdates();
  const press = update?.callback_query;
  assert(press?.message && 'text' in press.message);
  assert.deepEqual([press.data, press.from.id, press.message.text], ['take 1', 5, 'x']);
  assert.deepEqual(press.message.reply_markup?.inline_keyboard, [[{ text: 'Take', callback_data: 'take 1' }]]);
  await refusedWith(api.answerCallbackQuery(press.id, { text: 'x'.repeat(201) }), 400, 'Bad Request: MESSAGE_TOO_LONG');
  person.presses('Take');
  assert.equal((await api.getUpdates({ offset: update?.update_id ?? 0 })).length, 1, 'no update of a kind that is not allowed');
  person.pressesData(1, 'x');
  const tooOld = 'Bad Request: query is too old and response timeout expired or query ID is invalid';
  await refusedWith(api.answerCallbackQuery(press.id), 400, tooOld);
});

it('the fake Bot API gives the files of messages', async () => {
  const { token, api } = newBot();
  const person = botApi.person(token, 5);
  person.says('/start');
  const { message_id: prompt } = await api.sendMessage(5, 'Why?', { reply_markup: { force_reply: true } });
  const bytes = Buffer.from('a photo');
  person.sendsPhoto({ bytes }, { replyTo: prompt, album: '77' });
  person.sendsDocument({ bytes, name: 'a.pdf', type: 'application/pdf', size: 20 * 1024 * 1024 + 1 });
  const [, first, second] = await api.getUpdates();
  assert(first?.message?.photo && second?.message?.document);
  const { photo, media_group_id, reply_to_message } = first.message;
  assert.deepEqual(
    [photo.length, media_group_id, reply_to_message?.from?.is_bot, reply_to_message?.text],
    [2, '77', true, 'Why?'],
  );
  assert.equal(reply_to_message && 'reply_markup' in reply_to_message, false, 'updates show inline keyboards only');
  const file = await api.getFile(photo.at(-1)?.file_id ?? '');
  assert.equal(file.file_size, bytes.length);
  const download = (path: string, of = token) => fetch(`${botApi.url}/file/bot${of}/${path}`);
  assert.equal(await (await download(file.file_path ?? '')).text(), 'a photo');
  assert.deepEqual([(await download('photos/other.jpg')).status, (await download('x', '1:x')).status], [404, 401]);
  await refusedWith(api.getFile(second.message.document.file_id), 400, 'Bad Request: file is too big');
  await refusedWith(api.getFile('other'), 400, 'Bad Request: invalid file_id');
  await refusedWith(api.getFile(''), 400, 'Bad Request: file_id not specified');
});

const auth = { user: 'callout', password: 'secret' };
const mail = {
  from: '"Callout" <callout@example.com>',
  to: 'anna@example.com',
  subject: 'Ваш пароль, и ещё немного слов, чтобы строка не поместилась целиком',
  text: 'Öffnen:\nhttps://callout.example/reset?token=a=b\n',
  html: '<p>Öffnen</p>',
};

it('the fake SMTP server accepts authenticated mail over STARTTLS', async (t) => {
  const smtp = await startSmtpServer({ auth });
  t.after(() => smtp.stop());
  const transport = { host: '127.0.0.1', port: smtp.port, requireTLS: true };
  const send = (more: object) => nodemailer.createTransport({ ...transport, ...more }).sendMail(mail);
  const tls = { ca: smtp.ca };
  await assert.rejects(send({ auth: { user: auth.user, pass: auth.password } }), { code: 'ESOCKET' });
  await assert.rejects(send({ tls, auth: { user: auth.user, pass: 'wrong' } }), { responseCode: 535 });
  await assert.rejects(send({ tls }), { responseCode: 530 });
  smtp.failNext();
  smtp.refuse('boris@example.com');
  const known = { tls, auth: { user: auth.user, pass: auth.password } };
  await assert.rejects(send(known), { responseCode: 451 });
  await assert.rejects(nodemailer.createTransport({ ...transport, ...known }).sendMail({ ...mail, to: 'boris@example.com' }), {
    responseCode: 550,
  });
  await send(known);
  const got = await smtp.waitForMail(({ to }) => to.includes('anna@example.com'));
  assert.deepEqual([got.secure, got.user, got.from, got.to], [true, 'callout', 'callout@example.com', ['anna@example.com']]);
  assert.deepEqual([got.headers['subject'], got.headers['from']], [mail.subject, 'Callout <callout@example.com>']);
  assert.deepEqual([got.text.trim(), got.html.trim()], [mail.text.trim(), mail.html]);
  assert.deepEqual([smtp.mails().length, smtp.attempts], [1, 2]);
});

it('the fake SMTP server accepts mail without TLS when configured so', async (t) => {
  const smtp = await startSmtpServer({ plain: true });
  t.after(() => smtp.stop());
  const transport = { host: '127.0.0.1', port: smtp.port };
  await assert.rejects(nodemailer.createTransport({ ...transport, requireTLS: true }).sendMail(mail), { code: 'ETLS' });
  await nodemailer.createTransport(transport).sendMail(mail);
  assert.deepEqual([smtp.mails()[0]?.secure, smtp.mails().length], [false, 1]);
});

it('the fake SMTP server accepts mail over TLS from a process that trusts its certificate, and simulates hangs and outages', async (t) => {
  const smtp = await startSmtpServer({ secure: true });
  t.after(() => smtp.stop());
  const transport = { host: 'localhost', port: smtp.port, secure: true };
  const script = `import nodemailer from 'nodemailer';
    await nodemailer.createTransport(${JSON.stringify(transport)}).sendMail(${JSON.stringify(mail)})`;
  const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: smtp.caFile };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, cwd: import.meta.dirname });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.equal(smtp.mails()[0]?.secure, true);

  const client = nodemailer.createTransport({ ...transport, tls: { ca: smtp.ca } });
  smtp.hangNext();
  const hanging = assert.rejects(client.sendMail(mail), { code: 'ECONNECTION' });
  await waitFor(() => smtp.attempts === 2);
  smtp.pause();
  await hanging;
  await assert.rejects(client.sendMail(mail), { code: 'ESOCKET' });
  await smtp.resume();
  await client.sendMail(mail);
  assert.equal(smtp.mails().length, 2);
});
