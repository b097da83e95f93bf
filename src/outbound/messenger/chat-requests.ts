import type { Message, PhotoSize, Update } from 'grammy/types';
import { maxTicketId } from './ticket-buttons.ts';

// What people ask of a bot in a private chat beside its own commands. Updates come from a server that is not trusted: only
// values of the expected form are taken over, and no text that PostgreSQL cannot store.

declare module '../../platform/module/events.ts' {
  interface DomainEvents {
    /** from a private chat that is bound to an active account */
    chat_request: Pick<ChatRequest, 'kind'>;
  }
}

/** What the queue of a subscriber gets. */
export type ChatRequest = ButtonPress | ListCommand | Reply | SentFile;

interface Origin {
  bot_id: number;
  chat_id: number;
  /** of the button, or of the person */
  message_id: number;
}

export interface ButtonPress extends Origin {
  kind: 'button';
  /** the messenger's id of the press */
  callback_id: string;
  /** callback_data of the button */
  data: string;
}

export interface ListCommand extends Origin {
  kind: 'list';
  command: 'mine' | 'free';
}

/** A text that replies to a message of the bot. */
export interface Reply extends Origin {
  kind: 'reply';
  reply_to: number;
  text: string;
}

/** A photo, or a document or video, which may be none. */
export interface SentFile extends Origin {
  kind: 'file';
  file_id: string;
  /** empty for photos, which have no name */
  name: string;
  /** as the messenger says */
  media_type: string;
  /** in bytes; 0: not given */
  size: number;
  /** empty, or an id that the files of an album share */
  album: string;
  /** of the message of the bot that it replies to */
  reply_to_ticket?: number;
}

/** A request without the bot, which the poller knows. */
export interface ParsedRequest {
  updateId: number;
  chat: Message['chat'];
  request: WithoutBot<ChatRequest>;
  /** whether a chat without an account gets an answer, too */
  isAddressedToBot: boolean;
}

type WithoutBot<T> = T extends unknown ? Omit<T, 'bot_id'> : never;

const maxTextLength = 4096;
const maxNameLength = 255;
const fileIdPattern = /^[\w-]{1,255}$/;
const idPattern = /^[\w-]{1,64}$/;
/** callback_data has 1 to 64 bytes; the buttons of this service use ASCII. */
const dataPattern = /^[\x21-\x7e]{1,64}$/;

/** @param username of the bot @returns undefined for everything else, and for what comes from a group */
export function parseChatRequest(update: Update, username: string): ParsedRequest | undefined {
  const { update_id: updateId, callback_query: press, message } = update ?? {};
  if (!Number.isSafeInteger(updateId)) return undefined;
  const { chat, message_id: messageId = Number.NaN } = (press ? press.message : message) ?? {};
  const person = press ? press.from : message?.from;
  if (chat?.type !== 'private' || !Number.isSafeInteger(chat.id) || person?.id !== chat.id) return undefined;
  if (!Number.isSafeInteger(messageId)) return undefined;
  const origin = { chat_id: chat.id, message_id: messageId };
  if (press) {
    const { id: callback_id, data } = press;
    if (!matches(callback_id, idPattern) || !matches(data, dataPattern)) return undefined;
    const request = { kind: 'button', ...origin, callback_id, data } as const;
    return { updateId, chat, request, isAddressedToBot: true };
  }
  const request = message && (parseList(message, username) ?? parseFile(message) ?? parseReply(message));
  if (!request) return undefined;
  const isAddressedToBot = request.kind === 'list' || repliedMessage(message) !== undefined;
  return { updateId, chat, request: { ...request, ...origin }, isAddressedToBot };
}

type Parsed<T> = Omit<T, keyof Origin>;

function parseList({ text }: Message, username: string): Parsed<ListCommand> | undefined {
  if (typeof text !== 'string') return undefined;
  const [, command, addressee] = /^\s*\/(mine|free)(?:@(\w+))?(?:\s|$)/.exec(text) ?? [];
  if (command === undefined) return undefined;
  if (addressee !== undefined && addressee.toLowerCase() !== username.toLowerCase()) return undefined;
  return { kind: 'list', command: command as ListCommand['command'] };
}

function parseReply(message: Message): Parsed<Reply> | undefined {
  const replied = repliedMessage(message);
  if (!replied || typeof message.text !== 'string') return undefined;
  return { kind: 'reply', reply_to: replied.message_id, text: storable(message.text, maxTextLength) };
}

function parseFile(message: Message): Parsed<SentFile> | undefined {
  const sizes: PhotoSize[] = Array.isArray(message.photo) ? message.photo : [];
  const photo = sizes.at(-1); // the largest
  const file = photo ?? message.document ?? message.video;
  if (!file || !matches(file.file_id, fileIdPattern)) return undefined;
  const { media_group_id: album } = message;
  const { mime_type = '', file_name = '' } = photo ? {} : (file as { mime_type?: string; file_name?: string });
  const ticketId = ticketOf(repliedMessage(message)?.text);
  return {
    kind: 'file',
    file_id: file.file_id,
    name: storable(file_name, maxNameLength),
    media_type: photo ? 'image/jpeg' : storable(mime_type, maxNameLength),
    size: Number.isSafeInteger(file.file_size) ? (file.file_size as number) : 0,
    album: matches(album, idPattern) ? album : '',
    ...(ticketId !== undefined && { reply_to_ticket: ticketId }),
  };
}

/** @returns the message of a bot, which in a private chat is this one, that a message replies to */
function repliedMessage({ reply_to_message: replied }: Message): { message_id: number; text?: string | undefined } | undefined {
  if (replied?.from?.is_bot !== true || !Number.isSafeInteger(replied.message_id)) return undefined;
  return { message_id: replied.message_id, text: replied.text };
}

/**
 * The last line of a message about one ticket is its link; other lines may be what people wrote.
 * @returns undefined for other messages
 */
function ticketOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  const [, id] = /^\S{1,2000}\/app\/tickets\/(\d{1,10})$/.exec(lastLine) ?? [];
  return id !== undefined && Number(id) <= maxTicketId ? Number(id) : undefined;
}

const matches = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);

const storable = (text: unknown, maxLength: number): string =>
  typeof text === 'string' ? text.slice(0, maxLength).replaceAll('\0', '').toWellFormed() : '';
