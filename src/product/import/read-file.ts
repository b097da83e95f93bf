import { CsvError, parse } from 'csv-parse/sync';
import { badRequest } from '../../platform/http/errors.ts';
import { type FileColumns, maxRows } from './file-kinds.ts';

/** A row of a file with its values by column. */
export interface FileRow {
  /** as a spreadsheet numbers it */
  row: number;
  values: Record<string, string>;
  /** what cells beyond the last column contain */
  extra: string[];
}

const delimiters = [',', ';', '\t'] as const;

/**
 * Reads a csv file whose first row that is not empty names the columns, in any order and case. The console reads a file with
 * this function as well, so that its table has the rows that the service finds.
 * @throws 400 the file cannot be read, has no rows or too many
 */
export function readFile(bytes: Uint8Array, { columns, optional }: FileColumns): FileRow[] {
  const text = decode(bytes);
  const records = parseRecords(text).map((cells, index) => ({ row: index + 1, cells }));
  const [header, ...rows] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!header) throw badRequest('the file is empty');
  const names = columnNames(header.cells, columns, optional);
  if (rows.length === 0) throw badRequest('the file has no rows below its header');
  if (rows.length > maxRows) throw badRequest(`a file has at most ${maxRows} rows`);
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
    extra: cells.slice(names.length).filter((cell) => cell.trim() !== ''),
  }));
}

/** UTF-8, or else what spreadsheets on Windows write. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // leaves out the byte order mark
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Each line is a record, empty ones too, so that the position of a record is the number of its row. */
function parseRecords(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw badRequest('the file cannot be read: its quotation marks do not match');
  }
}

/** The one that is most frequent in the header, whose names contain none. */
function delimiterOf(text: string): string {
  const header = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  const count = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce<string>((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}

function columnNames(cells: string[], columns: readonly string[], optional: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  while (names.at(-1) === '') names.pop();
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw badRequest(
      `the first row must name the columns ${columns.join(', ')}: ${JSON.stringify(unknown.slice(0, 60))} is none`,
    );
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw badRequest(`the column ${repeated} is there twice`);
  const missing = columns.find((name) => !names.includes(name) && !optional.includes(name));
  if (missing !== undefined) throw badRequest(`the column ${missing} is missing`);
  return names;
}
