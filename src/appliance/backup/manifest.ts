import { migrations } from '../../platform/database/migrate.ts';
import type { CopiedTable } from './database.ts';

/** The first entry of a backup. */
export interface Manifest {
  format: number;
  createdAt: string;
  /** applied migrations, the oldest first */
  migrations: string[];
  postgresVersion: string;
  tables: CopiedTable[];
  photos: 'included' | 'in a bucket';
}

/** The last entry before the checksum. */
export interface Counts {
  /** by table */
  rows: Record<string, number>;
  photos: number;
  /** photos whose file was missing when the backup was taken */
  missing: number;
}

/** @param rows their numbers by table */
export const totalRows = (rows: Counts['rows']): number => Object.values(rows).reduce((sum, n) => sum + n, 0);

export const manifestName = 'manifest.json';
export const countsName = 'counts.json';
export const format = 1;

/** @throws when a newer version wrote it */
export function parseManifest(text: string, file: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format !== format) throw new Error(`${file} was made by a newer version: restore it with that`);
  const known = migrations().map(({ file }) => file);
  const unknown = manifest.migrations.find((name, i) => name !== known[i]);
  if (unknown) throw new Error(`${file} was made by a newer version (${unknown}): restore it with that`);
  return manifest;
}
