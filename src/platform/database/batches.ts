import { type RawBuilder, sql } from 'kysely';
import type { Tx, Writer } from './database.ts';
import type { Tables } from './tables.ts';

/** Rows that one statement changes, few enough for the statement timeout. */
const batchRows = 1_000;
/** Of rows to which little else belongs: in one transaction each further statement reads the index entries of those before it. */
const largeBatchRows = 5_000;

// The condition stands outside of the subquery as well: PostgreSQL checks it again for rows that were changed meanwhile. An array is read
// once; for `in`, a plan may read the subquery again for each row, so that its limit holds for none.

/** Deletes the rows that meet a condition with several statements. @param key a column that is unique among these rows */
export async function deleteRows(tx: Tx, table: keyof Tables, condition: RawBuilder<unknown>, key = 'id'): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${condition} and ${sql.ref(key)} = any(array(
        select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${batchRows}
      ))`.execute(tx);
    if (numAffectedRows < batchRows) return;
  }
}

/**
 * Deletes the rows that meet a condition with several transactions, until none is left. Of rows that are changed at the same time
 * some may stay.
 */
export async function deleteInTransactions(
  db: Pick<Writer, 'statement'>,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted) {
    const { numAffectedRows } = await db.statement((writer) =>
      sql`
        delete from ${sql.table(table)}
        where ${condition} and ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition} limit ${largeBatchRows}
        ))`.execute(writer),
    );
    if (!numAffectedRows) return;
  }
}

/**
 * Sets a column to null where it has a value, with several statements.
 * @param table one with the column `id`
 * @param assignments more of these rows, each with a comma before it
 */
export async function setNull(tx: Tx, table: keyof Tables, column: string, value: string, assignments = sql``): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = null ${assignments}
      where ${sql.ref(column)} = ${value} and id = any(array(
        select id from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit ${largeBatchRows}
      ))`.execute(tx);
    if (!numAffectedRows) return;
  }
}

/** No key is smaller. */
export const smallestUuid = '00000000-0000-0000-0000-000000000000';

/**
 * Works through a table in batches, in the order of a key that is a UUID.
 * @param runBatch handles the rows whose keys follow `after`, and returns the last key, or undefined when no further rows follow
 */
export async function forEachKeyBatch(runBatch: (after: string) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = smallestUuid; after !== undefined; ) after = await runBatch(after);
}
