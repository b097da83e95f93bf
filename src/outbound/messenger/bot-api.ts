import type { Api } from 'grammy';
import type { Update } from 'grammy/types';

// Every call to the Bot API goes through here: bounded in time and size, without redirects, and
// nothing that holds a token comes out of it, neither results nor errors.

const callSeconds = 10;
/** How long the server may hold a poll, and how much longer we wait for it. */
const pollSeconds = 25;
const pollGraceSeconds = 10;
const largestAnswer = 5_000_000;
/** So that no poll is larger than that: a long message that quotes another has some 60 KB, each letter escaped. */
const updatesAtOnce = 25;

/** The library's own name for what the platform has. */
type Signal = Parameters<Api['raw']['getMe']>[0];

/** A call that failed. The code is the server's (401, 403, 409, 429, ...), 0: no usable answer. */
export class BotApiError extends Error {
  readonly code: number;
  /** what the server said */
  readonly description: string;
  /** seconds to wait, with 429 */
  readonly retryAfter: number | undefined;
  /** the chat's new id, when a group became a supergroup */
  readonly movedTo: number | undefined;

  constructor(method: string, code: number, description: string, retryAfter?: number, movedTo?: number) {
    super(`${method}: ${code || 'no answer'} ${description}`.trim());
    this.code = code;
    this.description = description;
    this.retryAfter = retryAfter;
    this.movedTo = movedTo;
  }
}

const username = /^[A-Za-z0-9_]{1,64}$/;

export class BotApi {
  readonly #root: string;

  /** @param root MESSENGER_API_ROOT, without a slash at its end */
  constructor(root: string) {
    this.#root = root;
  }

  /** The name of the bot that a token speaks for; empty when it has none. @throws BotApiError */
  async identify(token: string, signal?: AbortSignal): Promise<string> {
    const me = await this.#call(token, 'getMe', callSeconds, (api, stop) => api.getMe(stop), signal);
    return typeof me.username === 'string' && username.test(me.username) ? me.username : ''; // it becomes part of links
  }

  /**
   * Whether the bot can write to a chat, as far as can be told without writing.
   * @throws BotApiError unknown or unreachable chat, or a group that the bot is not in
   */
  async requireReachable(token: string, target: string): Promise<void> {
    const chat_id = chatOf(target);
    const { type } = await this.#call(token, 'getChat', callSeconds, (api, stop) => api.getChat({ chat_id }, stop));
    // People have positive ids; anything else may be a place that the bot is not in.
    if (type === 'private' || (typeof chat_id === 'number' && chat_id > 0)) return;
    if (await this.#isOutside(token, chat_id)) throw new BotApiError('getChatMember', 403, 'the bot is no member of the chat');
  }

  /** A public group can be looked up by any bot; only its members may write. What is not clearly said does not count. */
  async #isOutside(token: string, chat_id: string | number): Promise<boolean> {
    const user_id = Number(token.slice(0, token.indexOf(':')));
    try {
      const member = await this.#call(token, 'getChatMember', callSeconds, (api, stop) =>
        api.getChatMember({ chat_id, user_id }, stop),
      );
      const { status } = member;
      return status === 'left' || status === 'kicked' || (status === 'restricted' && member.is_member === false);
    } catch (error) {
      const { code, description } = error as BotApiError;
      return code === 403 || (code === 400 && /member|not found|invalid/i.test(description) && !/method/i.test(description));
    }
  }

  /** Sends a text in the messenger's HTML. @throws BotApiError */
  async send(token: string, chat: string, html: string, signal?: AbortSignal): Promise<void> {
    const message = {
      chat_id: chatOf(chat),
      text: html,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    } as const;
    await this.#call(token, 'sendMessage', callSeconds, (api, stop) => api.sendMessage(message, stop), signal);
  }

  /** Waits for updates from an offset on; an empty list when none came. @throws BotApiError */
  async poll(token: string, offset: number | undefined, signal: AbortSignal): Promise<Update[]> {
    const request = {
      timeout: pollSeconds,
      limit: updatesAtOnce,
      allowed_updates: ['message'] as const,
      ...(offset && { offset }),
    };
    const updates = await this.#call(
      token,
      'getUpdates',
      pollSeconds + pollGraceSeconds,
      (api, stop) => api.getUpdates(request, stop),
      signal,
    );
    if (!Array.isArray(updates)) throw new BotApiError('getUpdates', 0, 'the answer is no list');
    return updates;
  }

  async #call<T>(
    token: string,
    method: string,
    timeoutSeconds: number,
    call: (api: Api['raw'], signal: Signal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { Api, GrammyError } = await import('grammy'); // 3 MB that a service without bots spares
    const { raw } = new Api(token, {
      apiRoot: this.#root,
      timeoutSeconds,
      baseFetchConfig: { redirect: 'error', size: largestAnswer },
    });
    try {
      const result = await call(raw, signal as Signal);
      if (result === undefined || result === null) throw new BotApiError(method, 0, 'the answer has no result');
      return result;
    } catch (error) {
      if (error instanceof BotApiError) throw error;
      if (!(error instanceof GrammyError))
        throw new BotApiError(method, 0, 'the server cannot be reached or does not speak the protocol');
      const { error_code, description, parameters } = error;
      throw new BotApiError(
        method,
        Number(error_code) || 0,
        redact(description, token),
        parameters?.retry_after,
        parameters?.migrate_to_chat_id,
      );
    }
  }
}

/** An id goes as a number, a name as it is. */
const chatOf = (target: string): string | number => (Number.isSafeInteger(Number(target)) ? Number(target) : target);

/** A server may repeat what it was sent. */
const redact = (text: string, token: string): string => String(text).replaceAll(token, '<token>');
