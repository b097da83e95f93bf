import { badRequest } from '../../../platform/http/errors.ts';
import type { FileEncoding } from './file-kinds.ts';
import { decodeByLetters } from './recognize-encoding.ts';

/**
 * Decodes a csv file. Without a byte order mark it is UTF-8, or else in the encoding of a spreadsheet that its letters show.
 * @param encoding that the caller has named
 * @throws 400 the file is no text, has bytes that its encoding lacks, or its encoding is not certain
 */
export function decodeFile(bytes: Uint8Array, encoding?: FileEncoding): string {
  requireText(bytes);
  const known = encoding ?? markedEncoding(bytes);
  if (known) return decodeAs(bytes, known);
  return decodeUtf8(bytes) ?? decodeOther(bytes);
}

const signatures = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], is: 'a workbook' }, // zip: xlsx, ods
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: 'a workbook' }, // xls
];

/** @throws 400 the body is a workbook, or a form with the file in it */
function requireText(bytes: Uint8Array): void {
  if (signatures.some((signature) => signature.bytes.every((byte, index) => bytes[index] === byte))) {
    throw badRequest('import_not_csv', 'the file is a workbook, such as xlsx, and not csv: save it as CSV UTF-8');
  }
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 500));
  if (/^--\S.*\r\ncontent-disposition: form-data/is.test(start)) {
    throw badRequest('import_not_csv', 'the body is a form (multipart): send the csv file itself as the body');
  }
}

/** By the byte order mark. Text in UTF-16 without one begins with an ASCII letter, of which one byte is zero. */
function markedEncoding([first, second, third]: Uint8Array): FileEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return undefined;
}

/** @throws 400 the file has bytes that the encoding lacks */
function decodeAs(bytes: Uint8Array, encoding: FileEncoding): string {
  if (encoding === 'utf-8') {
    const text = decodeUtf8(bytes);
    if (text === undefined) throw invalidUtf8(bytes);
    return text;
  }
  return encoding.startsWith('utf-16') ? decodeUtf16(bytes, encoding) : decodeCodePage(bytes, encoding);
}

/** @throws 400 */
function decodeUtf16(bytes: Uint8Array, encoding: FileEncoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('import_encoding_broken', 'the file is not valid UTF-16: save it as CSV UTF-8');
  }
}

/** @throws 400 */
function decodeCodePage(bytes: Uint8Array, encoding: FileEncoding): string {
  const text = new TextDecoder(encoding).decode(bytes);
  const position = text.search(/[\u0080-\u009f]/u); // what decoders make of bytes that a code page lacks
  if (position < 0) return text;
  throw badRequest(
    'import_encoding_broken',
    `row ${rowAt(bytes, position)} has the byte ${hex(bytes[position])}, which ${encoding} lacks: save the file as CSV UTF-8`,
  );
}

/** @returns undefined for other bytes */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // leaves out the byte order mark
  } catch {
    return undefined;
  }
}

/** @param bytes that are not UTF-8 */
function decodeOther(bytes: Uint8Array): string {
  if (isUtf8InPart(bytes)) throw invalidUtf8(bytes);
  return decodeByLetters(bytes, rowAt);
}

const withReplacements = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Punctuation that other encodings have as three letters and symbols in a row. */
const utf8Punctuation = /[\u2010-\u2027\u20ac]/u;
const utf8Word = /^(?:\p{Script=Latin}+|\p{Script=Greek}+|\p{Script=Cyrillic}+)$/u;

/**
 * Whether a file has whole words in UTF-8: a program has added rows in another encoding, and no encoding fits all rows. Two letters of
 * a code page can be one letter of UTF-8 by chance, which is then of another script than the rest of the word.
 */
function isUtf8InPart(bytes: Uint8Array): boolean {
  const text = withReplacements(bytes);
  if (utf8Punctuation.test(text)) return true;
  for (const [word] of text.matchAll(/[\p{L}\ufffd]+/gu)) if (/\P{ASCII}/u.test(word) && utf8Word.test(word)) return true;
  return false;
}

function invalidUtf8(bytes: Uint8Array) {
  const text = withReplacements(bytes);
  const position = new TextEncoder().encode(text.slice(0, text.indexOf('\ufffd'))).length;
  return badRequest(
    'import_encoding_broken',
    `row ${rowAt(bytes, position)} has the byte ${hex(bytes[position])}, which is not UTF-8 as the rest of the file: save the file as CSV UTF-8`,
  );
}

const hex = (byte = 0): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** The row that a byte belongs to, as a spreadsheet numbers it: line breaks within quotation marks begin none. */
function rowAt(bytes: Uint8Array, position: number): number {
  const [lineFeed, carriageReturn, quotationMark] = [10, 13, 34];
  let row = 1;
  let isQuoted = false;
  for (let i = 0; i < position; i++) {
    const byte = bytes[i];
    if (byte === quotationMark) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === lineFeed || (byte === carriageReturn && bytes[i + 1] !== lineFeed))) row++;
  }
  return row;
}
