import PDFDocument from 'pdfkit';
import { type Branding, productName } from '../../../../platform/config/branding.ts';
import { type Line, layOut, layOutShortened, type TextStyle } from '../text/lay-out.ts';

export const colors = { text: '#000000', label: '#555555', line: '#bbbbbb' };

const pageSize = { width: 595.28, height: 841.89 };
const margin = 40;
const footerHeight = 24;
const lineHeightFactor = 1.36;
/** Of a line's height; what is left is below the line on which letters stand. */
const baselineFactor = 0.78;

export interface ParagraphStyle extends TextStyle {
  /** from the left margin; default: 0 */
  indent?: number;
  /** default: up to the right margin */
  width?: number;
  color?: string;
  /** a longer text ends with an ellipsis; default: all lines */
  maxLines?: number;
}

interface DocumentInfo {
  title: string;
  /** an IETF language tag */
  locale: string;
  createdAt: Date;
}

/** Writes text and pictures from top to bottom, on as many pages as they need. */
export class PageWriter {
  readonly width = pageSize.width - 2 * margin;
  readonly #document: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  /** from the top of the page */
  y = margin;

  constructor({ title, locale, createdAt }: DocumentInfo) {
    this.#document = new PDFDocument({
      size: [pageSize.width, pageSize.height],
      margin: 0,
      bufferPages: true,
      lang: locale,
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: title, Creator: 'Callout', Producer: 'Callout', CreationDate: createdAt, ModDate: createdAt },
      // Otherwise pdfkit reads the file of a font that is never used.
      font: '',
    });
    this.#document.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** Begins a new page unless this one has so much room left. @param height in points */
  ensureRoom(height: number): void {
    if (this.y + height <= pageSize.height - margin - footerHeight || this.y === margin) return;
    this.addPage();
  }

  addPage(): void {
    this.#document.addPage();
    this.y = margin;
  }

  lines(text: string, style: ParagraphStyle): Line[] {
    const { indent = 0, width = this.width - indent, maxLines } = style;
    return maxLines === undefined ? layOut(text, width, style) : layOutShortened(text, width, maxLines, style);
  }

  /** Writes a text below the last one. */
  text(text: string, style: ParagraphStyle): void {
    for (const line of this.lines(text, style)) {
      this.ensureRoom(lineHeight(style));
      this.line(line, style);
      this.y += lineHeight(style);
    }
  }

  /** Draws a line at the present place and stays there. */
  line({ runs, width: used, isRightToLeft }: Line, style: ParagraphStyle): void {
    const { size, indent = 0, width = this.width - indent, color = colors.text } = style;
    let x = margin + indent + (isRightToLeft ? Math.max(0, width - used) : 0);
    const y = this.y + lineHeight(style) * baselineFactor;
    for (const run of runs) {
      if (run.text !== '') {
        this.#document.font(run.font).fontSize(size).fillColor(color);
        this.#document.text(run.text, x, y, { lineBreak: false, features: [], baseline: 'alphabetic' });
      }
      x += run.width;
    }
  }

  /** Draws a picture into a box, whole and in the middle. @throws when it is no JPEG file */
  picture(jpeg: Uint8Array, box: { indent: number; width: number; height: number }): void {
    const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    const fit: [number, number] = [box.width, box.height];
    this.#document.image(file, margin + box.indent, this.y, { fit, align: 'center', valign: 'center' });
  }

  /** Draws a picture at the left of a box, whole. However often, it is in the file once. @throws when it is no PNG or JPEG file */
  logo(picture: Uint8Array, { indent = 0, width, height }: { indent?: number; width: number; height: number }): void {
    const file = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    // pdfkit finds a picture again by its name only, of which this is one.
    const name = `data:image;base64,${file.toString('base64')}`;
    this.#document.image(name, margin + indent, this.y, { fit: [width, height] });
  }

  frame({ indent, width, height }: { indent: number; width: number; height: number }): void {
    this.#document
      .rect(margin + indent, this.y, width, height)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke();
  }

  /** Fills cells of a square grid. @param isFilled by row and column */
  grid(
    cells: number,
    isFilled: (row: number, column: number) => boolean,
    { indent, width }: { indent: number; width: number },
  ): void {
    const size = width / cells;
    for (let row = 0; row < cells; row++) {
      for (let start = 0; start < cells; start++) {
        if (!isFilled(row, start)) continue;
        let end = start + 1;
        while (end < cells && isFilled(row, end)) end++;
        // A little higher than a row, because viewers show thin gaps between rectangles that only touch.
        this.#document.rect(margin + indent + start * size, this.y + row * size, (end - start) * size, size * 1.02);
        start = end;
      }
    }
    this.#document.fill(colors.text);
  }

  rule(): void {
    const right = margin + this.width;
    this.#document.moveTo(margin, this.y).lineTo(right, this.y).lineWidth(0.5).strokeColor(colors.line).stroke();
  }

  /** Ends the document. @param footer of a page, the first being 1 */
  async end(footer: (page: number, count: number) => string): Promise<Buffer> {
    const { start, count } = this.#document.bufferedPageRange();
    const headingStyle = { size: 8, color: colors.label };
    for (let index = start; index < start + count; index++) {
      this.#document.switchToPage(index);
      this.y = pageSize.height - margin - lineHeight(headingStyle);
      for (const line of this.lines(footer(index + 1, count), headingStyle)) this.line(line, headingStyle);
    }
    const ended = new Promise<Buffer>((resolve, reject) => {
      this.#document.on('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#document.on('error', reject);
    });
    this.#document.end();
    return ended;
  }
}

/** In points. */
export const lineHeight = ({ size }: TextStyle): number => size * lineHeightFactor;

const headingStyle = { size: 11, weight: 'bold' } as const;

/** Writes the heading of a section. @param roomBelow that what follows needs on the same page, in points */
export function drawHeading(writer: PageWriter, text: string, roomBelow: number): void {
  writer.y += 8;
  writer.ensureRoom(lineHeight(headingStyle) + roomBelow + 6);
  writer.rule();
  writer.y += 4;
  writer.text(text, headingStyle);
  writer.y += 2;
}

const logoSize = { width: 150, height: 32 };

/** Writes whose document it is, and of which kind. @param branding undefined: the look of the product */
export function drawBrand(writer: PageWriter, branding: Branding | undefined, kind: string): void {
  if (branding?.logo) drawLogo(writer, branding.logo.content);
  writer.text(`${branding?.name ?? productName} · ${kind}`, { size: 8, color: colors.label });
}

/** The colour of the title of a document. */
export const titleColor = (branding: Branding | undefined): string => branding?.color ?? colors.text;

function drawLogo(writer: PageWriter, content: Uint8Array): void {
  writer.logo(content, logoSize);
  writer.y += logoSize.height + 6;
}
