import type { JobSheetData } from '../job-sheet-data.ts';
import type { Formatter } from '../texts/format.ts';
import { drawHeading } from './heading.ts';
import { colors, lineHeight, type PageWriter } from './page-writer.ts';

const size = 9;

/** Writes the hash with which anybody can check later that the journal is still the printed one. */
export function drawChain(writer: PageWriter, { chain }: JobSheetData, { texts, time }: Formatter): void {
  const { title, unchanged, unchangedSince, changed, head, entries } = texts.chain;
  drawHeading(writer, title, 3 * lineHeight({ size }));
  const verdict = chain.since ? unchangedSince(time(chain.since)) : unchanged;
  writer.text(chain.ok ? verdict : changed, { size, weight: chain.ok ? 'regular' : 'bold' });
  writer.text(`${entries}: ${chain.entries}`, { size, color: colors.label });
  if (chain.head) writer.text(`${head}: ${chain.head}`, { size: 8, color: colors.label });
}
