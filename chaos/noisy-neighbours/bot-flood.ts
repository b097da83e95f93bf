import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectFixture } from '../../testing/api-fixtures.ts';
import { type FakeBotApi, startFakeBotApi } from '../../testing/fake-bot-api.ts';
import { sendOk } from '../../testing/http-client.ts';

// People whom nobody knows write to the global bot, while a client waits for the notice of a rule.

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

/** Unknown chats that send /status until they are stopped. */
export class BotStrangers {
  readonly #api: FakeBotApi;
  readonly #timer: NodeJS.Timeout;
  readonly #began = performance.now();
  messages = 0;

  constructor({ api }: Messenger) {
    this.#api = api;
    this.#timer = setInterval(() => this.#write(), tickMs);
  }

  #write(): void {
    const sent = this.#api.sent(token).at(-maxSentPerSecond - 1);
    if (sent && Date.now() - sent.time.getTime() < 1_000) this.#api.rateLimit(token, 'sendMessage', 1);
    const due = ((performance.now() - this.#began) / 1000) * messagesPerSecond;
    while (this.messages < due) this.#api.receiveMessage(token, firstStranger + this.messages++, '/status');
  }

  /** @returns how many answers they got */
  stop(): number {
    clearInterval(this.#timer);
    return this.#api.sent(token).filter(({ chat_id }) => chat_id >= firstStranger).length;
  }
}

/**
 * Runs the rule and waits for its notice, then closes the ticket.
 * @returns how long the notice took in milliseconds; undefined: it did not come within the timeout
 * @throws when an answer is no success, or does not come
 */
export async function timeNotice(
  base: string,
  { client }: ProjectFixture,
  rule: number,
  api: FakeBotApi,
  timeoutMs: number,
): Promise<number | undefined> {
  const call = { token: client.token };
  const began = performance.now();
  const { ticket_id } = (await sendOk(base, { ...call, method: 'POST', path: `/recurring/${rule}/run` })).body;
  const mention = new RegExp(`#${ticket_id}\\b`);
  let tookMs: number | undefined;
  while (tookMs === undefined && performance.now() - began < timeoutMs) {
    const isThere = api.sent(token).some(({ chat_id, readable }) => chat_id === tenantChat && mention.test(readable));
    if (isThere) tookMs = performance.now() - began;
    else await sleep(20);
  }
  const body = { reason: 'the lamps are fine' };
  await sendOk(base, { ...call, method: 'PATCH', path: `/tickets/${ticket_id}/cancel`, body });
  return tookMs;
}
