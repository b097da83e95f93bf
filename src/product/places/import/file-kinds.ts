import { headings } from './headings.ts';

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
  /** other names of the columns that files have */
  headings?: Readonly<Record<string, readonly string[]>>;
}

/** The kinds of files. The console reads files by the same rules. */
export const fileKinds = {
  workers: { columns: ['name', 'email', 'phone'], optional: ['phone'], headings: headings.workers },
  objects: { columns: ['project', 'name', 'address', 'reference'], optional: ['reference'], headings: headings.objects },
  equipment: {
    columns: ['project', 'object', 'name', 'kind', 'location', 'serial', 'installed_on', 'warranty_until'],
    optional: ['kind', 'location', 'serial', 'installed_on', 'warranty_until'],
    headings: headings.equipment,
  },
} as const satisfies Record<string, FileColumns>;

export type FileKind = keyof typeof fileKinds;
