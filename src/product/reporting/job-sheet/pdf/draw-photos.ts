import type { JobSheetData, JobSheetPhoto } from '../job-sheet-data.ts';
import type { Formatter } from '../texts/format.ts';
import { colors, drawHeading, lineHeight, type PageWriter } from './page-writer.ts';

const gap = 8;
/** Most photos of phones are 4 : 3, upright or across; a box holds both. */
const heightFactor = 0.8;
const captionSize = 7;

interface Grid {
  columns: number;
  indent: number;
  width: number;
  /** with the name alone, or also with time and author */
  captionLines: 1 | 2;
}

const cellWidthOf = ({ columns, width }: Grid): number => (width - (columns - 1) * gap) / columns;
const rowHeightOf = (grid: Grid): number =>
  cellWidthOf(grid) * heightFactor + grid.captionLines * lineHeight({ size: captionSize }) + gap;

/** Draws the photos before and after, side by side where there are both. */
export function drawPhotos(writer: PageWriter, sheet: JobSheetData, format: Formatter): void {
  const { texts } = format;
  const { before, after, furtherPhotos } = sheet;
  const half = (writer.width - 2 * gap) / 2;
  if (before.length > 0 && after.length > 0) {
    const left: Grid = { columns: 2, indent: 0, width: half, captionLines: 2 };
    const right = { ...left, indent: half + 2 * gap };
    drawHeading(writer, texts.photos, rowHeightOf(left) + lineHeight({ size: 9 }));
    const y = writer.y;
    writer.text(texts.before, { size: 9, indent: left.indent, width: half, color: colors.label, maxLines: 1 });
    writer.y = y;
    writer.text(texts.after, { size: 9, indent: right.indent, width: half, color: colors.label, maxLines: 1 });
    drawColumns(writer, before, after, { left, right }, format);
  } else if (before.length + after.length > 0) {
    const grid: Grid = { columns: 4, indent: 0, width: writer.width, captionLines: 2 };
    drawHeading(writer, before.length > 0 ? texts.before : texts.after, rowHeightOf(grid));
    drawPhotoRows(writer, before.length > 0 ? before : after, format, grid);
  }
  if (furtherPhotos > 0) writer.text(texts.furtherPhotos(furtherPhotos), { size: 9, color: colors.label });
}

/** Draws the signatures with the names of those who signed. */
export function drawSignatures(writer: PageWriter, { signatures }: JobSheetData, format: Formatter): void {
  if (signatures.length === 0) return;
  const grid: Grid = { columns: 4, indent: 0, width: writer.width, captionLines: 2 };
  drawHeading(writer, format.texts.signatures, rowHeightOf(grid));
  drawPhotoRows(writer, signatures, format, grid);
}

function drawColumns(
  writer: PageWriter,
  before: readonly JobSheetPhoto[],
  after: readonly JobSheetPhoto[],
  { left, right }: { left: Grid; right: Grid },
  format: Formatter,
): void {
  for (let from = 0; from < Math.max(before.length, after.length); from += left.columns) {
    const to = from + left.columns;
    writer.ensureRoom(rowHeightOf(left));
    drawRow(writer, before.slice(from, to), left, format);
    drawRow(writer, after.slice(from, to), right, format);
    writer.y += rowHeightOf(left);
  }
}

/** Draws photos in rows, the first one on the left. */
export function drawPhotoRows(writer: PageWriter, photos: readonly JobSheetPhoto[], format: Formatter, grid: Grid): void {
  for (let from = 0; from < photos.length; from += grid.columns) {
    writer.ensureRoom(rowHeightOf(grid));
    drawRow(writer, photos.slice(from, from + grid.columns), grid, format);
    writer.y += rowHeightOf(grid);
  }
}

function drawRow(writer: PageWriter, photos: readonly JobSheetPhoto[], grid: Grid, { texts, time }: Formatter): void {
  const width = cellWidthOf(grid);
  const height = width * heightFactor;
  const top = writer.y;
  photos.forEach((photo, index) => {
    const indent = grid.indent + index * (width + gap);
    writer.y = top;
    if (!photo.jpeg || !hasDrawn(writer, photo.jpeg, { indent, width, height })) {
      writer.frame({ indent, width, height });
      drawLines(writer, texts.photoUnavailable, { size: 8, indent: indent + 6, width: width - 12, maxLines: 4 }, top + 8);
    }
    const caption = { size: captionSize, indent, width, color: colors.label, maxLines: 1, direction: 'ltr' } as const;
    drawLines(writer, photo.name, caption, top + height + 1);
    if (grid.captionLines === 1) return;
    drawLines(writer, [time(photo.created_at), photo.author].join(', '), caption, top + height + 1 + lineHeight(caption));
  });
  writer.y = top;
}

function hasDrawn(writer: PageWriter, jpeg: Uint8Array, box: { indent: number; width: number; height: number }): boolean {
  try {
    writer.picture(jpeg, box);
    return true;
  } catch {
    return false;
  }
}

function drawLines(writer: PageWriter, text: string, style: Parameters<PageWriter['line']>[1], y: number): void {
  writer.y = y;
  for (const line of writer.lines(text, style)) {
    writer.line(line, style);
    writer.y += lineHeight(style);
  }
}
