import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Bot, type Sender, type SentMessage } from './fake-bot-api/bot.ts';
import type { Chat, MemberStatus } from './fake-bot-api/chats.ts';
import {
  ApiError,
  type Args,
  breakAnswer,
  type ConnectionFault,
  type Parameters,
  readArgs,
  sendError,
  sendFile,
  sendResult,
} from './fake-bot-api/http.ts';
import { Person } from './fake-bot-api/person.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './wait.ts';

// A fake of Telegram's Bot API: protocol, long polls and errors. Its behaviour follows the sources of the real
// server, tdlib/telegram-bot-api.

export interface BotApiCall {
  token: string;
  method: string;
  args: Args;
  time: Date;
}

interface Fault {
  token?: string;
  method: string;
  times: number;
  effect: ApiError | ConnectionFault;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export async function startFakeBotApi(): Promise<FakeBotApi> {
  const api = new FakeBotApi();
  await api.resume();
  return api;
}

export class FakeBotApi {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #bots = new Map<string, Bot>();
  readonly #calls: BotApiCall[] = [];
  readonly #sent: SentMessage[] = [];
  readonly #faults: Fault[] = [];
  #meanwhile: { method: string; happen: () => Promise<unknown> } | undefined;
  #port = 0;

  constructor() {
    // Idle connections stay open, or a client could use one at the moment at which it is closed.
    this.#server.keepAliveTimeout = 0;
  }

  /** For MESSENGER_API_ROOT. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  // Bots and their chats

  /** The bot's id is the number that its token begins with. */
  addBot({ token, username }: { token: string; username: string }): void {
    this.#bots.set(token, new Bot(token, username, (sent) => this.#sent.push(sent)));
  }

  /** Invalidates the token: an open poll ends without updates, and later calls return 401. */
  revoke(token: string): void {
    const bot = this.#bot(token);
    bot.revoked = true;
    bot.updates.wake();
  }

  /** Adds a chat that the bot can write to, or a public one that it can only read (`left`). */
  addChat(token: string, chat: Chat, status?: MemberStatus): void {
    this.#bot(token).chats.add(chat, status);
  }

  /** The user of a private chat blocks the bot until the user writes again. */
  block(token: string, chatId: number): void {
    this.#bot(token).setMemberStatus(chatId, 'kicked');
  }

  kick(token: string, chatId: number): void {
    this.#bot(token).setMemberStatus(chatId, 'kicked');
  }

  /** Migrates a group to a supergroup with another id. */
  migrate(token: string, chatId: number, to: number): void {
    this.#bot(token).migrate(chatId, to);
  }

  /** Receives a message of a user, in the private chat with this id if no chat has the id. */
  receiveMessage(token: string, chat: number | Chat, text: string, from?: Sender): void {
    const bot = this.#bot(token);
    const known = typeof chat === 'number' && bot.chats.has(chat) ? bot.chats.get(chat).chat : undefined;
    const place = typeof chat === 'number' ? (known ?? { id: chat, type: 'private' as const, first_name: `User ${chat}` }) : chat;
    bot.receiveMessage(place, text, from ?? { id: place.type === 'private' ? place.id : 4711 });
  }

