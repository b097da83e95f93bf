import type { Language } from '../../../platform/lib/languages.ts';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import type { LocalTime } from './local-time.ts';

/** A ticket with its fields, and those of its deadline. */
export type ExportedTicket = Readonly<Record<string, unknown>>;

export interface Column {
  name: string;
  /** `decimal`: a number that may have decimals, as a text with a point */
  kind: 'number' | 'decimal' | 'text' | 'time';
  /** of the ticket */
  property: string;
  /** without this field of a module there is no such column */
  field?: string;
  /** only in a file without a language */
  isForPrograms?: true;
}

const text = (name: string, property = name): Column => ({ name, property, kind: 'text' });
const time = (name: string): Column => ({ name, property: name, kind: 'time' });
const number = (name: string): Column => ({ name, property: name, kind: 'number' });
const decimal = (name: string): Column => ({ name, property: name, kind: 'decimal' });
const ofField = (field: string, ...columns: Column[]): Column[] => columns.map((column) => ({ ...column, field }));
const forPrograms = (column: Column): Column => ({ ...column, isForPrograms: true });

const allColumns: readonly Column[] = [
  number('id'),
  ...['status', 'category', 'priority', 'description'].map((name) => text(name)),
  text('project', 'project_name'),
  text('object', 'object_name'),
  text('address'),
  text('floor'),
  text('client', 'client_name'),
  text('worker', 'worker_name'),
  ...['created_at', 'assigned_at', 'started_at', 'done_at', 'confirmed_at', 'closed_at'].map(time),
  number('rework_count'),
  text('reject_reason'),
  text('cancel_reason'),
  ...ofField('updated_at', time('updated_at')),
  ...['photos', 'attachments', 'comments'].flatMap((name) => ofField(name, number(name))),
  ...ofField('deadline', time('take_by'), time('finish_by'), text('take_state'), text('finish_state')),
  // At the end, so that the columns before them keep their places.
  ...[number('project_id'), number('object_id'), text('client_id'), text('worker_id')].map(forPrograms),
  ...ofField('tags', text('tags')),
  ...ofField('hold', text('hold_reason'), time('hold_until')),
  ...ofField('appointment', time('appointment_from'), time('appointment_to')),
  ...ofField('cost', text('cost_currency'), ...['cost_total', 'cost_quoted', 'cost_approved'].map(decimal)),
  ...ofField('over_limit', text('over_limit')),
  ...ofField('checklist', ...['items', 'open_required', 'failed'].map((name) => number(`checklist_${name}`))),
  ...ofField('reference', text('reference')),
];

/** The columns for which there are fields. */
export const columnsFor = (fields: readonly TicketField[]): Column[] =>
  allColumns.filter(({ field }) => field === undefined || fields.some(({ name }) => name === field));

/** The fields that columns need, so that nothing else is read. */
export function fieldsFor(fields: readonly TicketField[]): TicketField[] {
  const needed = new Set(allColumns.map(({ field }) => field));
  return fields.filter(({ name }) => needed.has(name));
}

/** Spreadsheets take a text that begins so for a formula, in Asian editions with full-width signs, too. */
const formula = /^[=+\-@＝＋－＠\t\r]/;

export const beginsFormula = (value: string): boolean => formula.test(value);

/** The instant of a cell of the kind `time`, in milliseconds of Unix time. */
export const instantOf = (value: unknown): number => Date.parse(String(value));

/** What both formats need to know of a file. */
export interface Sheet {
  columns: readonly Column[];
  localTime: LocalTime;
  /** of a file for people */
  language?: Language;
  /** in batches */
  tickets: AsyncIterable<readonly ExportedTicket[]>;
}
