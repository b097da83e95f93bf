import { formatAmount } from '../../../platform/lib/money.ts';
import { drawCells } from '../job-sheet/pdf/draw-cells.ts';
import { drawCostLine, drawSum } from '../job-sheet/pdf/draw-costs.ts';
import { colors, drawBrand, drawHeading, lineHeight, PageWriter, titleColor } from '../job-sheet/pdf/page-writer.ts';
import { type Formatter, formatterOf } from '../job-sheet/texts/format.ts';
import type { StatementData, StatementObject, StatementTicket } from './statement-data.ts';
import { type StatementTexts, statementTexts } from './texts.ts';

const size = 9;

/** Draws the statement of a month. @returns a PDF file */
export function drawStatement(data: StatementData): Promise<Uint8Array> {
  const format = formatterOf(data);
  const { locale, page, printed } = format.texts;
  const texts = statementTexts[data.language];
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const title = texts.title(month.format(new Date(`${data.month}-01T00:00:00Z`)));
  const writer = new PageWriter({ title, locale, createdAt: new Date(data.printedAt) });
  drawBrand(writer, data.branding, texts.statement);
  writer.text(title, { size: 18, weight: 'bold', color: titleColor(data.branding) });
  writer.text(`${texts.client}: ${data.client_name}`, { size: 10 });
  writer.y += 4;
  if (data.projects.length === 0) writer.text(texts.none, { size: 10 });
  for (const { name, currency, total, objects } of data.projects) {
    drawHeading(writer, name, 5 * lineHeight({ size }));
    for (const object of objects) drawObject(writer, object, currency, texts, format);
    writer.y += 3;
    drawSum(writer, texts.sumOf(name), formatAmount(total, currency, locale));
  }
  drawTotals(writer, data, texts, locale);
  const time = printed(format.time(data.printedAt), data.timezone);
  return writer.end((number, count) => `${title} · ${page(number, count)} · ${time}`);
}

function drawObject(
  writer: PageWriter,
  { name, address, total, deleted, tickets }: StatementObject,
  currency: string,
  texts: StatementTexts,
  format: Formatter,
): void {
  const { locale } = format.texts;
  writer.y += 4;
  writer.ensureRoom(4 * lineHeight({ size }));
  const sumWidth = 140;
  drawCells(
    writer,
    [
      { text: name || texts.deletedObject, indent: 0, width: writer.width - sumWidth - 6, weight: 'bold' },
      {
        text: formatAmount(total, currency, locale),
        indent: writer.width - sumWidth,
        width: sumWidth,
        align: 'right',
        weight: 'bold',
      },
    ],
    10,
  );
  if (address !== '') writer.text(address, { size: 8, color: colors.label });
  for (const ticket of tickets) drawTicket(writer, ticket, currency, format);
  if (deleted > 0) drawSum(writer, texts.deletedRequests, formatAmount(deleted, currency, locale));
}

function drawTicket(writer: PageWriter, { id, description, lines }: StatementTicket, currency: string, format: Formatter): void {
  const { locale } = format.texts;
  writer.y += 2;
  writer.ensureRoom(3 * lineHeight({ size }));
  writer.text(`#${id} · ${description.replaceAll(/\s+/g, ' ')}`, { size, maxLines: 1, color: colors.label });
  for (const line of lines) drawCostLine(writer, { ...line, currency }, locale, format.date(line.on));
}

/** Each currency has a sum of its own: they are never added. */
function drawTotals(writer: PageWriter, { totals, furtherLines }: StatementData, texts: StatementTexts, locale: string): void {
  if (totals.length === 0) return;
  writer.y += 6;
  writer.ensureRoom((totals.length + 1) * lineHeight({ size }) + 6);
  writer.rule();
  writer.y += 4;
  for (const { currency, total } of totals) drawSum(writer, texts.total, formatAmount(total, currency, locale));
  if (furtherLines > 0) writer.text(texts.furtherLines(furtherLines), { size, color: colors.label });
}
