// Parses the MIME messages that nodemailer writes: UTF-8, base64 or quoted-printable, nested multiparts.

interface Entity {
  headers: Record<string, string>;
  body: string;
}

export interface Message {
  /** Decoded values by header name in lower case. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** @param raw one character for each byte */
export function readMime(raw: string): Message {
  const entity = split(raw);
  const headers = Object.entries(entity.headers).map(([name, value]) => [name, decodeWords(value)]);
  const leaves = leavesOf(entity);
  const ofType = (type: string) => leaves.find((leaf) => contentType(leaf).startsWith(type));
  return { headers: Object.fromEntries(headers), text: content(ofType('text/plain')), html: content(ofType('text/html')) };
}

function split(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replaceAll(/\r\n(?=[ \t])/g, '');
  const lines = unfolded.matchAll(/^([^:\r\n]+):[ \t]*(.*)$/gm);
  const headers = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name.toLowerCase(), value.trimEnd()]));
  return { headers, body: raw.slice(end + 4) };
}

function contentType({ headers }: Entity): string {
  return headers['content-type']?.toLowerCase() ?? 'text/plain';
}

function leavesOf(entity: Entity): Entity[] {
  if (!contentType(entity).startsWith('multipart/')) return [entity];
  const [, boundary = ''] = /boundary="?([^";]+)/i.exec(entity.headers['content-type'] ?? '') ?? [];
  // The first part is the preamble, and `--` follows the last one.
  const parts = `\r\n${entity.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return parts.flatMap((part) => leavesOf(split(part.slice(2))));
}

function content(entity: Entity | undefined): string {
  if (!entity) return '';
  const decode = decoders[entity.headers['content-transfer-encoding']?.toLowerCase() ?? ''];
  return utf8(decode?.(entity.body) ?? entity.body).replaceAll('\r\n', '\n');
}

/** Decodes text to bytes, one character per byte. */
const decoders: Record<string, (text: string) => string> = { base64: atob, 'quoted-printable': unquote };

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString();

function unquote(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** RFC 2047: the space between two encoded words does not count, and a character may be divided between them. */
function decodeWords(value: string): string {
  const bytes = value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B' ? atob(text) : unquote(text.replaceAll('_', ' ')),
    );
  return utf8(bytes);
}
