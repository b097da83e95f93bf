import qrcode from 'qrcode-generator';
import { colors, lineHeight, PageWriter, type ParagraphStyle } from '../../../reporting/job-sheet/pdf/page-writer.ts';
import type { Label } from '../queries.ts';
import { fitParagraphs, heightOf } from './fit-paragraphs.ts';

/** What a sheet of labels says. */
export interface LabelSheet {
  labels: Label[];
  /** under the name and the address */
  hint: string;
  title: string;
  /** an IETF language tag */
  locale: string;
  /** ISO 8601 */
  printedAt: string;
  /** a PNG file; undefined: the installation has none */
  logo: Uint8Array | undefined;
}

// Sheets of eight labels of 99.1 x 67.7 mm on A4, a common format of adhesive labels. In points.
const columns = 2;
const rows = 4;
const label = { width: 280.9, height: 191.9 };
const sheet = { left: 13.2, top: 37.1, gap: 7.1 };
const padding = 16;
const codeWidth = 124;
const paragraphGap = 5;
/** Above the code. */
const logoBox = { top: 9, height: 20 };
/** Indents count from the margin of PageWriter. */
const margin = 40;

/** Draws labels with a QR code each. @returns a PDF file */
export function drawLabels({ labels, hint, title, locale, printedAt, logo }: LabelSheet): Promise<Uint8Array> {
  const writer = new PageWriter({ title, locale, createdAt: new Date(printedAt) });
  labels.forEach((one, index) => {
    const place = index % (columns * rows);
    if (index > 0 && place === 0) writer.addPage();
    const left = sheet.left + (place % columns) * (label.width + sheet.gap);
    const top = sheet.top + Math.floor(place / columns) * label.height;
    drawLabel(writer, one, hint, { left: left - margin, top });
    if (!logo) return;
    writer.y = top + logoBox.top;
    writer.logo(logo, { indent: left - margin + padding, width: codeWidth, height: logoBox.height });
  });
  return writer.end(() => '');
}

function drawLabel(
  writer: PageWriter,
  { name, address, url }: Label,
  hint: string,
  { left, top }: { left: number; top: number },
): void {
  writer.y = top;
  writer.frame({ indent: left, ...label });
  const code = qrcode(0, 'M');
  code.addData(url);
  code.make();
  writer.y = top + (label.height - codeWidth) / 2;
  writer.grid(code.getModuleCount(), (row, column) => code.isDark(row, column), { indent: left + padding, width: codeWidth });
  writer.y += codeWidth + paragraphGap;
  drawParagraph(writer, withoutScheme(url), { ...addressOfPage, indent: left + padding, width: codeWidth });
  const place = { indent: left + padding + codeWidth + padding, width: label.width - codeWidth - 3 * padding };
  const room = { height: label.height - 2 * padding, gap: paragraphGap };
  const paragraphs = fitParagraphs(
    [
      { text: name, style: { size: 14, weight: 'bold', ...place } },
      { text: address, style: { size: 10, ...place } },
      { text: hint, style: { size: 10, color: colors.label, ...place } },
    ],
    room,
  );
  // Beside the code, or higher when there is more to say.
  const highest = top + label.height - padding - heightOf(paragraphs, room);
  writer.y = Math.max(top + padding, Math.min(top + (label.height - codeWidth) / 2, highest));
  for (const { text, style } of paragraphs) {
    drawParagraph(writer, text, style);
    writer.y += paragraphGap;
  }
}

/** For people whose phone reads no codes. */
const addressOfPage = { size: 6, color: colors.label, maxLines: 3 };
const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

function drawParagraph(writer: PageWriter, text: string, style: ParagraphStyle): void {
  for (const line of writer.lines(text, style)) {
    writer.line(line, style);
    writer.y += lineHeight(style);
  }
}
