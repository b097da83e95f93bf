import { type FileKind, fileKinds } from '../../contract/import-kinds.ts';
import { localeTag } from '../../i18n/locale.ts';
import { saveFile } from '../../lib/save-file.ts';
import { csvLine } from './rows.ts';

/** Names of a project and of an object in it. */
interface SamplePlace {
  project: string;
  object: string;
}

const samples = {
  workers: () => [
    ['Anna Nowak', 'anna.nowak@example.com', '+48 22 123 45 67'],
    ['Jürgen Groß', 'juergen.gross@example.com', ''],
  ],
  objects: ({ project }: SamplePlace) => [
    [project, 'House 1', '1 River Street, 12345 Example City', 'SITE-1'],
    [project, 'House 2', '2 River Street, 12345 Example City', ''],
  ],
  equipment: ({ project, object }: SamplePlace) => [
    [project, object, 'Lift 1', 'Lift', 'Stairwell A', 'LW-2017-0815', '2017-05-31', '2027-05-31'],
    [project, object, 'Boiler', 'Heating', 'Cellar', '', '', ''],
  ],
} satisfies Record<FileKind, (place: SamplePlace) => string[][]>;

/** Saves a csv file with two rows. */
export function downloadSample(kind: FileKind, place: SamplePlace): void {
  const lines = [fileKinds[kind].columns, ...samples[kind](place)];
  // Spreadsheets split files at the separator of the country, and read UTF-8 only after a byte order mark.
  const delimiter = usesDecimalComma() ? ';' : ',';
  const text = `\ufeff${lines.map((line) => csvLine(line, delimiter)).join('')}`;
  saveFile(new Blob([text], { type: 'text/csv' }), `${kind}.csv`);
}

const usesDecimalComma = (): boolean => new Intl.NumberFormat(localeTag()).format(0.5).includes(',');
