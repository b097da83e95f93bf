import { type RawBuilder, sql } from 'kysely';
import type { Tx, Writer } from './database.ts';
import type { Tables } from './tables.ts';

/** Rows that one statement changes, few enough for the statement timeout. */
const batchRows = 1_000;
/** Of rows to which little else belongs: in one transaction each further statement reads the index entries of those before it. */
const largeBatchRows = 5_000;

/** Deletes the rows that meet a condition with several statements. @param key a column that is unique among these rows */
export async function deleteRows(tx: Tx, table: keyof Tables, condition: RawBuilder<unknown>, key = 'id'): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${condition} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${batchRows}
      )`.execute(tx);
    if (numAffectedRows < batchRows) return;
  }
}

/**
 * Deletes the rows that meet a condition with several transactions. A row that is changed at the same time is left to the next
 * call.
 */
export async function deleteInTransactions(
  db: Pick<Writer, 'statement'>,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted) {
    const { numAffectedRows = 0n } = await db.statement((writer) =>
      sql`
        delete from ${sql.table(table)}
        where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${largeBatchRows}))`.execute(writer),
    );
    if (numAffectedRows < largeBatchRows) return;
  }
}

/**
 * Sets a column that has a value to null with several statements, in all rows but those that are changed at the same time.
 * @param assignments more of these rows, each with a comma before it
 */
export async function setNull(tx: Tx, table: keyof Tables, column: string, value: string, assignments = sql``): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = null ${assignments}
      where ctid = any(array(select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit ${largeBatchRows}))`.execute(
      tx,
    );
    if (!numAffectedRows) return;
  }
}
