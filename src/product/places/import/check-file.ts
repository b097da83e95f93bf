import type { Static, TObject } from 'typebox';
import type { ErrorCode } from '../../../platform/http/error-codes.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import { emailKey } from '../../../platform/lib/email.ts';
import { type CheckedRow, checkRows, type RowError, type UniqueKey } from './check-rows.ts';
import { type FileColumns, type FileEncoding, fileKinds } from './file-kinds.ts';
import { readFile } from './read-file.ts';
import { EquipmentColumns, ObjectColumns, WorkerColumns } from './schemas.ts';

// What a thread does with a file, because it takes up to half a second (read-in-thread.ts).

/** A file, and its encoding if the caller has named it. */
export interface GivenFile {
  bytes: Uint8Array;
  encoding: FileEncoding | undefined;
}

/** The rows of a file as a spreadsheet numbers them, the valid ones among them, and what is wrong with the others. */
export interface CheckedFile<Values> {
  rows: readonly number[];
  checked: readonly CheckedRow<Values>[];
  errors: readonly RowError[];
}

/** Why a file cannot be read: an error has no class any more when it comes from a thread. */
export interface UnreadableFile {
  unreadable: string;
  code: ErrorCode;
}

/** By which rules the values of a file are checked. */
interface RowRules<Columns extends TObject> {
  file: FileColumns;
  values: Columns;
  unique: readonly UniqueKey<Static<Columns>>[];
}

export const checkWorkersFile = (given: GivenFile) =>
  checkFile(given, {
    file: fileKinds.workers,
    values: WorkerColumns,
    unique: [{ column: 'email', keyOf: ({ email }) => emailKey(email) }],
  });

export const checkObjectsFile = (given: GivenFile) =>
  checkFile(given, {
    file: fileKinds.objects,
    values: ObjectColumns,
    unique: [
      { column: 'name', keyOf: ({ project, name }) => JSON.stringify([project, name]) },
      { column: 'reference', keyOf: ({ project, reference }) => reference && JSON.stringify([project, reference]) },
    ],
  });

export const checkEquipmentFile = (given: GivenFile) =>
  checkFile(given, {
    file: fileKinds.equipment,
    values: EquipmentColumns,
    unique: [{ column: 'name', keyOf: ({ project, object, name }) => JSON.stringify([project, object, name]) }],
  });

/** Reads a file and checks its values. */
function checkFile<Columns extends TObject>(
  { bytes, encoding }: GivenFile,
  { file, values, unique }: RowRules<Columns>,
): CheckedFile<Static<Columns>> | UnreadableFile {
  try {
    const rows = readFile(bytes, file, encoding);
    return { rows: rows.map(({ row }) => row), ...checkRows(rows, values, unique) };
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return { unreadable: error.message, code: error.code };
    throw error;
  }
}
