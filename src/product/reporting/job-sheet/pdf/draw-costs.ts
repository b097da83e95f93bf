import { formatAmount, formatQuantity } from '../../../../platform/lib/money.ts';
import type { JobSheetCost, JobSheetData } from '../job-sheet-data.ts';
import type { Formatter } from '../texts/format.ts';
import { type Cell, drawCells } from './draw-cells.ts';
import { colors, drawHeading, lineHeight, type PageWriter } from './page-writer.ts';

const size = 9;
const widths = { date: 66, quantity: 62, price: 72, amount: 76 };
const gap = 6;

/** Writes the lines of cost, their sum, and the quote that was approved. */
export function drawCosts(writer: PageWriter, { costs }: JobSheetData, { texts, date }: Formatter): void {
  if (!costs) return;
  const { currency, lines, total, furtherLines, approved } = costs;
  drawHeading(writer, texts.costs.title, 3 * lineHeight({ size }));
  for (const line of lines) drawCostLine(writer, { ...line, currency }, texts.locale, date(line.on));
  if (furtherLines > 0) writer.text(texts.costs.furtherLines(furtherLines), { size, color: colors.label });
  drawSum(writer, texts.costs.total, formatAmount(total, currency, texts.locale));
  if (approved !== null) drawSum(writer, texts.costs.approvedQuote, formatAmount(approved, currency, texts.locale));
}

/** Writes what was done, how much of it, at which price, and the amount. */
export function drawCostLine(
  writer: PageWriter,
  { text, quantity, unit, unit_price, amount, currency }: Omit<JobSheetCost, 'kind' | 'on'> & { currency: string },
  locale: string,
  date: string,
): void {
  const right = writer.width;
  const atAmount = right - widths.amount;
  const atPrice = atAmount - widths.price - gap;
  const atQuantity = atPrice - widths.quantity - gap;
  const cells: Cell[] = [
    { text: date, indent: 0, width: widths.date - gap, color: colors.label },
    { text, indent: widths.date, width: atQuantity - widths.date - gap },
    { text: `${formatQuantity(quantity, locale)} ${unit}`.trim(), indent: atQuantity, width: widths.quantity, align: 'right' },
    { text: formatAmount(unit_price, currency, locale), indent: atPrice, width: widths.price, align: 'right' },
    { text: formatAmount(amount, currency, locale), indent: atAmount, width: widths.amount, align: 'right' },
  ];
  drawCells(writer, cells, size);
}

/** Writes a sum below the amounts of lines. */
export function drawSum(writer: PageWriter, label: string, amount: string): void {
  const width = 2 * widths.amount;
  const cells: Cell[] = [
    { text: label, indent: widths.date, width: writer.width - width - widths.date - gap, weight: 'bold' },
    { text: amount, indent: writer.width - width, width, align: 'right', weight: 'bold' },
  ];
  drawCells(writer, cells, size);
}
