import type { Deps } from '../../platform/module/deps.ts';
import { BotApi, BotApiError, type Button, type MessageOptions } from '../messenger/bot-api.ts';
import { type Bot, findBot } from '../messenger/bots.ts';
import { SendThrottle } from '../messenger/send-throttle.ts';
import type { Chat } from './accounts.ts';

export type SenderDeps = Pick<Deps, 'db' | 'config'>;

/** The chat is blocked or deleted, or the bot is gone: nobody can be answered. */
export class ChatGone extends Error {}

/** Writes to private chats; messages wait while the messenger asks for a pause. */
export class ChatSender {
  readonly #deps: SenderDeps;
  readonly #api: BotApi;
  readonly #throttle = new SendThrottle();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#api = new BotApi(deps.config.messengerApiRoot);
  }

  /** @throws ChatGone when the bot is not used any more */
  async botOf({ bot_id }: Chat): Promise<Bot> {
    const bot = await findBot(this.#deps.db.read, this.#deps.config, bot_id);
    if (!bot) throw new ChatGone('the bot is not used any more');
    return bot;
  }

  /** @returns the id of the message @throws ChatGone, RetryLater, BotApiError */
  async say(chat: Chat, html: string, options: MessageOptions = {}, signal?: AbortSignal): Promise<number> {
    return this.call(chat, (api, bot) => api.send(bot.token, String(chat.chat_id), html, signal, options));
  }

  /** Changes a message, or sends it anew when it cannot be changed. @throws ChatGone, RetryLater, BotApiError */
  async show(chat: Chat, messageId: number, html: string, buttons: Button[][], signal?: AbortSignal): Promise<void> {
    const isChanged = await this.call(chat, (api, bot) =>
      api.edit(bot.token, String(chat.chat_id), messageId, html, buttons, signal),
    );
    if (!isChanged) await this.say(chat, html, { buttons }, signal);
  }

  /** Answers a pressed button. @returns false when it is too late for that, or the messenger does not take it */
  async toast(chat: Chat, callbackId: string, text: string, signal?: AbortSignal): Promise<boolean> {
    const bot = await this.botOf(chat);
    try {
      await this.#api.answerButton(bot.token, callbackId, text, signal);
      return true;
    } catch (error) {
      if (error instanceof BotApiError) return false;
      throw error;
    }
  }

  /** Calls the Bot API for a chat. @throws ChatGone, RetryLater, BotApiError */
  async call<T>(chat: Chat, work: (api: BotApi, bot: Bot) => Promise<T>): Promise<T> {
    const bot = await this.botOf(chat);
    const message = { botId: bot.id, chat: String(chat.chat_id), kind: 'reply' } as const;
    this.#throttle.requireFree(message);
    const startedAt = performance.now();
    try {
      return await work(this.#api, bot);
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      this.#throttle.recordFailure(message, error, performance.now() - startedAt);
      if (error.code === 403) throw new ChatGone(error.message);
      throw error;
    }
  }
}

/** What the handlers of requests work with. */
export type ChatContext = Pick<Deps, 'db' | 'clock' | 'config' | 'subscriptions' | 'deliveries' | 'log'> & {
  sender: ChatSender;
};
