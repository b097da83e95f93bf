import { type FileKind, fileKinds } from '../../contract/import-kinds.ts';
import { localeTag } from '../../i18n/locale.ts';
import { saveFile } from '../../lib/save-file.ts';
import { csvLine } from './rows.ts';

const samples = {
  workers: () => [
    ['Anna Nowak', 'anna.nowak@example.com', '+48 22 123 45 67'],
    ['Jürgen Groß', 'juergen.gross@example.com', ''],
  ],
  objects: (project: string) => [
    [project, 'House 1', '1 River Street, 12345 Example City', 'SITE-1'],
    [project, 'House 2', '2 River Street, 12345 Example City', ''],
  ],
} satisfies Record<FileKind, (project: string) => string[][]>;

/** Saves a csv file with two rows. @param project a name of a project */
export function downloadSample(kind: FileKind, project: string): void {
  const lines = [fileKinds[kind].columns, ...samples[kind](project)];
  // Spreadsheets split files at the separator of the country, and read UTF-8 only after a byte order mark.
  const delimiter = usesDecimalComma() ? ';' : ',';
  const text = `\ufeff${lines.map((line) => csvLine(line, delimiter)).join('')}`;
  saveFile(new Blob([text], { type: 'text/csv' }), `${kind}.csv`);
}

const usesDecimalComma = (): boolean => new Intl.NumberFormat(localeTag()).format(0.5).includes(',');
