import bidiFactory from 'bidi-js';
import type { Font } from 'fontkit';
import { box } from './clean-text.ts';
import { boxFont, findFont, type Weight } from './fonts.ts';

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Texts of these letters need neither clusters nor the bidirectional algorithm. */
const plain = /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u017F\u0400-\u045F\u2013-\u201E\u2026]*$/;

const endsWithLetter = /[\p{L}\p{M}]$/u;

/** A piece of text with one font and one direction. */
export interface Piece {
  start: number;
  end: number;
  font: Font;
  /** of the bidirectional algorithm (UAX 9): odd for right to left */
  level: number;
}

/** A line of a text as it was written, with the font and the direction of each of its characters. */
export class Paragraph {
  readonly text: string;
  readonly isRightToLeft: boolean;
  readonly #pieces: readonly Piece[];

  /**
   * @param text cleaned, without line breaks
   * @param direction of the line; `auto`: that of its first letter
   */
  constructor(text: string, weight: Weight, direction: 'ltr' | 'auto') {
    const isPlain = plain.test(text);
    const { printable, fonts } = isPlain ? plainFonts(text, weight) : chooseFonts(text, weight);
    this.text = printable;
    const { levels, paragraphs } = isPlain
      ? { levels: undefined, paragraphs: [] }
      : bidi.getEmbeddingLevels(printable, direction);
    this.isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
    this.#pieces = toPieces(fonts, levels);
  }

  /** The pieces between two places of the text, in the order of reading. */
  pieces(from: number, to: number): Piece[] {
    const found: Piece[] = [];
    for (let index = this.#firstAfter(from); index < this.#pieces.length; index++) {
      const piece = this.#pieces[index];
      if (!piece || piece.start >= to) break;
      found.push({ ...piece, start: Math.max(from, piece.start), end: Math.min(to, piece.end) });
    }
    return found;
  }

  #firstAfter(place: number): number {
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pieces[middle]?.end ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

interface FontSpan {
  end: number;
  font: Font;
}

interface Chosen {
  printable: string;
  /** one after the other, without gaps */
  fonts: FontSpan[];
}

function plainFonts(text: string, weight: Weight): Chosen {
  const font = findFont('a', weight);
  return font ? { printable: text, fonts: [{ end: text.length, font }] } : chooseFonts(text, weight);
}

/** Replaces each character that no font has. */
function chooseFonts(text: string, weight: Weight): Chosen {
  const chosen: Chosen = { printable: '', fonts: [] };
  const add = (part: string, font: Font): void => {
    chosen.printable += part;
    const last = chosen.fonts.at(-1);
    if (last?.font === font) last.end = chosen.printable.length;
    else chosen.fonts.push({ end: chosen.printable.length, font });
  };
  for (const { segment } of clusters.segment(text)) {
    const before = endsWithLetter.test(chosen.printable) ? chosen.fonts.at(-1)?.font : undefined;
    // A space has the font of the word before it, so that a sentence is one piece.
    const font = segment === ' ' && before?.hasGlyphForCodePoint(0x20) ? before : findFont(segment, weight);
    if (font) add(segment, font);
    else for (const character of segment) addAlone(character, weight, add);
  }
  return chosen;
}

function addAlone(character: string, weight: Weight, add: (part: string, font: Font) => void): void {
  const font = findFont(character, weight);
  if (font) add(character, font);
  else add(box, boxFont());
}

function toPieces(fonts: readonly FontSpan[], levels: Uint8Array | undefined): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { end, font } of fonts) {
    while (start < end) {
      const level = levels?.[start] ?? 0;
      let next = levels ? start + 1 : end;
      while (next < end && levels?.[next] === level) next++;
      pieces.push({ start, end: next, font, level });
      start = next;
    }
  }
  return pieces;
}

/** Orders pieces from left to right (rule L2 of UAX 9). */
export function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++;
      if (to - from > 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/** Replaces brackets by their mirrored ones, as text from right to left shows them. */
export const mirrored = (text: string): string =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
