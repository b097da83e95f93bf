import type { JobSheetData } from '../job-sheet-data.ts';
import { formatterOf } from '../texts/format.ts';
import { drawChecklist } from './draw-checklist.ts';
import { drawComments } from './draw-comments.ts';
import { drawCosts } from './draw-costs.ts';
import { drawFacts } from './draw-facts.ts';
import { drawChain, drawEdits, drawJournal } from './draw-journal.ts';
import { drawPhotos, drawSignatures } from './draw-photos.ts';
import { drawBrand, PageWriter, titleColor } from './page-writer.ts';
import { withinLimits } from './within-limits.ts';

/** Descriptions of more characters are not written as a heading. */
const maxHeading = 160;

/** Draws a job sheet. @returns a PDF file */
export function drawJobSheet(whole: JobSheetData): Promise<Uint8Array> {
  const sheet = withinLimits(whole);
  const format = formatterOf(sheet);
  const { texts, time } = format;
  const { ticket, timezone, printedAt, branding } = sheet;
  const title = texts.name(ticket.id);
  const writer = new PageWriter({ title, locale: texts.locale, createdAt: new Date(printedAt) });
  drawBrand(writer, branding, texts.jobSheet);
  writer.text(title, { size: 18, weight: 'bold', color: titleColor(branding) });
  const isHeading = ticket.description.length <= maxHeading;
  writer.text(ticket.description, isHeading ? { size: 12, weight: 'bold' } : { size: 10 });
  writer.y += 6;
  drawFacts(writer, sheet, format);
  drawCosts(writer, sheet, format);
  drawChecklist(writer, sheet, format);
  drawJournal(writer, sheet, format);
  drawEdits(writer, sheet, format);
  drawComments(writer, sheet, format);
  drawPhotos(writer, sheet, format);
  drawSignatures(writer, sheet, format);
  drawChain(writer, sheet, format);
  return writer.end((page, count) => `${title} · ${texts.page(page, count)} · ${texts.printed(time(printedAt), timezone)}`);
}
