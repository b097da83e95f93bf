import { badRequest } from '../../../platform/http/errors.ts';

// Encodings of one byte a character say nothing about themselves. Which one a file has is seen by its letters: in a wrong encoding
// words contain symbols, or letters that no language has together. When several encodings make sense, the file is refused,
// because names with wrong letters would be stored without anybody noticing.

/** How words of a language look. */
interface Language {
  /** beyond ASCII, in lower case */
  letters: string;
  /** what no word contains */
  never?: RegExp;
}

interface Encoding {
  name: string;
  /** @returns undefined: the encoding lacks a byte of the file */
  decode: (bytes: Uint8Array) => string | undefined;
  languages: readonly Language[];
  /** It is recognized, so that its files are refused by name. */
  isRefused?: true;
}

/** These have the same byte in Windows-1250, Windows-1252 and ISO-8859-2. */
const shared: Language = { letters: 'áâäçéëíîóôöúüýß' };

const western: Language[] = [
  shared,
  { letters: 'àâæçèéêëîïôœùûüÿ' }, // French
  { letters: 'áéíñóúü', never: /ñ(?![aeiouáéíóú])/u }, // Spanish
  { letters: 'àáâãçéêíóôõúü' }, // Portuguese
  { letters: 'àèéìíòóùú' }, // Italian
  { letters: 'áåäæéöøü' }, // Danish, Norwegian, Swedish
  { letters: 'áäèéëïíóöúü' }, // Dutch
  { letters: 'äõöšüž' }, // Estonian, Finnish
  { letters: 'áæðéíóöøúýþ' }, // Icelandic, Faroese
];

const central: Language[] = [
  shared,
  { letters: 'ąćęłńóśźż', never: /[ńąę](?=[aeiouyąęó])/u }, // Polish
  { letters: 'áčďéěíňóřšťúůýž' }, // Czech
  { letters: 'áäčďéíĺľňóôŕšťúýž' }, // Slovak
  { letters: 'áéíóöőúüű' }, // Hungarian
  { letters: 'âăîşţ' }, // Romanian
  { letters: 'čćđšž' }, // Croatian, Slovenian
];

const turkish: Language[] = [{ letters: 'âçğıîöşûü' }];
const umlauts: Language = { letters: 'äöüß' };

const ofPlatform = (name: string, languages: readonly Language[]): Encoding => ({
  name,
  languages,
  decode: (bytes) => new TextDecoder(name).decode(bytes),
});

/** An encoding that TextDecoder does not know, by those of its letters that are usual. */
const ofTable = (name: string, languages: readonly Language[], letters: Readonly<Record<string, number>>): Encoding => {
  const byByte = new Map(Object.entries(letters).map(([letter, byte]) => [byte, letter]));
  return {
    name,
    languages,
    isRefused: true,
    decode(bytes) {
      if (bytes.some((byte) => byte > 0x7f && !byByte.has(byte))) return undefined;
      return Array.from(bytes, (byte) => byByte.get(byte) ?? String.fromCharCode(byte)).join('');
    },
  };
};

// biome-ignore format: one line a script
const msDos = ofTable('MS-DOS', [umlauts, { letters: 'éąćęłńóśźż', never: /ń(?=[aeiouyąęó])/u }], {
  ä: 0x84, ö: 0x94, ü: 0x81, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, ß: 0xe1, é: 0x82,
  ą: 0xa5, ć: 0x86, ę: 0xa9, ł: 0x88, ń: 0xe4, ó: 0xa2, ś: 0x98, ź: 0xab, ż: 0xbe,
  Ą: 0xa4, Ć: 0x8f, Ę: 0xa8, Ł: 0x9d, Ń: 0xe3, Ó: 0xe0, Ś: 0x97, Ź: 0x8d, Ż: 0xbd,
});
// biome-ignore format: one line
const macintosh = ofTable('Macintosh', [umlauts], { ä: 0x8a, ö: 0x9a, ü: 0x9f, Ä: 0x80, Ö: 0x85, Ü: 0x86, ß: 0xa7 });

const encodings: readonly Encoding[] = [
  ofPlatform('windows-1252', western),
  ofPlatform('windows-1250', central),
  ofPlatform('iso-8859-2', central),
  ofPlatform('windows-1254', turkish),
  msDos,
  macintosh,
];

/** What no text in the right encoding has. */
const impossible: readonly RegExp[] = [
  /[\u0080-\u009f]/u,
  /\p{L}[£¤¥¦§¨¬¯±¶¸¹¼½¾¿¡¢÷†‡‰ˇˆ˜˘˙˛˝]|[£¤¥¦§¨¬¯±¶¸¹¼½¾¿¡¢÷†‡‰ˇˆ˜˘˙˛˝]\p{L}/u,
  /\p{L}(?<!\b[cdkm]?m)³|³\p{L}|[™ªº]\p{L}/u,
  /\p{L}[‚„]|\p{L}[“”‹›«»…€®©°²•]\p{L}/u,
  /\p{Ll}(?![A-Z])\p{Lu}/u,
];

