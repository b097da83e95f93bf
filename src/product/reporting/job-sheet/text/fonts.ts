import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { box } from './clean-text.ts';

export type Weight = 'regular' | 'bold';

const textFonts: Record<Weight, string> = { regular: 'NotoSans-Regular', bold: 'NotoSans-Bold' };
const emoji = 'NotoEmoji';
/** Tried in this order for characters that belong to no script. */
const symbolFonts = ['NotoSansSymbols2', 'NotoSansSymbols', 'NotoSansMath', 'DroidSansFallback', 'NotoSansKR-Hangul', emoji];

const scripts: readonly (readonly [script: RegExp, fonts: readonly string[]])[] = [
  [/\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Bopo}/u, ['DroidSansFallback', 'NotoSansKR-Hangul']],
  [/\p{scx=Hang}/u, ['NotoSansKR-Hangul', 'DroidSansFallback']],
  [/\p{scx=Arab}/u, ['NotoSansArabic']],
  [/\p{scx=Hebr}/u, ['NotoSansHebrew']],
  [/\p{scx=Deva}/u, ['NotoSansDevanagari']],
  [/\p{scx=Thai}/u, ['NotoSansThai']],
  [/\p{scx=Armn}/u, ['NotoSansArmenian']],
  [/\p{scx=Beng}/u, ['NotoSansBengali']],
  [/\p{scx=Cans}/u, ['NotoSansCanadianAboriginal']],
  [/\p{scx=Cher}/u, ['NotoSansCherokee']],
  [/\p{scx=Ethi}/u, ['NotoSansEthiopic']],
  [/\p{scx=Geor}/u, ['NotoSansGeorgian']],
  [/\p{scx=Gujr}/u, ['NotoSansGujarati']],
  [/\p{scx=Guru}/u, ['NotoSansGurmukhi']],
  [/\p{scx=Knda}/u, ['NotoSansKannada']],
  [/\p{scx=Khmr}/u, ['NotoSansKhmer']],
  [/\p{scx=Laoo}/u, ['NotoSansLao']],
  [/\p{scx=Mlym}/u, ['NotoSansMalayalam']],
  [/\p{scx=Mong}/u, ['NotoSansMongolian']],
  [/\p{scx=Mymr}/u, ['NotoSansMyanmar']],
  [/\p{scx=Nkoo}/u, ['NotoSansNKo']],
  [/\p{scx=Orya}/u, ['NotoSansOriya']],
  [/\p{scx=Sinh}/u, ['NotoSansSinhala']],
  [/\p{scx=Syrc}/u, ['NotoSansSyriac']],
  [/\p{scx=Taml}/u, ['NotoSansTamil']],
  [/\p{scx=Telu}/u, ['NotoSansTelugu']],
  [/\p{scx=Thaa}/u, ['NotoSansThaana']],
  [/\p{scx=Tibt}/u, ['NotoSerifTibetan']],
  [/\p{scx=Tfng}/u, ['NotoSansTifinagh']],
  [/\p{scx=Yiii}/u, ['NotoSansYi']],
];

/** Their glyphs stand for several characters each, so the first one that is used counts. */
const withSharedGlyphs = new Set(['DroidSansFallback', 'NotoSansKR-Hangul']);

const letter = /\p{L}/u;
const pictogram = /\p{RGI_Emoji}|\p{Emoji_Presentation}|\uFE0F/v;
/** Shown by no glyph of their own: fonts need not have them. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

const opened = new Map<string, Font>();

/** Opens a font with its first use and keeps it: all of them have 12 MB. */
function fontOf(name: string): Font {
  let font = opened.get(name);
  if (font) return font;
  const file = create(readFileSync(new URL(`../fonts/${name}.ttf`, import.meta.url)));
  if (!('layout' in file)) throw new Error(`${name} is a collection of fonts`);
  font = file;
  if (!withSharedGlyphs.has(name)) assignCodePoints(font);
  opened.set(name, font);
  return font;
}

/**
 * Creates the glyph of each letter with its code point first: fontkit keeps the code points of a glyph's first use, and none when that
 * was as a part of another glyph. After a document with Ü, nobody could search the next one for a U.
 */
function assignCodePoints(font: Font): void {
  for (const codePoint of font.characterSet) {
    const character = String.fromCodePoint(codePoint);
    // Not the forms of Arabic letters: text has the letters themselves.
    if (letter.test(character) && character.normalize('NFKC') === character) font.glyphForCodePoint(codePoint);
  }
}

const hasAll = (font: Font, cluster: string): boolean =>
  [...cluster].every((character) => ignorable.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

function candidatesFor(cluster: string, weight: Weight): string[] {
  const [first = ''] = cluster;
  const ofScript = scripts.find(([script]) => script.test(first))?.[1] ?? [];
  const usual = [textFonts[weight], ...ofScript, ...symbolFonts];
  return pictogram.test(cluster) ? [emoji, ...usual] : usual;
}

const chosen: Record<Weight, Map<string, Font | null>> = { regular: new Map(), bold: new Map() };
const maxChosen = 50_000;

/**
 * Finds the font that has all characters of a cluster (a letter with its marks, an emoji).
 * @returns undefined when there is none
 */
export function findFont(cluster: string, weight: Weight): Font | undefined {
  const known = chosen[weight];
  let font = known.get(cluster);
  if (font === undefined) {
    const name = candidatesFor(cluster, weight).find((candidate) => hasAll(fontOf(candidate), cluster));
    font = name === undefined ? null : fontOf(name);
    if (known.size >= maxChosen) known.clear();
    known.set(cluster, font);
  }
  return font ?? undefined;
}

/** The font of the box, which is shown for characters that no font has. */
export const boxFont = (): Font => fontOf(symbolFonts.find((name) => hasAll(fontOf(name), box)) ?? textFonts.regular);
