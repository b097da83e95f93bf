import type { JobSheetData, JobSheetEdit, JobSheetEvent, JobSheetTicket } from '../job-sheet-data.ts';
import type { JobSheetTexts } from '../texts/en.ts';
import type { Formatter } from '../texts/format.ts';
import { colors, drawHeading, lineHeight, type PageWriter } from './page-writer.ts';

const size = 9;
const timeWidth = 104;

export function drawJournal(writer: PageWriter, sheet: JobSheetData, { texts, time }: Formatter): void {
  drawHeading(writer, texts.journal, 2 * lineHeight({ size }));
  if (sheet.earlierEvents > 0) writer.text(texts.earlierEvents(sheet.earlierEvents), { size, color: colors.label });
  for (const event of sheet.events) {
    const isPhoto = event.action === 'photo_added' || event.action === 'photo_removed';
    const file = isPhoto && event.comment ? ` (${event.comment})` : '';
    drawEntry(writer, time(event.created_at), `${event.actor_name} ${texts.action[actionOf(event, sheet.ticket)]}${file}`);
    if (event.comment && !isPhoto) writer.text(event.comment, { size, indent: timeWidth });
  }
}

/** What was corrected, with the value before; the one after is in the next correction of the field or on top of the job sheet. */
export function drawEdits(writer: PageWriter, sheet: JobSheetData, { texts, time }: Formatter): void {
  if (sheet.edits.length === 0 && sheet.earlierEdits === 0) return;
  drawHeading(writer, texts.edits.title, 2 * lineHeight({ size }));
  if (sheet.earlierEdits > 0) writer.text(texts.edits.earlier(sheet.earlierEdits), { size, color: colors.label });
  for (const { field, from, actor_name, created_at } of sheet.edits) {
    drawEntry(writer, time(created_at), `${actor_name} ${texts.edits.changed[field]}`);
    writer.text(texts.edits.before(wordOf(field, from, texts) || '–'), { size, indent: timeWidth });
  }
}

/** Categories and priorities in words. */
function wordOf(field: JobSheetEdit['field'], value: string, { category, priority }: JobSheetTexts): string {
  const words: Readonly<Record<string, string>> = field === 'category' ? category : field === 'priority' ? priority : {};
  return words[value] ?? value;
}

/** As the console calls it: an assignment by the worker is accepting. */
function actionOf({ action, actor_id, from_status }: JobSheetEvent, { worker_id }: JobSheetTicket) {
  if (action !== 'assigned') return action;
  if (actor_id !== '' && actor_id === worker_id) return 'taken';
  return from_status === 'new' ? 'assigned' : 'reassigned';
}

function drawEntry(writer: PageWriter, time: string, sentence: string): void {
  const timeStyle = { size, width: timeWidth - 6, color: colors.label };
  const style = { size, indent: timeWidth, direction: 'ltr' } as const;
  writer.lines(sentence, style).forEach((line, index) => {
    writer.ensureRoom(lineHeight(style));
    if (index === 0) for (const timeLine of writer.lines(time, { ...timeStyle, maxLines: 1 })) writer.line(timeLine, timeStyle);
    writer.line(line, style);
    writer.y += lineHeight(style);
  });
}

/** Writes the hash with which anybody can check later that the journal is still the printed one. */
export function drawChain(writer: PageWriter, { chain }: JobSheetData, { texts, time }: Formatter): void {
  const { title, unchanged, unchangedSince, changed, head, entries } = texts.chain;
  drawHeading(writer, title, 3 * lineHeight({ size }));
  const verdict = chain.since ? unchangedSince(time(chain.since)) : unchanged;
  writer.text(chain.ok ? verdict : changed, { size, weight: chain.ok ? 'regular' : 'bold' });
  writer.text(`${entries}: ${chain.entries}`, { size, color: colors.label });
  if (chain.head) writer.text(`${head}: ${chain.head}`, { size: 8, color: colors.label });
}
