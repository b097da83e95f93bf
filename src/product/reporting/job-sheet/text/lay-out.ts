import type { Font } from 'fontkit';
import { BoundedMap } from '../../../../platform/lib/bounded-map.ts';
import { box, cleanText } from './clean-text.ts';
import { boxFont, type Weight } from './fonts.ts';
import { lineBreaks } from './line-breaks.ts';
import { inVisualOrder, mirrored, Paragraph, type Piece } from './paragraph.ts';

/** A piece of a line that is drawn with one font. */
export interface Run {
  text: string;
  font: Font;
  width: number;
}

export interface Line {
  /** from left to right */
  runs: Run[];
  width: number;
  isRightToLeft: boolean;
}

export interface TextStyle {
  /** of the font, in points */
  size: number;
  weight?: Weight;
  /** default: each paragraph has the direction of its first letter */
  direction?: 'ltr' | 'auto';
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** They have done their work when pieces are ordered and lines are broken. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u2066-\u2069\uFEFF]/g;
const startsWithArabicDigit = /^[\u0660-\u0669\u06F0-\u06F9]/;
const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/** Breaks a text into lines of at most this width, in points. */
export function layOut(text: string, maxWidth: number, { size, weight = 'regular', direction = 'auto' }: TextStyle): Line[] {
  const maxEm = maxWidth / size;
  return cleanText(text)
    .split('\n')
    .flatMap((part) => {
      const paragraph = new Paragraph(part, weight, direction);
      return breakLines(paragraph, maxEm).map(([start, end]) => toLine(paragraph, start, end, size));
    });
}

/** The width of the widest part of a text that is broken only where a line is narrower, in points. */
export function widestPart(text: string, { size, weight = 'regular', direction = 'auto' }: TextStyle): number {
  let widest = 0;
  for (const line of cleanText(text).split('\n')) {
    const paragraph = new Paragraph(line, weight, direction);
    let from = 0;
    for (const to of lineBreaks(line)) {
      widest = Math.max(widest, widthOf(paragraph, from, endWithoutBlanks(line, from, to)));
      from = to;
    }
  }
  return widest * size;
}

/** Breaks a text into at most so many lines; one that does not fit ends with an ellipsis. */
export function layOutShortened(text: string, maxWidth: number, maxLines: number, style: TextStyle): Line[] {
  const all = layOut(text, maxWidth, style);
  if (all.length <= maxLines) return all;
  const characters = Array.from(clusters.segment(text), ({ segment }) => segment);
  const shortened = (count: number): Line[] => layOut(`${characters.slice(0, count).join('').trimEnd()}…`, maxWidth, style);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (shortened(middle).length <= maxLines) fits = middle;
    else tooMany = middle;
  }
  return shortened(fits).slice(0, maxLines);
}

function breakLines(paragraph: Paragraph, maxEm: number): [start: number, end: number][] {
  const { text } = paragraph;
  const lines: [number, number][] = [];
  let start = 0;
  let used = 0;
  const endLine = (end: number): void => {
    lines.push([start, end]);
    start = end;
    used = 0;
  };
  let from = 0;
  for (const to of lineBreaks(text)) {
    const visible = widthOf(paragraph, from, endWithoutBlanks(text, from, to));
    if (used + visible > maxEm && from > start) endLine(from);
    if (visible <= maxEm) used += widthOf(paragraph, from, to);
    else {
      // A word that is longer than the line is broken anywhere.
      for (const { index, segment } of clusters.segment(text.slice(from, to))) {
        const width = widthOf(paragraph, from + index, from + index + segment.length);
        if (used + width > maxEm && from + index > start) endLine(from + index);
        used += width;
      }
    }
    from = to;
  }
  if (start < text.length || lines.length === 0) endLine(text.length);
  return lines;
}

function endWithoutBlanks(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && text[last - 1] === ' ') last--;
  return last;
}

const widthOf = (paragraph: Paragraph, start: number, end: number): number =>
  paragraph.pieces(start, end).reduce((sum, piece) => sum + shape(paragraph.text, piece).width, 0);

function toLine(paragraph: Paragraph, start: number, end: number, size: number): Line {
  const { text, isRightToLeft } = paragraph;
  const pieces = inVisualOrder(paragraph.pieces(start, endWithoutBlanks(text, start, end)));
  const runs = pieces.map((piece) => {
    const run = shape(text, piece);
    return { ...run, width: run.width * size };
  });
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0), isRightToLeft };
}

/** @returns the width in units of the font size */
function shape(text: string, { start, end, font, level }: Piece): Run {
  const part = text.slice(start, end).replaceAll(invisible, '');
  return measure(level % 2 === 1 ? shownFromRight(part) : shownFromLeft(part), font);
}

/** fontkit turns Arabic digits round as it does letters, though numbers are written from left to right: they are turned before. */
const shownFromLeft = (text: string): string => (startsWithArabicDigit.test(text) ? reversed(text) : text);

/** fontkit turns the letters of these scripts round by itself, but no signs that stand alone. */
function shownFromRight(text: string): string {
  const shown = mirrored(text);
  return rightToLeft.test(shown) ? shown : reversed(shown);
}

const reversed = (text: string): string =>
  [...clusters.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');

const widths = new WeakMap<Font, BoundedMap<string, number>>();
const maxWidths = 10_000;

function measure(text: string, font: Font): Run {
  if (text === '') return { text, font, width: 0 };
  let known = widths.get(font);
  if (!known) {
    known = new BoundedMap(maxWidths);
    widths.set(font, known);
  }
  let width = known.get(text);
  if (width === undefined) {
    width = tryToMeasure(text, font);
    if (width === undefined) return measure(box.repeat([...clusters.segment(text)].length), boxFont());
    known.set(text, width);
  }
  return { text, font, width };
}

/** @returns undefined when fontkit fails on a sequence of characters that no language has */
function tryToMeasure(text: string, font: Font): number | undefined {
  try {
    return font.layout(text, []).advanceWidth / font.unitsPerEm;
  } catch {
    return undefined;
  }
}
