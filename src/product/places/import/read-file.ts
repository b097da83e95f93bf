import { CsvError, parse } from 'csv-parse/sync';
import { badRequest } from '../../../platform/http/errors.ts';
import { decodeFile } from './decode-file.ts';
import { type FileColumns, type FileEncoding, maxRows } from './file-kinds.ts';
import { normalHeading } from './headings.ts';

/** A row of a file with its values by column. */
export interface FileRow {
  /** as a spreadsheet numbers it */
  row: number;
  values: Record<string, string>;
  /** what cells beyond the last column contain */
  extra: string[];
}

const delimiters = [',', ';', '\t'] as const;

/** Of a file, empty lines and those within cells included: the parser needs some microseconds for each. */
const maxLines = 20 * maxRows;
/** Of a row: a single one makes it wrong. */
const maxExtraCells = 20;

/** A column of a file, for whoever says what is in it. */
export interface FoundColumn {
  /** as the file has it */
  heading: string;
  /** the first value that is not empty */
  example: string;
  /** the column that it is, as far as its heading tells */
  column: string | undefined;
}

/**
 * Reads the columns of a file whose headings may be unknown.
 * @throws 400 the file cannot be read, or has no rows
 */
export function readColumns(bytes: Uint8Array, columns: FileColumns, encoding?: FileEncoding): FoundColumn[] {
  const { header, rows } = readRecords(bytes, encoding);
  if (rows.length === 0) throw noRows();
  return headingsOf(header).map((heading, index) => ({
    heading,
    example: rows.map(({ cells }) => cells[index]?.trim() ?? '').find((cell) => cell !== '') ?? '',
    column: columnOf(heading, columns),
  }));
}

/**
 * Reads a csv file whose first row that is not empty names the columns, in any order and case, also by other usual headings. The console reads a file with
 * this function as well, so that its table has the rows that the service finds. It takes up to half a second, so it runs in a thread,
 * or in a worker of the browser.
 * @param encoding that somebody has named; undefined: it is recognized
 * @param chosen the positions of the columns in the file, when somebody has named them; other columns are left out
 * @throws 400 the file cannot be read, has no rows or too many
 */
export function readFile(
  bytes: Uint8Array,
  columns: FileColumns,
  encoding?: FileEncoding,
  chosen?: Readonly<Record<string, number>>,
): FileRow[] {
  const { header, rows } = readRecords(bytes, encoding);
  const positions = chosen ?? Object.fromEntries(columnNames(header, columns).map((name, index) => [name, index]));
  if (rows.length === 0) throw noRows();
  if (rows.length > maxRows) throw tooManyRows();
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(Object.entries(positions).map(([name, index]) => [name, cells[index] ?? ''])),
    extra: cells
      .slice(headingsOf(header).length)
      .filter((cell) => cell.trim() !== '')
      .slice(0, maxExtraCells),
  }));
}

/** @throws 400 */
function readRecords(bytes: Uint8Array, encoding?: FileEncoding): { header: string[]; rows: FileRecord[] } {
  const text = decodeFile(bytes, encoding);
  if (hasTooManyLines(text)) throw tooManyRows();
  const { delimiter, table } = separate(text);
  const [header, ...rows] = parseRecords(table, delimiter);
  if (!header) throw badRequest('import_empty', 'the file is empty');
  return { header: header.cells, rows };
}

const noRows = () => badRequest('import_empty', 'the file has no rows below its header');
const tooManyRows = () => badRequest('import_too_many_rows', `a file has at most ${maxRows} rows`);

/** Counts line feeds, and carriage returns that none follows. */
function hasTooManyLines(text: string): boolean {
  const lineFeed = 10;
  const carriageReturn = 13;
  let lines = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(i + 1) !== lineFeed)) lines++;
  }
  return lines > maxLines;
}

interface FileRecord {
  /** as a spreadsheet numbers it */
  row: number;
  cells: string[];
}

/**
 * Each line is a record, empty ones too, so that the position of a record is the number of its row.
 * @returns the header and the rows that are not empty, of which one too many at most
 */
function parseRecords(text: string, delimiter: string): FileRecord[] {
  const records: FileRecord[] = [];
  let row = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      // The parser itself keeps none, because empty ones would take hundreds of MB.
      on_record: (cells: string[]) => {
        row++;
        if (records.length < maxRows + 2 && cells.some((cell) => cell.trim() !== '')) records.push({ row, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw badRequest('import_not_csv', 'the file cannot be read: its quotation marks do not match');
  }
  return records;
}

/** Excel names the delimiter in a line of its own, which it counts as no row. */
function separate(text: string): { delimiter: string; table: string } {
  const named = /^\ufeff?"?sep=([,;\t])"?[ \t]*(\r\n|\n|\r)/i.exec(text);
  return named?.[1] ? { delimiter: named[1], table: text.slice(named[0].length) } : { delimiter: delimiterOf(text), table: text };
}

/** The one that is most frequent in the header, whose names contain none. */
function delimiterOf(text: string): string {
  const header = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  const count = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce<string>((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}

/** Without the empty ones at the end. */
const headingsOf = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map((cell) => cell.trim());

function columnOf(heading: string, { columns, headings = {} }: FileColumns): string | undefined {
  const text = normalHeading(heading);
  return columns.find((name) => normalHeading(name) === text) ?? columns.find((name) => headings[name]?.includes(text));
}

/** @throws 400 */
function columnNames(cells: string[], file: FileColumns): string[] {
  const { columns, optional } = file;
  const names = headingsOf(cells).map((heading) => {
    const name = columnOf(heading, file);
    if (name !== undefined) return name;
    throw badRequest(
      'import_columns_wrong',
      `the first row must name the columns ${columns.join(', ')}: ${JSON.stringify(heading.slice(0, 60))} is none`,
    );
  });
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw badRequest('import_columns_wrong', `the column ${repeated} is there twice`);
  const missing = columns.find((name) => !names.includes(name) && !optional.includes(name));
  if (missing !== undefined) throw badRequest('import_columns_wrong', `the column ${missing} is missing`);
  return names;
}
