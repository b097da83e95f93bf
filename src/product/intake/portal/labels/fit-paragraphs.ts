import { lineHeight, type ParagraphStyle } from '../../../reporting/job-sheet/pdf/page-writer.ts';
import { layOut, widestPart } from '../../../reporting/job-sheet/text/lay-out.ts';

/** A paragraph with what is drawn of it. */
export interface FittedParagraph {
  text: string;
  style: ParagraphStyle & { width: number };
}

/** What the paragraphs of a label have in common. */
interface Room {
  height: number;
  /** below each paragraph */
  gap: number;
}

/** Sizes of the type that are tried, the first one in which everything fits is used. */
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5];
/** In a smaller type, a long word is rather broken. */
const minScaleForWholeWords = 0.7;

/**
 * Makes the type of paragraphs smaller until all of their text fits, because the end of a name tells one entrance from another. In the
 * smallest type, paragraphs are shortened from the last but one to the first: the last is a hint of a few words.
 */
export function fitParagraphs(paragraphs: readonly FittedParagraph[], room: Room): FittedParagraph[] {
  const fitting = scales.filter((scale) => heightOf(scaled(paragraphs, scale), room) <= room.height);
  const scale = fitting.find((one) => one >= minScaleForWholeWords && hasWholeWords(scaled(paragraphs, one))) ?? fitting[0];
  return scale === undefined ? shortened(scaled(paragraphs, scales.at(-1) ?? 1), room) : scaled(paragraphs, scale);
}

/** The height of paragraphs with the gaps between them. */
export const heightOf = (paragraphs: readonly FittedParagraph[], { gap }: Room): number =>
  paragraphs.reduce((sum, paragraph) => sum + linesOf(paragraph) * lineHeight(paragraph.style) + gap, -gap);

const scaled = (paragraphs: readonly FittedParagraph[], scale: number): FittedParagraph[] =>
  paragraphs.map(({ text, style }) => ({ text, style: { ...style, size: style.size * scale } }));

const linesOf = ({ text, style }: FittedParagraph): number =>
  Math.min(layOut(text, style.width, style).length, style.maxLines ?? Number.POSITIVE_INFINITY);

const hasWholeWords = (paragraphs: readonly FittedParagraph[]): boolean =>
  paragraphs.every(({ text, style }) => widestPart(text, style) <= style.width);

function shortened(paragraphs: readonly FittedParagraph[], room: Room): FittedParagraph[] {
  const result = [...paragraphs];
  for (let index = result.length - 2; index >= 0; index--) {
    const paragraph = result[index];
    const excess = heightOf(result, room) - room.height;
    if (!paragraph || excess <= 0) break;
    const maxLines = Math.max(1, linesOf(paragraph) - Math.ceil(excess / lineHeight(paragraph.style)));
    result[index] = { ...paragraph, style: { ...paragraph.style, maxLines } };
  }
  return result;
}
