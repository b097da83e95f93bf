import { call } from '../../api/client.ts';
import { sendOnce } from '../../api/idempotency-keys.ts';
import { type FileKind, fileKinds } from '../../contract/import-kinds.ts';
import type { ImportErrors } from '../../contract/schemas.ts';
import { ApiError } from '../../http/errors.ts';
import { currentAccountKey } from '../../session/session-store.ts';
import { type ImportRow, type RowError, type RowErrors, rowNumber, toCsv } from './rows.ts';

/** The rows that the service accepts, or the errors of those that it does not. */
export type SendResult = { created: number; updated?: number } | { errors: RowErrors };

/**
 * Sends the rows of a table: all are imported, or none.
 * @param isDryRun only checks them
 * @throws whatever `call` throws, but no error that is about rows
 */
export async function sendRows(kind: FileKind, rows: readonly ImportRow[], isDryRun: boolean): Promise<SendResult> {
  const csv = toCsv(kind, rows);
  const body = new Blob([csv], { type: 'text/csv' });
  try {
    if (isDryRun) return await call(`POST /ext/import/${kind}`, { query: { dry_run: 'true' }, body });
    const id = JSON.stringify([currentAccountKey(), kind, csv]);
    return await sendOnce({ id, isDraft: false }, (idempotencyKey) =>
      call(`POST /ext/import/${kind}`, { query: { dry_run: 'false' }, body, idempotencyKey }),
    );
  } catch (error) {
    const results = error instanceof ApiError && error.status === 400 ? (error.body as Partial<ImportErrors>).rows : undefined;
    if (!results) throw error;
    return { errors: errorsOf(kind, rows, results) };
  }
}

function errorsOf(kind: FileKind, rows: readonly ImportRow[], results: NonNullable<ImportErrors['rows']>): RowErrors {
  const columns: readonly string[] = fileKinds[kind].columns;
  const errors = new Map(results.flatMap(({ row, error, column }) => (error ? [[row, { error, column }]] : [])));
  return new Map(
    rows.flatMap(({ id }, index): [number, RowError][] => {
      const found = errors.get(rowNumber(index));
      if (!found) return [];
      const column = columns.indexOf(found.column ?? '');
      return [[id, { column: column < 0 ? undefined : column, message: found.error }]];
    }),
  );
}
