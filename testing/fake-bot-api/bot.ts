import { type Chat, Chats, type MemberStatus } from './chats.ts';
import { ApiError, type Args, integerArg, jsonArg, textArg } from './http.ts';
import { checkButtons, readableText } from './message-text.ts';
import { Updates } from './updates.ts';

// One bot with its methods, chats and updates.

export interface SentMessage {
  token: string;
  chat_id: number;
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
  revoked = false;
  readonly #record: (sent: SentMessage) => void;
  #messages = 0;

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
      case 'getupdates':
        return this.updates.get(args, disconnected);
      case 'setwebhook':
        this.updates.setWebhook(textArg(args, 'url'));
        return true;
      case 'deletewebhook':
        if (jsonArg(args, 'drop_pending_updates') === true) this.updates.drop();
        this.updates.setWebhook('');
        return true;
      case 'getwebhookinfo':
        return { url: this.updates.webhook, has_custom_certificate: false, pending_update_count: this.updates.pending };
      case 'setmycommands':
      case 'deletemycommands':
      case 'sendchataction':
      case 'logout':
      case 'close':
        return true;
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
    checkButtons(reply_markup);
    const { chat } = this.chats.find(textArg(args, 'chat_id'), 'write');
    this.#record({ token: this.token, chat_id: chat.id, text, parse_mode, readable, reply_markup, time: new Date() });
    return { ...this.#message(chat, readable), from: this.user };
  }
}

/** The sender of anonymous administrators. */
const anonymous = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
