import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { decrypt, decryptStored, encrypt } from '../security/encryption.ts';
import { forEachKeyBatch } from './batches.ts';
import type { Database, Tx } from './database.ts';
import type { Tables } from './tables.ts';

/** A column with values of encrypt(), in a table whose key is a UUID. */
export interface EncryptedColumn {
  table: keyof Tables & string;
  /** the column of the primary key */
  key: string;
  column: string;
  /** @returns the context with which the value of this row was encrypted */
  contextOf: (key: string) => string;
}

interface Row {
  key: string;
  value: Buffer;
}

/** How many values were found. */
export interface ReencryptCounts {
  reencrypted: number;
  /** decrypted by neither key; they stay as they are */
  unreadable: number;
}

/**
 * Encrypts the values of a column again that were encrypted with the previous key, a batch per transaction. An interrupted
 * run is continued by the next one; several instances may run it at the same time.
 * @param batchSize rows per transaction
 */
export async function reencrypt(
  db: Database,
  column: EncryptedColumn,
  keys: { current: KeyObject; previous: KeyObject },
  batchSize = 500,
): Promise<ReencryptCounts> {
  const counts = { reencrypted: 0, unreadable: 0 };
  await forEachKeyBatch(async (after) => {
    const batch = await db.transaction((tx) => reencryptBatch(tx, column, keys, after, batchSize));
    counts.reencrypted += batch.reencrypted;
    counts.unreadable += batch.unreadable;
    return batch.lastKey;
  });
  return counts;
}

/** @returns the key of the last row; undefined when there are no further rows */
async function reencryptBatch(
  tx: Tx,
  { table, key, column, contextOf }: EncryptedColumn,
  { current, previous }: { current: KeyObject; previous: KeyObject },
  after: string,
  batchSize: number,
): Promise<ReencryptCounts & { lastKey: string | undefined }> {
  const [tableName, keyName, columnName] = [sql.table(table), sql.ref(key), sql.ref(column)];
  // Locked in the order of their keys, as accounts are locked everywhere, which prevents deadlocks.
  const { rows } = await sql<Row>`
    select ${keyName} as key, ${columnName} as value from ${tableName}
    where ${columnName} is not null and ${keyName} > ${after}::uuid
    order by ${keyName} limit ${batchSize} for no key update`.execute(tx);
  const stale = rows.filter(({ key: id, value }) => decrypt(current, value, contextOf(id)) === undefined);
  const changes = stale.flatMap(({ key: id, value }) => {
    const secret = decryptStored([previous], value, contextOf(id));
    return secret === undefined ? [] : [{ id, value: encrypt(current, secret, contextOf(id)) }];
  });
  if (changes.length > 0) {
    await sql`
      update ${tableName} set ${columnName} = changed.value
      from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ value }) => value)}::bytea[]) as changed (id, value)
      where ${tableName}.${keyName} = changed.id`.execute(tx);
  }
  const lastKey = rows.length === batchSize ? rows.at(-1)?.key : undefined;
  return { reencrypted: changes.length, unreadable: stale.length - changes.length, lastKey };
}
