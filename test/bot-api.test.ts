import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Api, GrammyError } from 'grammy';
import { downloadFile } from '../src/outbound/messenger/bot-files.ts';
import { startFakeBotApi } from '../testing/fake-bot-api.ts';

// The fake of Telegram's Bot API refuses what the real one refuses: else no test would notice that the service sends it.

const botApi = await startFakeBotApi();
after(() => botApi.stop());
const token = `100:${'x'.repeat(35)}`;
botApi.addBot({ token, username: 'a_bot' });
const api = new Api(token, { apiRoot: botApi.url });
botApi.addChat(token, { id: 5, type: 'private' });
botApi.addChat(token, { id: 6, type: 'private' });
botApi.block(token, 6);
botApi.addChat(token, { id: -7, type: 'group', title: 'Yard' });
botApi.kick(token, -7);
botApi.addChat(token, { id: -1001, type: 'channel', title: 'News', username: 'the_news' }, 'left');

/** @returns what Telegram says when it refuses */
async function refusal(call: Promise<unknown>): Promise<GrammyError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof GrammyError, `refused: ${error}`);
  return error;
}

const html = (text: string) => api.sendMessage(5, text, { parse_mode: 'HTML' });
const withButton = (button: object) => api.sendMessage(5, 'x', { reply_markup: { inline_keyboard: [[button as never]] } });
const entities = "can't parse entities:";

const refused: Record<string, [call: () => Promise<unknown>, code: number, description: string]> = {
  'an unknown token': [() => new Api(`9:${'x'.repeat(35)}`, { apiRoot: botApi.url }).getMe(), 401, 'Unauthorized'],
  'an unknown chat': [() => api.getChat(99), 400, 'Bad Request: chat not found'],
  'a channel that the bot has left': [
    () => api.sendMessage('@the_news', 'x'),
    403,
    'Forbidden: bot is not a member of the channel chat',
  ],
  'a group that the bot was kicked from': [() => api.sendMessage(-7, 'x'), 403, 'Forbidden: bot was kicked from the group chat'],
  'a user who has blocked the bot': [() => api.sendMessage(6, 'x'), 403, 'Forbidden: bot was blocked by the user'],
  'an unescaped character': [() => html('Ä < 1'), 400, `Bad Request: ${entities} Unsupported start tag "" at byte offset 3`],
  'an open tag': [() => html('<b>x'), 400, `Bad Request: ${entities} Can't find end tag corresponding to start tag "b"`],
  'tags that overlap': [
    () => html('<b><i>x</b></i>'),
    400,
    `Bad Request: ${entities} Unmatched end tag at byte offset 7, expected "</i>", found "</b>"`,
  ],
  'an empty text': [() => html('<b> </b>'), 400, 'Bad Request: text must be non-empty'],
  'a long text': [() => api.sendMessage(5, 'x'.repeat(4097)), 400, 'Bad Request: message is too long'],
  'half a character': [() => api.sendMessage(5, '\ud800'), 400, 'Bad Request: strings must be encoded in UTF-8'],
  'a button for a host without a dot': [
    () => withButton({ text: 'Open', url: 'http://localhost:3000/' }),
    400,
    "Bad Request: inline keyboard button URL 'http://localhost:3000/' is invalid: Wrong HTTP URL",
  ],
  'long data of a button': [
    () => withButton({ text: 'Take', callback_data: 'ä'.repeat(33) }),
    400,
    'Bad Request: BUTTON_DATA_INVALID',
  ],
  'a reply to an unknown message': [
    () => api.sendMessage(5, 'x', { reply_parameters: { message_id: 99 } }),
    400,
    'Bad Request: message to be replied not found',
  ],
  'a change of an unknown message': [() => api.editMessageText(5, 99, 'y'), 400, 'Bad Request: message to edit not found'],
  'an answer to an unknown press': [
    () => api.answerCallbackQuery('1'),
    400,
    'Bad Request: query is too old and response timeout expired or query ID is invalid',
  ],
  'an unknown file': [() => api.getFile('other'), 400, 'Bad Request: invalid file_id'],
};
for (const [what, [call, code, description]] of Object.entries(refused)) {
  it(`the fake Bot API refuses ${what}`, async () => {
    const error = await refusal(call());
    assert.deepEqual([error.error_code, error.description], [code, description]);
  });
}

it('the fake Bot API refuses a change that changes nothing, and one of a message that asks for a reply', async () => {
  const { message_id } = await html('<b>Ä &lt;1&gt;</b>');
  assert.match((await refusal(api.editMessageText(5, message_id, 'Ä <1>'))).description, /message is not modified/);
  const prompt = await api.sendMessage(5, 'Why?', { reply_markup: { force_reply: true } });
  assert.match((await refusal(api.editMessageText(5, prompt.message_id, 'y'))).description, /can't be edited/);
});

it('the fake Bot API returns updates until they are confirmed, and 409 to the first of two long polls', async () => {
  botApi.receiveMessage(token, 5, '/start code');
  const [update] = await api.getUpdates({ offset: -1 });
  assert.equal(update?.message?.text, '/start code');
  assert.deepEqual(await api.getUpdates(), [update]);
  const first = refusal(api.getUpdates({ offset: update.update_id + 1, timeout: 30 }));
  await botApi.waitFor(() => botApi.polls(token) === 1 && botApi.updatesPending(token) === 0);
  const hangUp = new AbortController();
  const second = fetch(`${botApi.url}/bot${token}/getUpdates?timeout=30&offset=-1`, { signal: hangUp.signal });
  assert.equal((await first).error_code, 409);
  hangUp.abort();
  await assert.rejects(second, { name: 'AbortError' });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const server = createServer((_request, response) => response.end(Buffer.alloc(906, 1)));
after(() => server.close());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('a file of a bot is complete when garbage is collected before it is read', async () => {
  for (let i = 0; i < 20; i++) {
    const file = await downloadFile({ path: 'photos/file_1.jpg', size: 906 }, { root, token: '100:secret' });
    for (let turn = 0; turn < 5; turn++) {
      collectGarbage();
      await nextTurn();
    }
    let received = 0;
    for await (const chunk of file) received += (chunk as Buffer).length;
    assert.equal(received, 906);
  }
});
