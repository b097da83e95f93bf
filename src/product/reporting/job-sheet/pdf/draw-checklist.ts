import type { JobSheetData, JobSheetItem } from '../job-sheet-data.ts';
import type { Formatter } from '../texts/format.ts';
import { colors, drawHeading, lineHeight, type PageWriter } from './page-writer.ts';

const size = 9;
const answerIndent = 300;

/** Writes what was looked at, with the answers beside it. */
export function drawChecklist(writer: PageWriter, { checklist }: JobSheetData, { texts }: Formatter): void {
  if (!checklist) return;
  drawHeading(writer, `${texts.checklist.title}: ${checklist.name}`, 3 * lineHeight({ size }));
  for (const item of checklist.items) {
    const isFailed = item.state === 'failed';
    const color = item.state === 'open' ? colors.label : colors.text;
    const labelStyle = { size, width: answerIndent - 12 };
    const answerStyle = { size, color, indent: answerIndent, ...(isFailed && { weight: 'bold' as const }) };
    const labels = writer.lines(item.label, labelStyle);
    const answers = writer.lines(answerOf(item, texts.checklist), answerStyle);
    for (let row = 0; row < Math.max(labels.length, answers.length); row++) {
      writer.ensureRoom(lineHeight({ size }));
      const [label, answer] = [labels[row], answers[row]];
      if (label) writer.line(label, labelStyle);
      if (answer) writer.line(answer, answerStyle);
      writer.y += lineHeight({ size });
    }
    writer.y += 1.5;
  }
}

function answerOf({ kind, unit, value, state, answered_by_name }: JobSheetItem, texts: Formatter['texts']['checklist']): string {
  if (state === 'open') return texts.open;
  const answer = kind === 'photo' ? texts.photo : kind === 'check' ? texts.check[value === 'true' ? 'yes' : 'no'] : value;
  const failed = state === 'failed' ? ` (${texts.failed})` : '';
  return `${answer}${unit === null ? '' : ` ${unit}`}${failed}, ${answered_by_name}`;
}
