import type { Language } from '../../../platform/lib/languages.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import { labelsIn } from '../../tickets/labels/labels.ts';
import type { TicketAction } from '../../tickets/lifecycle.ts';
import type { Column, ExportedTicket } from '../exports/columns.ts';
import { headings } from '../exports/headings.ts';
import { type ActivityRow, entryId } from './queries.ts';

const column = (name: string, kind: Column['kind'], isForPrograms = false): Column => ({
  ...{ name, property: name, kind },
  ...(isForPrograms && { isForPrograms }),
});

/** None is ever renamed or moved; new ones come last. */
const columns: readonly Column[] = [
  column('at', 'time'),
  column('actor', 'text'),
  column('action', 'text'),
  column('ticket_id', 'number'),
  column('description', 'text'),
  column('status', 'text'),
  column('object', 'text'),
  column('project', 'text'),
  column('comment', 'text'),
  column('internal', 'text'),
  column('id', 'text', true),
  column('actor_id', 'text', true),
  column('object_id', 'number', true),
  column('project_id', 'number', true),
];

const en = { at: 'Time', actor: 'Person', action: 'Action', ticket_id: 'No.', comment: 'Comment', internal: 'Internal' };
/** What the files of tickets have no heading for. */
const ownHeadings: Record<Language, typeof en> = {
  en,
  de: { at: 'Zeit', actor: 'Person', action: 'Aktion', ticket_id: 'Nr.', comment: 'Kommentar', internal: 'Intern' },
  pl: { at: 'Czas', actor: 'Osoba', action: 'Działanie', ticket_id: 'Nr', comment: 'Komentarz', internal: 'Wewnętrzny' },
};
const words: Record<Language, { commented: string; yes: string }> = {
  en: { commented: 'commented', yes: 'Yes' },
  de: { commented: 'hat kommentiert', yes: 'Ja' },
  pl: { commented: 'dodał(a) komentarz', yes: 'Tak' },
};

/** The columns of the file: for programs with ids, for people with headings of their language. */
export function columnsOf(language: Language | undefined): Column[] {
  if (!language) return [...columns];
  const names: Readonly<Record<string, string>> = { ...headings[language], ...ownHeadings[language] };
  return columns.filter(({ isForPrograms }) => !isForPrograms).map((one) => ({ ...one, name: names[one.name] ?? one.name }));
}

/** Makes the lines of the file of what was read, in batches. */
export async function* presentLines(
  batches: AsyncIterable<ActivityRow[]>,
  language: Language | undefined,
): AsyncGenerator<ExportedTicket[], void> {
  const present = (row: ActivityRow): ExportedTicket => lineOf(row, language);
  for await (const batch of batches) yield await mapInSlices(batch, present);
}

function lineOf(row: ActivityRow, language: Language | undefined): ExportedTicket {
  const line = {
    ...row,
    id: entryId(row),
    actor: row.actor_name || row.actor_role,
    object: row.object_name,
    project: row.project_name,
    internal: row.internal ? 'true' : '',
  };
  if (!language) return line;
  const { action, role, status } = labelsIn[language];
  return {
    ...line,
    actor: row.actor_name || (row.actor_role && role[row.actor_role]),
    action: row.action === 'commented' ? words[language].commented : action[journalWord(row, row.action)],
    status: status[row.status],
    internal: row.internal ? words[language].yes : '',
  };
}

/** An assignment by a worker is the acceptance of a new ticket; one of a ticket that had a worker gives it to another one. */
function journalWord({ from_status, actor_role }: ActivityRow, action: TicketAction): TicketAction | 'taken' | 'reassigned' {
  if (action !== 'assigned') return action;
  if (from_status !== 'new') return 'reassigned';
  return actor_role === 'worker' ? 'taken' : 'assigned';
}
