import { type Chat, Chats, type MemberStatus } from './chats.ts';
import { type FakeFile, Files } from './files.ts';
import { ApiError, type Args, integerArg, jsonArg, textArg } from './http.ts';
import { checkedMarkup } from './markup.ts';
import { readableText } from './message-text.ts';
import { type BotMessage, Messages } from './messages.ts';
import { Updates } from './updates.ts';

// One bot with its methods, chats and updates.

export interface SentMessage {
  token: string;
  chat_id: number;
  message_id: number;
  text: string;
  parse_mode: string;
  /** The text without markup. */
  readable: string;
  reply_markup: unknown;
  time: Date;
}

export interface Sender {
  id: number;
  is_bot?: boolean;
  first_name?: string;
  username?: string;
}

const now = () => Math.floor(Date.now() / 1000);

export class Bot {
  readonly token: string;
  readonly user;
  readonly updates = new Updates();
  readonly chats = new Chats();
  readonly messages = new Messages();
  readonly files = new Files();
  revoked = false;
  readonly #record: (sent: SentMessage) => void;
  #messages = 0;
  /** messages of people */
  readonly #received = new Set<number>();

  constructor(token: string, username: string, record: (sent: SentMessage) => void) {
    this.token = token;
    this.#record = record;
    this.user = {
      id: Number.parseInt(token, 10),
      is_bot: true,
      first_name: username,
      username,
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    };
  }

  /** Method names are case-insensitive, as in the real API. */
  call(method: string, args: Args, disconnected: AbortSignal): unknown {
    switch (method.toLowerCase()) {
      case 'getme':
        return this.user;
      case 'getchat':
        return { ...this.chats.find(textArg(args, 'chat_id'), 'read').chat, accent_color_id: 0, max_reaction_count: 11 };
      case 'getchatmember':
        return this.#member(args);
      case 'sendmessage':
        return this.#send(args);
      case 'editmessagetext':
        return this.#edit(args);
      case 'answercallbackquery':
        return this.messages.answer(textArg(args, 'callback_query_id'), textArg(args, 'text'));
      case 'getfile':
        return this.files.locate(textArg(args, 'file_id'));
      case 'getupdates':
        return this.updates.get(args, disconnected);
      default:
        throw new ApiError(404, 'Not Found: method not found');
    }
  }

