import { lineHeight, type PageWriter } from './page-writer.ts';

/** A text in a row. In points, from the left margin. */
export interface Cell {
  text: string;
  indent: number;
  width: number;
  align?: 'right';
  weight?: 'bold';
  color?: string;
}

/** A row of so many lines or fewer stays on one page. */
const maxWholeLines = 6;

/** Writes cells beside each other; a long row that does not fit goes to the next page line by line. */
export function drawCells(writer: PageWriter, cells: readonly Cell[], size: number): void {
  const columns = cells.map(({ text, indent, width, align, weight, color }) => {
    const style = { size, indent, width, ...(weight && { weight }), ...(color && { color }) };
    return { style, align, lines: writer.lines(text, style) };
  });
  const height = Math.max(...columns.map(({ lines }) => lines.length));
  if (height <= maxWholeLines) writer.ensureRoom(height * lineHeight({ size }));
  for (let index = 0; index < height; index++) {
    writer.ensureRoom(lineHeight({ size }));
    for (const { style, align, lines } of columns) {
      const line = lines[index];
      if (!line) continue;
      const shift = align === 'right' ? Math.max(0, style.width - line.width) : 0;
      writer.line(line, { ...style, indent: style.indent + shift, width: style.width - shift });
    }
    writer.y += lineHeight({ size });
  }
}
