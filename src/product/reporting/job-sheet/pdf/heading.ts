import { lineHeight, type PageWriter } from './page-writer.ts';

const style = { size: 11, weight: 'bold' } as const;

/** Writes the heading of a section. @param roomBelow that what follows needs on the same page, in points */
export function drawHeading(writer: PageWriter, text: string, roomBelow: number): void {
  writer.y += 8;
  writer.ensureRoom(lineHeight(style) + roomBelow + 6);
  writer.rule();
  writer.y += 4;
  writer.text(text, style);
  writer.y += 2;
}