/** Files in refused encodings have nothing but words beyond ASCII: a dash is no letter of MS-DOS that stands alone. */
const impossibleWhenRefused = /\p{Ll}\p{Lu}|(?<!\p{L})\P{ASCII}\p{L}?(?!\p{L})/u;

/** A file, as one of the encodings reads it. */
interface Reading {
  encoding: Encoding;
  text: string;
  /** how unusual the words are: see costOf() */
  cost: number;
}

/**
 * Decodes a file in an encoding of one byte a character.
 * @param rowAt the row that a byte belongs to
 * @throws 400 no encoding makes sense, several do, or it is one of those that are refused
 */
export function decodeByLetters(bytes: Uint8Array, rowAt: (bytes: Uint8Array, position: number) => number): string {
  const [best, ...others] = readingsOf(bytes);
  if (!best) {
    const position = bytes.findIndex((byte) => byte > 0x7f);
    const byte = bytes[position]?.toString(16).toUpperCase();
    throw badRequest(
      'import_encoding_unclear',
      `the encoding of the file is not recognized (byte ${byte} in row ${rowAt(bytes, position)}): save it as CSV UTF-8`,
    );
  }
  const rival = others.find(({ cost }) => cost < 2 * best.cost + 2);
  if (rival) {
    const position = firstDifference(best.text, rival.text);
    const [one, other] = [best, rival].map(
      ({ text, encoding }) => `${JSON.stringify(wordAt(text, position))} in ${encoding.name}`,
    );
    throw badRequest(
      'import_encoding_unclear',
      `the encoding of the file is not certain (row ${rowAt(bytes, position)}: ${one}, ${other}): save it as CSV UTF-8, or name it in the parameter encoding`,
    );
  }
  if (best.encoding.isRefused) {
    throw badRequest(
      'import_encoding_unsupported',
      `the file has the encoding of ${best.encoding.name}, which is not read: save it as CSV UTF-8`,
    );
  }
  return best.text;
}

/** The readings that make sense and differ, the most usual one first. */
function readingsOf(bytes: Uint8Array): Reading[] {
  const readings: Reading[] = [];
  for (const encoding of encodings) {
    const text = encoding.decode(bytes);
    if (text === undefined || readings.some((reading) => reading.text === text)) continue;
    const cost = costOf(text, encoding);
    if (cost !== undefined) readings.push({ encoding, text, cost });
  }
  return readings.sort((a, b) => a.cost - b.cost);
}

/** Foreign names have letters together that no single language has. */
const maxUnusualShare = 0.1;
const costOfUnusualWord = 10;

/**
 * How unusual the words beyond ASCII are: words alternate between vowels and consonants, and wrong letters make longer runs of one
 * kind. @returns undefined: the text makes no sense
 */
function costOf(text: string, { languages, isRefused }: Encoding): number | undefined {
  if (impossible.some((pattern) => pattern.test(text)) || (isRefused && impossibleWhenRefused.test(text))) return undefined;
  let [cost, count, unusual, withoutAscii] = [0, 0, 0, 0];
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/[^\p{ASCII}\P{L}ªº]/u.test(word)) continue;
    const letters = word.toLowerCase().replaceAll('\u0307', ''); // of the Turkish capital I with a dot
    count++;
    cost += costOfRuns(letters);
    if (!languages.some((language) => isWordOf(language, letters))) unusual++;
    if (letters.length > 2 && !/[a-z]/.test(letters)) withoutAscii++;
  }
  // Words in other scripts have no ASCII letter.
  if (unusual > maxUnusualShare * count || withoutAscii > count / 2) return undefined;
  return cost + costOfUnusualWord * unusual;
}

const isWordOf = ({ letters, never }: Language, word: string): boolean =>
  [...word].every((letter) => /[a-z]/.test(letter) || letters.includes(letter)) && !never?.test(word);

/** The sum of the squares by which runs of vowels or consonants are longer than one letter. */
function costOfRuns(word: string): number {
  let [cost, run] = [0, 0];
  let wasVowel: boolean | undefined;
  for (const letter of word) {
    const isVowel = 'aeiouyæœøı'.includes(letter.normalize('NFD').charAt(0));
    run = isVowel === wasVowel ? run + 1 : 0;
    cost += run === 0 ? 0 : 2 * run - 1; // adds up to the square
    wasVowel = isVowel;
  }
  return cost;
}

function firstDifference(one: string, other: string): number {
  let position = 0;
  while (one[position] === other[position]) position++;
  return position;
}

/** The word around a character, as far as a message needs it. */
function wordAt(text: string, position: number): string {
  const maxChars = 30;
  const before = /[^\s,;"]*$/.exec(text.slice(Math.max(0, position - maxChars), position))?.[0] ?? '';
  const after = /^[^\s,;"]*/.exec(text.slice(position, position + maxChars))?.[0] ?? '';
  return before + after;
}