  /** A person in the private chat with a bot. @param id of the person and of the chat */
  person(token: string, id: number): Person {
    return new Person(this.#bot(token), id);
  }

  /** Receives any update, whether the bot asked for its kind or not. It gets an `update_id` if it has none. */
  receiveUpdate(token: string, update: Record<string, unknown>): void {
    this.#bot(token).updates.push(update);
  }

  /** Sets a webhook as another user of the token would; '' removes it. */
  setWebhook(token: string, url: string): void {
    this.#bot(token).updates.setWebhook(url);
  }

  // Failures on demand

  failNext(
    token: string,
    method: string,
    { error_code, description, parameters }: { error_code: number; description: string; parameters?: Parameters },
    times = 1,
  ): void {
    this.#faults.push({ token, method, times, effect: new ApiError(error_code, description, parameters) });
  }

  rateLimit(token: string, method: string, seconds: number, times = 1): void {
    const description = `Too Many Requests: retry after ${seconds}`;
    this.failNext(token, method, { error_code: 429, description, parameters: { retry_after: seconds } }, times);
  }

  /** The next calls of the method fail for all bots. */
  breakNext(method: string, effect: ConnectionFault, times = 1): void {
    this.#faults.push({ method, times, effect });
  }

  /** Runs a function before the next call of the method is executed. */
  beforeNext(method: string, happen: () => Promise<unknown>): void {
    this.#meanwhile = { method, happen };
  }

  /** Starts an outage: open connections are closed and new ones refused. */
  pause(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Ends the outage, at the same address. */
  async resume(): Promise<void> {
    this.#port ||= await freePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.pause();
    await closed;
  }

  // Observations

  sent(token?: string): SentMessage[] {
    return this.#sent.filter((sent) => token === undefined || sent.token === token);
  }

  /** The time for answers to pressed buttons is over. */
  expirePresses(token: string): void {
    this.#bot(token).messages.expirePresses();
  }

  /** The files that people have sent cannot be downloaded any more. */
  forgetFiles(token: string): void {
    this.#bot(token).files.forget();
  }

  calls(method?: string): BotApiCall[] {
    return this.#calls.filter((call) => method === undefined || same(call.method, method));
  }

  /** @returns the number of open getUpdates requests */
  polls(token: string): number {
    return this.#bot(token).updates.open;
  }

  maxParallelPolls(token: string): number {
    return this.#bot(token).updates.maxOpen;
  }

  /** @returns how many getUpdates requests returned 409 */
  conflicts(token: string): number {
    return this.#bot(token).updates.conflicts;
  }

  updatesPending(token: string): number {
    return this.#bot(token).updates.pending;
  }

  waitFor<T>(look: () => T, timeoutMs?: number) {
    return waitFor(look, timeoutMs);
  }

  #bot(token: string): Bot {
    const bot = this.#bots.get(token);
    if (!bot) throw new Error('the fake Bot API has no such bot');
    return bot;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    try {
      const url = new URL(request.url ?? '', this.url);
      if (await this.#download(url.pathname, response)) return;
      const [, token, method] = /^\/bot(\d+:[\w-]+)\/(\w+)$/.exec(decodeURIComponent(url.pathname)) ?? [];
      if (token === undefined || method === undefined) throw new ApiError(404, 'Not Found');
      const args = await readArgs(request, url);
      this.#calls.push({ token, method, args, time: new Date() });
      await this.#happen(method);
      const effect = this.#fault(token, method);
      if (effect instanceof ApiError) throw effect;
      if (effect) return breakAnswer(response, effect);
      sendResult(response, await this.#call(token, method, args, disconnected.signal));
    } catch (error) {
      if (error instanceof ApiError) sendError(response, error);
      // An error after the client has disconnected is expected.
      else if (!request.socket.destroyed) throw error;
    }
  }

  /** @returns whether the path is that of a file */
  async #download(pathname: string, response: ServerResponse): Promise<boolean> {
    const [, token, path] = /^\/file\/bot(\d+:[\w-]+)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
    if (token === undefined || path === undefined) return false;
    this.#calls.push({ token, method: 'download', args: { path }, time: new Date() });
    await this.#happen('download');
    const effect = this.#fault(token, 'download');
    if (effect instanceof ApiError) throw effect;
    const bytes = this.#bots.get(token)?.files.download(path);
    if (!bytes) throw new ApiError(401, 'Unauthorized');
    sendFile(response, bytes, effect);
    return true;
  }

  #call(token: string, method: string, args: Args, disconnected: AbortSignal): unknown {
    const bot = this.#bots.get(token);
    if (!bot || bot.revoked) throw new ApiError(401, 'Unauthorized');
    return bot.call(method, args, disconnected);
  }

  async #happen(method: string): Promise<void> {
    const event = this.#meanwhile;
    if (!event || !same(event.method, method)) return;
    this.#meanwhile = undefined;
    await event.happen();
  }

  #fault(token: string, method: string): Fault['effect'] | undefined {
    const fault = this.#faults.find((each) => each.times > 0 && same(each.method, method) && (each.token ?? token) === token);
    if (fault) fault.times--;
    return fault?.effect;
  }
}
