import type { ReportData } from '../report-data.ts';
import { formatterOf } from '../texts/format.ts';
import { drawBrand, titleColor } from './draw-brand.ts';
import { drawChain } from './draw-chain.ts';
import { drawChecklist } from './draw-checklist.ts';
import { drawComments } from './draw-comments.ts';
import { drawCosts } from './draw-costs.ts';
import { drawFacts } from './draw-facts.ts';
import { drawEdits, drawJournal } from './draw-journal.ts';
import { drawPhotos, drawSignatures } from './draw-photos.ts';
import { PageWriter } from './page-writer.ts';
import { withinLimits } from './within-limits.ts';

/** Descriptions of more characters are not written as a heading. */
const maxHeading = 160;

/** Draws the report of a job. @returns a PDF file */
export function drawReport(whole: ReportData): Promise<Uint8Array> {
  const report = withinLimits(whole);
  const format = formatterOf(report);
  const { texts, time } = format;
  const { ticket, timezone, printedAt, branding } = report;
  const title = texts.name(ticket.id);
  const writer = new PageWriter({ title, locale: texts.locale, createdAt: new Date(printedAt) });
  drawBrand(writer, branding, texts.report);
  writer.text(title, { size: 18, weight: 'bold', color: titleColor(branding) });
  const isHeading = ticket.description.length <= maxHeading;
  writer.text(ticket.description, isHeading ? { size: 12, weight: 'bold' } : { size: 10 });
  writer.y += 6;
  drawFacts(writer, report, format);
  drawCosts(writer, report, format);
  drawChecklist(writer, report, format);
  drawJournal(writer, report, format);
  drawEdits(writer, report, format);
  drawComments(writer, report, format);
  drawPhotos(writer, report, format);
  drawSignatures(writer, report, format);
  drawChain(writer, report, format);
  return writer.end((page, count) => `${title} · ${texts.page(page, count)} · ${texts.printed(time(printedAt), timezone)}`);
}
