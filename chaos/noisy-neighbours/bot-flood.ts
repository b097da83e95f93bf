import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import { type FakeBotApi, startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { sendOk } from '../../testing/http-client.ts';
import type { AttackReport, RunningAttack } from './load.ts';

// The global bot, the chat of the tenant, and people whom nobody knows who write to the bot.

const token = '424242:neighbours-global-bot';
const tenantChat = 1_000;
const firstStranger = 5_000;
const messagesPerSecond = 50;
const tickMs = 100;
/** What Telegram lets a bot send before it answers 429. */
const maxSentPerSecond = 30;

/** The Bot API with the global bot of the service. */
export interface Messenger {
  api: FakeBotApi;
  /** what the service is started with */
  env: Record<string, string>;
}

/** Starts the Bot API, with a chat of the tenant. */
export async function startMessenger(): Promise<Messenger> {
  const api = await startFakeBotApi();
  api.addBot({ token, username: 'neighbours_bot' });
  api.addChat(token, { id: tenantChat, type: 'private', first_name: 'Tenant' });
  return { api, env: { MESSENGER_BOT_TOKEN: token, MESSENGER_API_ROOT: api.url } };
}

/** Binds the client to the chat, and makes a rule that is never due by itself. @returns the rule's id */
export async function addRule(base: string, { client, objects }: ProjectFixture): Promise<number> {
  const call = { token: client.token };
  await sendOk(base, { ...call, method: 'PUT', path: '/auth/messenger', body: { target: String(tenantChat) } });
  const anchor_at = new Date(Date.now() + 86_400_000 * 300).toISOString();
  const body = { anchor_at, category: 'other', description: 'Look after the lamps', object_id: objects[0], period_days: 3650 };
  return (await sendOk(base, { ...call, method: 'POST', path: '/recurring', body })).body.id;
}

/** @returns whether the chat of the tenant got a message about a ticket */
export function hasMessage({ api }: Messenger, ticketId: number): boolean {
  const mention = new RegExp(`#${ticketId}\\b`);
  return api.sent(token).some(({ chat_id, readable }) => chat_id === tenantChat && mention.test(readable));
}

/** Unknown chats send /status until the attack is stopped. */
export function startBotFlood({ api }: Messenger): RunningAttack {
  const began = performance.now();
  let messages = 0;
  const timer = setInterval(() => {
    const sent = api.sent(token).at(-maxSentPerSecond - 1);
    if (sent && Date.now() - sent.time.getTime() < 1_000) api.rateLimit(token, 'sendMessage', 1);
    const due = ((performance.now() - began) / 1000) * messagesPerSecond;
    while (messages < due) api.receiveMessage(token, firstStranger + messages++, '/status');
  }, tickMs);
  const stop = async (): Promise<AttackReport> => {
    clearInterval(timer);
    const answers = api.sent(token).filter(({ chat_id }) => chat_id >= firstStranger).length;
    return { connections: 0, requests: messages, outcomes: { answers } };
  };
  return { stop };
}
