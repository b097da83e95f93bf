import http from 'node:http';
import https from 'node:https';
import type { Api } from 'grammy';
import type { ForceReply, InlineKeyboardMarkup, Update } from 'grammy/types';

const callTimeoutSeconds = 10;
/** The server answers getFile when it has the whole file. */
const locateTimeoutSeconds = 30;
/** How long the server holds a poll that has no updates, and how much longer the response may take. */
const pollSeconds = 25;
const pollGraceSeconds = 10;
const maxResponseBytes = 5_000_000;
/** A long message that quotes another takes about 60 KB with all characters escaped, so a poll stays below the limit. */
const maxUpdatesPerPoll = 25;

/** grammY declares AbortSignal by a type of its own. */
type GrammySignal = Parameters<Api['raw']['getMe']>[0];

/** A failed call of the Bot API. */
export class BotApiError extends Error {
  /** the status of the response (401, 403, 409, 429, ...); 0: no valid response */
  readonly code: number;
  /** the error text of the response */
  readonly description: string;
  /** given with 429 */
  readonly retryAfterSeconds: number | undefined;
  /** given when a group became a supergroup */
  readonly newChatId: number | undefined;

  constructor(method: string, code: number, description: string, retryAfterSeconds?: number, newChatId?: number) {
    super(`${method}: ${code || 'no answer:'} ${description}`.trim());
    this.code = code;
    this.description = description;
    this.retryAfterSeconds = retryAfterSeconds;
    this.newChatId = newChatId;
  }

  /** Whether the server rejected the message itself or its chat, so that a retry would fail as well. */
  get isRejection(): boolean {
    return this.code === 400 || this.code === 403;
  }
}

/** A button below a message. */
export interface Button {
  text: string;
  /** what the bot gets when it is pressed: 1 to 64 bytes */
  data: string;
}

export interface MessageOptions {
  buttons?: Button[][];
  /** the message that it replies to */
  replyTo?: number;
  /** opens the reply in the person's app, with this text in the empty field: at most 64 characters */
  forceReply?: string;
}

/** The longest text that answerCallbackQuery accepts. */
const maxCallbackTextLength = 200;

const usernamePattern = /^[A-Za-z0-9_]{1,64}$/;

/**
 * The calls of the Bot API that the service needs. They are limited in time and size and follow no redirect, because a
 * URL contains the token; neither results nor errors contain it.
 */
export class BotApi {
  readonly #root: string;

  /** @param root MESSENGER_API_ROOT, without a slash at its end */
  constructor(root: string) {
    this.#root = root;
  }

  /** @returns the username of the bot with this token; empty when it has none @throws BotApiError */
  async identify(token: string, signal?: AbortSignal): Promise<string> {
    const { username } = await this.#call(token, 'getMe', callTimeoutSeconds, (api, stop) => api.getMe(stop), signal);
    return typeof username === 'string' && usernamePattern.test(username) ? username : ''; // it becomes part of links
  }

