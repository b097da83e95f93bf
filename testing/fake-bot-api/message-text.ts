import { ApiError } from './http.ts';

// What Telegram makes of the text of a message, with its complaints: parse_html in MessageEntity.cpp of tdlib/td. Only the
// text comes out.

/** @returns the text as the receiver reads it */
export function readableText(text: string, parseMode: string): string {
  if (text === '') throw new ApiError(400, 'Bad Request: message text is empty');
  if (Buffer.byteLength(text) > 2 ** 15) throw new ApiError(400, 'Bad Request: text is too long');
  const parse = parsers[parseMode.toLowerCase()];
  if (!parse) throw new ApiError(400, 'Bad Request: unsupported parse_mode');
  const readable = parse(text).trim();
  if (readable === '') throw new ApiError(400, 'Bad Request: text must be non-empty');
  // Code points, not code units.
  if ([...readable].length > 4096) throw new ApiError(400, 'Bad Request: message is too long');
  return readable;
}

const parsers: Record<string, (text: string) => string> = { '': (text) => text, html: parseHtml };

const tags = new Set('a b strong i em s strike del u ins tg-spoiler tg-emoji span pre code blockquote'.split(' '));
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const entity = /&(?:#(\d{1,6})|#x([\da-fA-F]{1,5})|(lt|gt|amp|quot)(?![a-zA-Z]));?/y;
const startTag = /<[^\s>]*(?:\s+[^\s=>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[\w.-]+))?)*\s*>/y;
const endTag = /<\/([^\s>]*)\s*>/y;

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function cannotParse(text: string, index: number, what: string, rest = ''): ApiError {
  const offset = Buffer.byteLength(text.slice(0, index));
  return new ApiError(400, `Bad Request: can't parse entities: ${what} at byte offset ${offset}${rest}`);
}

function parseHtml(text: string): string {
  const open: string[] = [];
  let readable = '';
  for (let i = 0; i < text.length; ) {
    const escaped = matchAt(entity, text, i);
    if (escaped) {
      const [whole, decimal, hex, name = ''] = escaped;
      readable += entities[name] ?? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16));
      i += whole.length;
    } else if (text[i] === '<') {
      i += text[i + 1] === '/' ? closeTag(text, i, open) : openTag(text, i, open);
    } else {
      readable += text[i++];
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    throw new ApiError(400, `Bad Request: can't parse entities: Can't find end tag corresponding to start tag "${unclosed}"`);
  }
  return readable;
}

function openTag(text: string, index: number, open: string[]): number {
  const name = (/^[^\s>]*/.exec(text.slice(index + 1))?.[0] ?? '').toLowerCase();
  if (index + 1 + name.length >= text.length) throw cannotParse(text, index, 'Unclosed start tag');
  if (!tags.has(name)) throw cannotParse(text, index, `Unsupported start tag "${name}"`);
  const found = matchAt(startTag, text, index);
  if (!found) throw cannotParse(text, index, 'Unclosed start tag');
  if (name === 'span' && !/class\s*=\s*["']?tg-spoiler/.test(found[0])) {
    throw cannotParse(text, index, 'Tag "span" must have class "tg-spoiler"');
  }
  open.push(name);
  return found[0].length;
}

function closeTag(text: string, index: number, open: string[]): number {
  const expected = open.pop();
  if (expected === undefined) throw cannotParse(text, index, 'Unexpected end tag');
  const found = matchAt(endTag, text, index);
  if (!found) throw cannotParse(text, index, 'Unclosed end tag');
  const name = (found[1] ?? '').toLowerCase();
  if (name !== '' && name !== expected) {
    throw cannotParse(text, index, 'Unmatched end tag', `, expected "</${expected}>", found "</${name}>"`);
  }
  return found[0].length;
}
