import { ApiError } from './http.ts';

// The checks of reply_markup, as in get_reply_markup of Client.cpp; the limits of lengths are those of Telegram's server.

export interface InlineButton {
  text: string;
  url?: string;
  callback_data?: string;
}

export interface Markup {
  inline_keyboard?: InlineButton[][];
  force_reply?: boolean;
}

const bad = (why: string) => new ApiError(400, `Bad Request: ${why}`);

/** @returns the markup of a message; undefined: it has none */
export function checkedMarkup(given: unknown): Markup | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw bad('object expected as reply markup');
  const markup = given as Markup & { input_field_placeholder?: unknown };
  const { inline_keyboard: rows = [], input_field_placeholder: placeholder = '' } = markup;
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
  }
  for (const button of rows.flat()) checkButton(button);
  if (rows.flat().length > 0) return { inline_keyboard: rows };
  if ([...String(placeholder)].length > 64) throw bad('INPUT_FIELD_PLACEHOLDER_INVALID');
  return markup.force_reply ? { force_reply: true } : undefined;
}

function checkButton(button: unknown): void {
  const cannotParse = (why: string) => bad(`can't parse inline keyboard button: ${why}`);
  if (typeof button !== 'object' || button === null) throw cannotParse('InlineKeyboardButton must be an Object');
  const { text, url, callback_data: data } = button as Partial<InlineButton>;
  if (typeof text !== 'string') throw cannotParse('Can\'t find field "text"');
  if (text.trim() === '') throw bad('button text must be non-empty');
  if (url) checkUrl(url);
  else if (!data) throw cannotParse('Text buttons are unallowed in the inline keyboard');
  else if (Buffer.byteLength(data) > 64) throw bad('BUTTON_DATA_INVALID');
}

/** A button with an address that Telegram does not take costs the whole message: hosts without a dot, IPv6. */
function checkUrl(url: string): void {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: 'http:', hostname: '' };
  const complain = (why: string) => bad(`inline keyboard button URL '${url}' is invalid: ${why}`);
  if (!['http:', 'https:', 'tg:'].includes(protocol)) throw complain('Unsupported URL protocol');
  if (protocol !== 'tg:' && !hostname.includes('.')) throw complain('Wrong HTTP URL');
}
