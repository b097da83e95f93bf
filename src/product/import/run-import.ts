import type { Database, Tx } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { CheckedFile } from './check-file.ts';
import { type CheckedRow, type RowError, resultsOf } from './check-rows.ts';
import type { ImportAnswer, ImportErrors } from './schemas.ts';

/** Thrown to roll the transaction of an import back. */
class RolledBack extends Error {
  readonly errors: readonly RowError[];

  constructor(errors: readonly RowError[]) {
    super('the import was rolled back');
    this.errors = errors;
  }
}

/** Invalid rows are told before quotas, as with every request. */
const isOverQuota = (error: unknown): boolean => error instanceof HttpError && [409, 429].includes(error.status);

/**
 * Imports the rows of a file in one transaction. Valid rows are tried even if others are invalid, and in a dry run, so that all
 * errors are reported at once; then everything is rolled back.
 * @param importRows creates what the rows say, and returns those that cannot be imported
 */
export async function runImport<Values>(
  db: Database,
  { rows, checked, errors: invalid }: CheckedFile<Values>,
  isDryRun: boolean,
  importRows: (tx: Tx, rows: readonly CheckedRow<Values>[]) => Promise<RowError[]>,
): Promise<ImportAnswer | ImportErrors> {
  const errors = await db
    .transaction(async (tx) => {
      const refused = [...invalid, ...(await importRows(tx, checked))];
      if (refused.length > 0 || isDryRun) throw new RolledBack(refused);
      return refused;
    })
    .catch((error: unknown): readonly RowError[] => {
      if (error instanceof RolledBack) return error.errors;
      if (isOverQuota(error) && invalid.length > 0) return invalid;
      throw error;
    });
  const results = resultsOf(rows, errors);
  if (errors.length === 0) return { created: isDryRun ? 0 : rows.length, rows: results };
  return { error: `${errors.length} of ${rows.length} rows cannot be imported`, rows: results };
}