  /** Receives a message. A user who writes to the bot in private can be reached by it and no longer blocks it. */
  receiveMessage(chat: Chat, text: string, from: Sender): void {
    if (chat.type === 'private' || !this.chats.has(chat.id)) this.chats.add(chat);
    const commands = [...text.matchAll(/(?<![\w/])\/\w{1,64}(?:@\w{3,32})?/g)];
    const bot_commands = commands.map(([command], i) => ({
      type: 'bot_command',
      offset: commands[i]?.index ?? 0,
      length: command.length,
    }));
    const message = { ...this.#message(chat, text), ...(bot_commands.length > 0 && { entities: bot_commands }) };
    // Channel posts have no sender.
    if (chat.type === 'channel') this.updates.offer('channel_post', { ...message, sender_chat: chat });
    else this.updates.offer('message', { ...message, from: { is_bot: false, first_name: `User ${from.id}`, ...from } });
  }

  /** Receives a reply to a message of the bot, or a file, which may be one too. */
  receiveContent(chat: Chat, content: object, replyTo?: number): number {
    if (!this.chats.has(chat.id)) this.chats.add(chat);
    const replied = replyTo === undefined ? undefined : this.messages.find(chat.id, replyTo);
    const from = { id: chat.id, is_bot: false, first_name: `User ${chat.id}` };
    const message = { ...this.#message(chat), from, ...(replied && { reply_to_message: this.#shown(replied) }), ...content };
    this.#received.add(message.message_id);
    this.updates.offer('message', message);
    return message.message_id;
  }

  /** @returns a photo in the sizes in which the server keeps it */
  photoOf(file: FakeFile): object {
    const thumbnail = { ...this.files.add({ bytes: file.bytes.subarray(0, 100) }), width: 90, height: 67 };
    return { photo: [thumbnail, { ...this.files.add(file), width: 1280, height: 960 }] };
  }

  /** Receives the press of a button. @param from the chat's user unless given @returns the id of the press */
  receivePress(chat: Chat, messageId: number, data: string, from?: Sender): string {
    const id = this.messages.press();
    const message = this.messages.find(chat.id, messageId);
    // A message that the server does not know any more has no more than its id.
    const shown = message ? this.#shown(message) : { message_id: messageId, chat, date: 0 };
    const sender = { is_bot: false, first_name: `User ${chat.id}`, id: chat.id, ...from };
    this.updates.offer('callback_query', { id, from: sender, message: shown, chat_instance: '1', data });
    return id;
  }

  /** Changes the member status of the bot in a chat and sends the my_chat_member update. */
  setMemberStatus(chatId: number, status: MemberStatus): void {
    const known = this.chats.get(chatId);
    const user = this.user;
    this.updates.offer('my_chat_member', {
      chat: known.chat,
      from: known.chat.type === 'private' ? { id: chatId, is_bot: false, first_name: known.chat.first_name ?? '' } : anonymous,
      date: now(),
      old_chat_member: { user, status: known.status },
      new_chat_member: { user, status: status, ...(status === 'kicked' && { until_date: 0 }) },
    });
    known.status = status;
  }

  migrate(chatId: number, to: number): void {
    const known = this.chats.get(chatId);
    known.migratedTo = to;
    this.chats.add({ ...known.chat, id: to, type: 'supergroup' }, known.status);
    this.updates.offer('message', { ...this.#message(known.chat), from: anonymous, migrate_to_chat_id: to });
  }

  #message(chat: Chat, text?: string) {
    return { message_id: ++this.#messages, date: now(), chat, ...(text !== undefined && { text }) };
  }

  #member(args: Args): unknown {
    const userId = integerArg(args, 'user_id', 0, 0, Number.MAX_SAFE_INTEGER);
    if (userId === 0) throw new ApiError(400, 'Bad Request: invalid user_id specified');
    const own = userId === this.user.id;
    const { chat, status } = this.chats.find(textArg(args, 'chat_id'), own ? 'read' : 'read members');
    // Only the bot itself is a known member.
    if (!own) throw new ApiError(400, 'Bad Request: member not found');
    const rights = status === 'administrator' && chat.type === 'channel' && { can_post_messages: true };
    return { user: this.user, status: status, ...rights, ...(status === 'restricted' && { is_member: false }) };
  }

  #send(args: Args): unknown {
    const text = textArg(args, 'text');
    const parse_mode = textArg(args, 'parse_mode');
    const readable = readableText(text, parse_mode);
    const reply_markup = jsonArg(args, 'reply_markup');
    const markup = checkedMarkup(reply_markup);
    const { chat } = this.chats.find(textArg(args, 'chat_id'), 'write');
    const sent = this.#message(chat);
    this.#checkReply(chat, jsonArg(args, 'reply_parameters'));
    this.messages.add({ ...sent, text: readable, markup });
    const { message_id } = sent;
    this.#record({ token: this.token, chat_id: chat.id, message_id, text, parse_mode, readable, reply_markup, time: new Date() });
    return this.#shown({ ...sent, text: readable, markup, edits: 0 });
  }

  #checkReply(chat: Chat, given: unknown): void {
    const { message_id: id, allow_sending_without_reply: mayLack } = (given ?? {}) as Record<string, unknown>;
    const isKnown = id === undefined || this.#received.has(Number(id)) || this.messages.find(chat.id, Number(id)) !== undefined;
    if (!isKnown && mayLack !== true) throw new ApiError(400, 'Bad Request: message to be replied not found');
  }

  #edit(args: Args): unknown {
    const readable = readableText(textArg(args, 'text'), textArg(args, 'parse_mode'));
    const markup = checkedMarkup(jsonArg(args, 'reply_markup'));
    if (markup?.force_reply) throw new ApiError(400, 'Bad Request: inline keyboard expected');
    const { chat } = this.chats.find(textArg(args, 'chat_id'), 'write');
    const id = integerArg(args, 'message_id', 0, 0, 2 ** 31 - 1);
    return this.#shown(this.messages.edit(chat.id, id, readable, markup));
  }

  /** A message of the bot as updates and answers show it: of the markup only an inline keyboard. */
  #shown({ markup, edits, ...message }: BotMessage) {
    const keyboard = markup?.inline_keyboard && { reply_markup: { inline_keyboard: markup.inline_keyboard } };
    return { ...message, from: this.user, ...(edits > 0 && { edit_date: now() }), ...keyboard };
  }
}

/** The sender of anonymous administrators. */
const anonymous = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
