import type { JobSheetData } from '../job-sheet-data.ts';
import type { Formatter } from '../texts/format.ts';
import { drawPhotoRows } from './draw-photos.ts';
import { colors, drawHeading, lineHeight, type PageWriter } from './page-writer.ts';

const size = 9;

export function drawComments(writer: PageWriter, sheet: JobSheetData, format: Formatter): void {
  const { texts, time } = format;
  if (sheet.comments.length === 0 && sheet.earlierComments === 0) return;
  drawHeading(writer, texts.comments, 3 * lineHeight({ size }));
  if (sheet.earlierComments > 0) writer.text(texts.earlierComments(sheet.earlierComments), { size, color: colors.label });
  for (const { author_name, author_role, created_at, text, photos } of sheet.comments) {
    writer.ensureRoom(2 * lineHeight({ size }));
    const head = `${author_name ? `${author_name} (${texts.role[author_role]})` : texts.role[author_role]}, ${time(created_at)}`;
    writer.text(head, { size: 8, color: colors.label, direction: 'ltr' });
    writer.text(text, { size });
    writer.y += 2;
    drawPhotoRows(writer, photos, format, { columns: 6, indent: 0, width: writer.width, captionLines: 1 });
    writer.y += 2;
  }
}
