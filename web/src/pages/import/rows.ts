import type { ErrorMessage } from '../../contract/error-messages.ts';
import { type FileKind, fileKinds } from '../../contract/import-kinds.ts';

// The rows of the table that is imported.

export interface ImportRow {
  /** stays the same while rows above it are removed */
  id: number;
  /** one for each column */
  cells: readonly string[];
  /** values of the file for which there is no column */
  extra: readonly string[];
}

/** What the service does not accept in a row. */
export interface RowError {
  /** index of the column; undefined: the error is about the whole row */
  column: number | undefined;
  message: string;
}
export type RowErrors = ReadonlyMap<number, RowError>;

/** Rows without a value are not imported. */
export const isBlank = ({ cells, extra }: ImportRow): boolean => [...cells, ...extra].every((cell) => cell.trim() === '');

/** The number of a row in the error messages of the service: the header is row 1. */
export const rowNumber = (index: number): number => index + 2;

export const emptyRow = (kind: FileKind, id: number): ImportRow => ({
  id,
  cells: fileKinds[kind].columns.map(() => ''),
  extra: [],
});

/** The file that is sent, in the format of RFC 4180. */
export function toCsv(kind: FileKind, rows: readonly ImportRow[]): string {
  const lines = [fileKinds[kind].columns, ...rows.map(({ cells, extra }) => [...cells, ...extra])];
  return lines.map((line) => csvLine(line, ',')).join('');
}

/** A line of a csv file. @param delimiter between the cells */
export const csvLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\r\n`;

const takenMessages: readonly string[] = [
  'email already taken',
  'an object with this name already exists in the project',
  'equipment with this name already exists in the object',
] satisfies ErrorMessage[];

/** Whether all rows exist already, as after an import whose answer was lost. */
export const areAllTaken = (rows: readonly ImportRow[], errors: RowErrors): boolean =>
  rows.every((row) => isBlank(row) || takenMessages.includes(errors.get(row.id)?.message ?? ''));
