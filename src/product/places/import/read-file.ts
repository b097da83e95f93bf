import { CsvError, parse } from 'csv-parse/sync';
import { badRequest } from '../../../platform/http/errors.ts';
import { decodeFile } from './decode-file.ts';
import { columnAliases, type FileColumns, type FileEncoding, maxRows } from './file-kinds.ts';

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

/**
 * Reads a csv file whose first row that is not empty names the columns, in any order, case and language of the console. The console reads a file with
 * this function as well, so that its table has the rows that the service finds. It takes up to half a second, so it runs in a thread,
 * or in a worker of the browser.
 * @param encoding that somebody has named; undefined: it is recognized
 * @throws 400 the file cannot be read, has no rows or too many
 */
export function readFile(bytes: Uint8Array, { columns, optional }: FileColumns, encoding?: FileEncoding): FileRow[] {
  const text = decodeFile(bytes, encoding);
  if (hasTooManyLines(text)) throw tooManyRows();
  const [header, ...rows] = parseRecords(text);
  if (!header) throw badRequest('import_empty', 'the file is empty');
  const names = columnNames(header.cells, columns, optional);
  if (rows.length === 0) throw badRequest('import_empty', 'the file has no rows below its header');
  if (rows.length > maxRows) throw tooManyRows();
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
    extra: cells
      .slice(names.length)
      .filter((cell) => cell.trim() !== '')
      .slice(0, maxExtraCells),
  }));
}

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
function parseRecords(text: string): FileRecord[] {
  const records: FileRecord[] = [];
  let row = 0;
  try {
    parse(text, {
      delimiter: delimiterOf(text),
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

/** The one that is most frequent in the header, whose names contain none. */
function delimiterOf(text: string): string {
  const header = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  const count = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce<string>((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}

function columnNames(cells: string[], columns: readonly string[], optional: readonly string[]): string[] {
  const headings = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  const names = headings.map((cell) => cell.trim().toLowerCase()).map((name) => columnAliases.get(name) ?? name);
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw badRequest(
      'import_columns_wrong',
      `the first row must name the columns ${columns.join(', ')}: ${JSON.stringify(unknown.slice(0, 60))} is none`,
    );
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw badRequest('import_columns_wrong', `the column ${repeated} is there twice`);
  const missing = columns.find((name) => !names.includes(name) && !optional.includes(name));
  if (missing !== undefined) throw badRequest('import_columns_wrong', `the column ${missing} is missing`);
  return names;
}