  /**
   * Checks that the bot can write to a chat, as far as possible without writing.
   * @throws BotApiError when the chat is unknown or unreachable, or a group that the bot is not in
   */
  async requireReachable(token: string, target: string): Promise<void> {
    const chat_id = chatIdOf(target);
    const { type } = await this.#call(token, 'getChat', callTimeoutSeconds, (api, stop) => api.getChat({ chat_id }, stop));
    // Users have positive ids; every other chat may be a group that the bot is not in.
    if (type === 'private' || (typeof chat_id === 'number' && chat_id > 0)) return;
    if (await this.#isNotMember(token, chat_id)) throw new BotApiError('getChatMember', 403, 'the bot is no member of the chat');
  }

  /** Any bot can look up a public group, but only members may write to it. Errors for other reasons do not count. */
  async #isNotMember(token: string, chat_id: string | number): Promise<boolean> {
    const user_id = Number(token.slice(0, token.indexOf(':')));
    try {
      const member = await this.#call(token, 'getChatMember', callTimeoutSeconds, (api, stop) =>
        api.getChatMember({ chat_id, user_id }, stop),
      );
      const { status } = member;
      return status === 'left' || status === 'kicked' || (status === 'restricted' && member.is_member === false);
    } catch (error) {
      const { code, description } = error as BotApiError;
      return code === 403 || (code === 400 && /member|not found|invalid/i.test(description) && !/method/i.test(description));
    }
  }

  /**
   * Sends a message.
   * @param html with the tags of the Bot API only
   * @returns the id of the message; 0 when the server does not send it
   * @throws BotApiError
   */
  async send(token: string, chat: string, html: string, signal?: AbortSignal, options: MessageOptions = {}): Promise<number> {
    const { replyTo, forceReply } = options;
    const reply_markup = forceReply === undefined ? keyboard(options) : promptFor(forceReply);
    const message = {
      ...htmlMessage(chat, html),
      ...(reply_markup && { reply_markup }),
      ...(replyTo !== undefined && { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
    };
    const sent = await this.#call(
      token,
      'sendMessage',
      callTimeoutSeconds,
      (api, stop) => api.sendMessage(message, stop),
      signal,
    );
    return Number.isSafeInteger(sent.message_id) ? sent.message_id : 0;
  }

  /**
   * Replaces the text and the buttons of a message of the bot.
   * @returns false when the message is gone or cannot be changed
   * @throws BotApiError
   */
  async edit(
    token: string,
    chat: string,
    messageId: number,
    html: string,
    buttons: Button[][],
    signal?: AbortSignal,
  ): Promise<boolean> {
    const reply_markup = keyboard({ buttons });
    const message = { ...htmlMessage(chat, html), message_id: messageId, ...(reply_markup && { reply_markup }) };
    try {
      await this.#call(token, 'editMessageText', callTimeoutSeconds, (api, stop) => api.editMessageText(message, stop), signal);
      return true;
    } catch (error) {
      if (!(error instanceof BotApiError) || error.code !== 400) throw error;
      return /not modified/i.test(error.description); // it shows this already
    }
  }

  /** Ends the waiting of a pressed button. @param text is shown to the person; may be empty @throws BotApiError */
  async answerButton(token: string, callbackId: string, text: string, signal?: AbortSignal): Promise<void> {
    const answer = { callback_query_id: callbackId, ...(text && { text: [...text].slice(0, maxCallbackTextLength).join('') }) };
    await this.#call(
      token,
      'answerCallbackQuery',
      callTimeoutSeconds,
      (api, stop) => api.answerCallbackQuery(answer, stop),
      signal,
    );
  }

  /** @returns the path for downloadFile(), and the size in bytes if the server sends it @throws BotApiError */
  async locateFile(token: string, fileId: string, signal?: AbortSignal): Promise<{ path: string; size: number | undefined }> {
    const { file_path: path, file_size: size } = await this.#call(
      token,
      'getFile',
      locateTimeoutSeconds,
      (api, stop) => api.getFile({ file_id: fileId }, stop),
      signal,
    );
    if (typeof path !== 'string') throw new BotApiError('getFile', 0, 'the answer has no path');
    return { path, size: Number.isSafeInteger(size) && size !== 0 ? size : undefined };
  }

  /** Long-polls for updates from an offset on. @returns an empty list when none came in time @throws BotApiError */
  async poll(token: string, offset: number | undefined, signal: AbortSignal): Promise<Update[]> {
    const request = {
      timeout: pollSeconds,
      limit: maxUpdatesPerPoll,
      allowed_updates: ['message', 'callback_query'] as const,
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
    call: (api: Api['raw'], signal: GrammySignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { Api, GrammyError } = await import('grammy'); // takes 3 MB of memory, so only where there are bots
    const { raw } = new Api(token, {
      apiRoot: this.#root,
      timeoutSeconds,
      // The agents of the process use the proxy of the network, those of grammY do not.
      baseFetchConfig: {
        redirect: 'error',
        size: maxResponseBytes,
        agent: this.#root.startsWith('http:') ? http.globalAgent : https.globalAgent,
      },
    });
    try {
      const result = await call(raw, signal as GrammySignal);
      if (result === undefined || result === null) throw new BotApiError(method, 0, 'the answer has no result');
      return result;
    } catch (error) {
      if (error instanceof BotApiError) throw error;
      if (!(error instanceof GrammyError)) throw new BotApiError(method, 0, reasonOf(error));
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

const htmlMessage = (chat: string, html: string) =>
  ({ chat_id: chatIdOf(chat), text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }) as const;

function keyboard({ buttons = [] }: MessageOptions): InlineKeyboardMarkup | undefined {
  if (buttons.length === 0) return undefined;
  return { inline_keyboard: buttons.map((row) => row.map(({ text, data }) => ({ text, callback_data: data }))) };
}

const promptFor = (placeholder: string): ForceReply => ({ force_reply: true, input_field_placeholder: placeholder });

/** The Bot API takes ids as numbers and names as text. */
const chatIdOf = (target: string): string | number => (Number.isSafeInteger(Number(target)) ? Number(target) : target);

/** @returns why there is no answer, such as ECONNREFUSED: the message of the error has the address, and with it the token */
function reasonOf(error: unknown): string {
  const reason = 'the server cannot be reached or does not speak the protocol';
  const cause = error instanceof Error && 'error' in error ? error.error : undefined;
  return cause instanceof Error && 'code' in cause ? `${reason} (${cause.code})` : reason;
}

/** A server may quote the request, and the token must not reach the log. */
const redact = (text: string, token: string): string => String(text).replaceAll(token, '<token>');
