/** Rows of a file, without its header. */
export const maxRows = 2_000;
export const maxBytes = 1024 * 1024;

/** Encodings that somebody may name whose file has letters that make sense in several. */
export const fileEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'windows-1254',
  'iso-8859-2',
] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** What a file names in its first row. */
export interface FileColumns {
  columns: readonly string[];
  /** columns that a file may lack */
  optional: readonly string[];
}

/** The kinds of files. The console reads files by the same rules. */
export const fileKinds = {
  workers: { columns: ['name', 'email', 'phone'], optional: ['phone'] },
  objects: { columns: ['project', 'name', 'address', 'reference'], optional: ['reference'] },
  equipment: {
    columns: ['project', 'object', 'name', 'kind', 'location', 'serial', 'installed_on', 'warranty_until'],
    optional: ['kind', 'location', 'serial', 'installed_on', 'warranty_until'],
  },
} as const satisfies Record<string, FileColumns>;

export type FileKind = keyof typeof fileKinds;

/** Other names of columns, as the console names them in its languages. */
export const columnAliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: ['nazwa', 'imię i nazwisko'],
    email: ['e-mail', 'e-mail-adresse', 'adres e-mail'],
    phone: ['telefon'],
    project: ['projekt'],
    address: ['adresse', 'adres'],
    reference: ['referenz', 'numer zewnętrzny'],
    object: ['building', 'gebäude', 'budynek'],
    kind: ['art', 'rodzaj'],
    location: ['where it is', 'wo sie ist', 'standort', 'gdzie się znajduje'],
    serial: ['serial number', 'seriennummer', 'numer seryjny'],
    installed_on: ['installed on', 'eingebaut am', 'zamontowano'],
    warranty_until: ['warranty until', 'gewährleistung bis', 'gwarancja do'],
  }).flatMap(([column, aliases]) => aliases.map((alias) => [alias, column])),
);
