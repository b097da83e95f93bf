import { Readable } from 'node:stream';
import { mapInSlices } from '../../platform/lib/slices.ts';
import { beginsFormula, type Column, type ExportedTicket, instantOf, type Sheet } from './columns.ts';

type ToIso = (instantMs: number) => string;

/** Without it, Excel reads UTF-8 as the code page of the machine. */
const byteOrderMark = '\uFEFF';

/** Writes tickets as CSV (RFC 4180). */
export const csvStream = (sheet: Sheet): Readable => Readable.from(chunks(sheet), { objectMode: false, highWaterMark: 65_536 });

async function* chunks({ columns, localTime, language, tickets }: Sheet): AsyncGenerator<Buffer> {
  const toIso = (instantMs: number): string => localTime.toIso(instantMs, language ? 'seconds' : 'milliseconds');
  yield Buffer.from(byteOrderMark + line(columns.map(({ name }) => name)));
  for await (const batch of tickets) {
    const lines = await mapInSlices(batch, (ticket) => lineOf(ticket, columns, toIso));
    yield Buffer.from(lines.join(''));
  }
}

const lineOf = (ticket: ExportedTicket, columns: readonly Column[], toIso: ToIso): string =>
  line(columns.map(({ kind, property }) => cellOf(kind, ticket[property], toIso)));

function cellOf(kind: Column['kind'], value: unknown, toIso: ToIso): string {
  if (value === null || value === undefined) return '';
  if (kind === 'time') return toIso(instantOf(value));
  return kind === 'number' ? String(value) : quoted(withoutLaterFormulas(withoutFormula(String(value))));
}

/** Makes a text harmless that a spreadsheet would run as a formula. */
const withoutFormula = (value: string): string => (beginsFormula(value) ? `'${value}` : value);

/**
 * Where the decimal separator is a comma, spreadsheets split lines at semicolons, and a quotation mark in the middle of a line means
 * nothing: what follows a semicolon or a line break within a text then begins a cell.
 */
const withoutLaterFormulas = (value: string): string => value.replaceAll(/([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'");

const quoted = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
