import { Readable } from 'node:stream';
import type { Language } from '../../../platform/lib/languages.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import { beginsFormula, type Column, type ExportedTicket, instantOf, type Sheet } from './columns.ts';

type ToIso = (instantMs: number) => string;

/** Without it, Excel reads UTF-8 as the code page of the machine. */
const byteOrderMark = '\uFEFF';

type Separator = ',' | ';';

/** What spreadsheets of a language split lines at when a file is opened: where the decimal separator is a comma, a semicolon. */
const separators: Record<Language, Separator> = { en: ',', de: ';', pl: ';' };

/** Writes tickets as CSV (RFC 4180), for people with the separator of their language. */
export const csvStream = (sheet: Sheet): Readable => Readable.from(chunks(sheet), { objectMode: false, highWaterMark: 65_536 });

async function* chunks({ columns, localTime, language, tickets }: Sheet): AsyncGenerator<Buffer> {
  const separator = language ? separators[language] : ',';
  const toIso = (instantMs: number): string => localTime.toIso(instantMs, language ? 'seconds' : 'milliseconds');
  yield Buffer.from(
    byteOrderMark +
      line(
        columns.map(({ name }) => name),
        separator,
      ),
  );
  for await (const batch of tickets) {
    const lines = await mapInSlices(batch, (ticket) => lineOf(ticket, columns, separator, toIso));
    yield Buffer.from(lines.join(''));
  }
}

const lineOf = (ticket: ExportedTicket, columns: readonly Column[], separator: Separator, toIso: ToIso): string =>
  line(
    columns.map(({ kind, property }) => cellOf(kind, ticket[property], separator, toIso)),
    separator,
  );

function cellOf(kind: Column['kind'], value: unknown, separator: Separator, toIso: ToIso): string {
  if (value === null || value === undefined) return '';
  if (kind === 'time') return toIso(instantOf(value));
  if (kind === 'decimal') return separator === ';' ? String(value).replace('.', ',') : String(value);
  return kind === 'number' ? String(value) : quoted(withoutLaterFormulas(withoutFormula(String(value)), separator), separator);
}

/** Makes a text harmless that a spreadsheet would run as a formula. */
const withoutFormula = (value: string): string => (beginsFormula(value) ? `'${value}` : value);

/**
 * A spreadsheet of another language splits lines at the other separator, and a quotation mark in the middle of a line means nothing
 * there: what follows that separator or a line break within a text then begins a cell.
 */
const withoutLaterFormulas = (value: string, separator: Separator): string => value.replaceAll(laterFormulas[separator], "$1'");

const laterFormulas: Record<Separator, RegExp> = {
  ',': /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g,
  ';': /([,\t\r\n]"*)(?=[=+\-@＝＋－＠])/g,
};

const quoted = (value: string, separator: Separator): string =>
  value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

const line = (cells: readonly string[], separator: Separator): string => `${cells.join(separator)}\r\n`;
