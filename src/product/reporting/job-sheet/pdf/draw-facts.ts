import type { JobSheetData } from '../job-sheet-data.ts';
import type { Formatter } from '../texts/format.ts';
import { colors, lineHeight, type PageWriter } from './page-writer.ts';

type Fact = [label: string, value: string | undefined];

const gap = 16;
const labelWidth = 88;
const size = 9;

/** Writes what is known of a ticket in two columns: what and where on the left, who and when on the right. */
export function drawFacts(writer: PageWriter, sheet: JobSheetData, format: Formatter): void {
  writer.ensureRoom(60);
  writer.rule();
  writer.y += 5;
  const left = placeFacts(sheet, format).filter(isKnown);
  const right = timeFacts(sheet, format).filter(isKnown);
  for (let row = 0; row < Math.max(left.length, right.length); row++) drawRow(writer, [left[row], right[row]]);
}

const isKnown = ([, value]: Fact): boolean => value !== undefined && value !== '';

function placeFacts({ ticket }: JobSheetData, { texts }: Formatter): Fact[] {
  const { facts, times } = texts;
  return [
    [facts.status, ticket.cancel_reason === undefined ? texts.status[ticket.status] : texts.canceled],
    [facts.category, texts.category[ticket.category]],
    [facts.priority, texts.priority[ticket.priority]],
    [facts.object, ticket.object_name],
    [facts.address, ticket.address],
    [facts.floor, ticket.floor],
    [facts.project, ticket.project_name],
    [facts.client, ticket.client_name],
    [facts.worker, ticket.worker_name ?? texts.noWorker],
    [facts.rework, ticket.rework_count > 0 ? times(ticket.rework_count) : undefined],
  ];
}

function timeFacts({ ticket, deadline, hold, appointment }: JobSheetData, { texts, time, period }: Formatter): Fact[] {
  const { facts } = texts;
  const at = (moment: string | undefined) => moment && time(moment);
  const due = (by: string | null | undefined, state: keyof typeof texts.deadline | 'none' | undefined) =>
    by && state && state !== 'none' ? `${time(by)} (${texts.deadline[state]})` : undefined;
  const until = hold?.until ? `, ${texts.until(time(hold.until))}` : '';
  const holdFact = hold ? `${texts.holdReason[hold.reason]}${until}` : undefined;
  return [
    [facts.created, at(ticket.created_at)],
    [facts.assigned, at(ticket.assigned_at)],
    [facts.started, at(ticket.started_at)],
    [facts.done, at(ticket.done_at)],
    [facts.confirmed, at(ticket.confirmed_at)],
    [facts.closed, at(ticket.closed_at)],
    [facts.takeBy, due(deadline?.take_by, deadline?.take_state)],
    [facts.finishBy, due(deadline?.finish_by, deadline?.finish_state)],
    [facts.appointment, appointment ? period(appointment.from, appointment.to) : undefined],
    [facts.hold, holdFact],
  ];
}

function drawRow(writer: PageWriter, facts: readonly (Fact | undefined)[]): void {
  const columnWidth = (writer.width - gap) / 2;
  const cells = facts.flatMap((fact, index) => {
    if (!fact) return [];
    const indent = index * (columnWidth + gap);
    const label = { size, indent, width: labelWidth - 6, color: colors.label };
    const value = { size, indent: indent + labelWidth, width: columnWidth - labelWidth, direction: 'ltr' } as const;
    return [
      { style: label, lines: writer.lines(fact[0], label) },
      { style: value, lines: writer.lines(fact[1] ?? '', value) },
    ];
  });
  const height = Math.max(...cells.map(({ lines }) => lines.length));
  for (let index = 0; index < height; index++) {
    writer.ensureRoom(lineHeight({ size }));
    for (const { lines, style } of cells) {
      const line = lines[index];
      if (line) writer.line(line, style);
    }
    writer.y += lineHeight({ size });
  }
  writer.y += 1.5;
}
