import type { Static, TObject } from 'typebox';
import { valuesValidator } from '../../../platform/http/validation.ts';
import type { FileRow } from './read-file.ts';
import type { RowResult } from './schemas.ts';

/** A row whose values are valid. */
export interface CheckedRow<Values> {
  row: number;
  values: Values;
}

/** What is wrong with a row. */
export interface RowError {
  row: number;
  error: string;
  column?: string;
}

/** A key that no two rows of a file share. */
export interface UniqueKey<Values> {
  column: string;
  keyOf: (values: Values) => string | undefined;
}

/** What programs write for letters that they cannot read or write, which nobody can recover. */
const lostCharacter = '\ufffd';

/**
 * Checks the values of each row; an empty cell is a value that is not given. Of rows that repeat an earlier one only the first is
 * valid.
 * @param unique keys that no two rows share, and the column that the error of a repeated one names; a row without a key shares none
 */
export function checkRows<Columns extends TObject>(
  rows: readonly FileRow[],
  columns: Columns,
  unique: readonly UniqueKey<Static<Columns>>[],
) {
  const validate = valuesValidator(columns);
  const keys = unique.map((key) => ({ ...key, firstRows: new Map<string, number>() }));
  const checked: CheckedRow<Static<Columns>>[] = [];
  const errors: RowError[] = [];
  for (const { row, values, extra } of rows) {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    const result = problemOf(given, extra) ?? validate(given);
    if ('error' in result) {
      errors.push({ row, error: result.error, ...('field' in result && { column: result.field }) });
      continue;
    }
    const repeated = keys.flatMap(({ column, keyOf, firstRows }) => {
      const first = firstRows.get(keyOf(result.value) ?? '');
      return first === undefined ? [] : { row, column, error: `${column} is the same as in row ${first}` };
    });
    if (repeated[0]) {
      errors.push(repeated[0]);
      continue;
    }
    checked.push({ row, values: result.value });
    for (const { keyOf, firstRows } of keys) {
      const key = keyOf(result.value);
      if (key !== undefined) firstRows.set(key, row);
    }
  }
  return { checked, errors };
}

/** What is wrong with a row, before its values are checked. */
function problemOf(
  given: Readonly<Record<string, string>>,
  extra: readonly string[],
): { error: string; field?: string } | undefined {
  if (extra.length > 0) return { error: 'the row has more cells than the header' };
  const lost = Object.keys(given).find((column) => given[column]?.includes(lostCharacter));
  return lost === undefined ? undefined : { error: `${lost} has characters that were lost when the file was saved`, field: lost };
}

/** The result of each row of a file. @param rows as a spreadsheet numbers them */
export function resultsOf(rows: readonly number[], errors: readonly RowError[]): RowResult[] {
  const byRow = new Map(errors.map((error) => [error.row, error]));
  return rows.map((row) => ({ row, ok: !byRow.has(row), ...byRow.get(row) }));
}
