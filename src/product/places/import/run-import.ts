import type { Database, Tx } from '../../../platform/database/database.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import type { CheckedFile } from './check-file.ts';
import { type CheckedRow, type RowError, resultsOf } from './check-rows.ts';
import type { ImportAnswer, ImportErrors } from './schemas.ts';

/** What became of the valid rows of a file. */
export interface ImportResult<RowId> {
  /** the rows that cannot be imported */
  errors: readonly RowError[];
  /** what was made or changed, by row */
  ids: ReadonlyMap<number, RowId>;
  /** how many of them were changed */
  updated: number;
}

/** Thrown to roll the transaction of an import back. */
class RolledBack extends Error {
  readonly errors: readonly RowError[];

  constructor(errors: readonly RowError[]) {
    super('the import was rolled back');
    this.errors = errors;
  }
}

/** Errors of rows come before those of quotas, as with every request. */
const isOverQuota = (error: unknown): boolean => error instanceof HttpError && [409, 429].includes(error.status);

/**
 * Imports the rows of a file in one transaction. Valid rows are tried even if others are invalid, and in a dry run, so that all
 * errors are reported at once; then everything is rolled back.
 * @param importRows creates what the rows say
 */
export async function runImport<Values, RowId>(
  db: Database,
  { rows, checked, errors: invalid }: CheckedFile<Values>,
  isDryRun: boolean,
  importRows: (tx: Tx, rows: readonly CheckedRow<Values>[]) => Promise<ImportResult<RowId>>,
): Promise<ImportAnswer<RowId> | ImportErrors> {
  const { errors, ids, updated } = await db
    .transaction(async (tx) => {
      const result = await importRows(tx, checked);
      const refused = [...invalid, ...result.errors];
      if (refused.length > 0 || isDryRun) throw new RolledBack(refused);
      return result;
    })
    .catch((error: unknown): ImportResult<RowId> => {
      if (error instanceof RolledBack) return nothingDone(error.errors);
      if (isOverQuota(error) && invalid.length > 0) return nothingDone(invalid);
      throw error;
    });
  if (errors.length > 0) {
    return { error: `${errors.length} of ${rows.length} rows cannot be imported`, rows: resultsOf(rows, errors) };
  }
  const made = rows.map((row) => ({ row, ok: true, ...idOf(ids.get(row)) }));
  return { created: ids.size - updated, updated, rows: made };
}

const nothingDone = (errors: readonly RowError[]): ImportResult<never> => ({ errors, ids: new Map<number, never>(), updated: 0 });

const idOf = <RowId>(id: RowId | undefined): { id?: RowId } => (id === undefined ? {} : { id });
