/** Longer texts are cut. */
const maxCharacters = 10_000;
/** Letters with more marks than any language has would take quadratic time to position. */
const maxMarks = 8;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end lines
const newLines = /\r\n|[\r\u000B\u000C\u0085\u2028\u2029]/g;
/** They could show a text in another order than it was written in. */
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;
const control = /[\p{Cc}\p{Cs}]/gu;
const tooManyMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');

/** Shown for what no font has and for control characters. */
export const box = '\u25A1';

/** Makes any text printable: whole characters, lines that end with `\n`, and a bounded length. */
export function cleanText(text: string): string {
  const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return cut
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(newLines, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(directionOverrides, '')
    .replaceAll(tooManyMarks, '$1')
    .replaceAll(control, (character) => (character === '\n' ? '\n' : box));
}
