import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { plus } from '../../lib/clock.ts';
import { hours } from '../../lib/duration.ts';
import { decryptWithAny, encrypt } from '../../security/encryption.ts';
import type { ScopedKey } from './key.ts';

/** How long an answer is kept. */
const ttlMs = hours(24);
const context = 'stored answer';

/** The answer to the first request with a key. */
export interface StoredAnswer {
  /** of the request */
  digest: string;
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** @returns the encrypted answer, if there is one that has not expired */
export async function findAnswer(db: Db, { id }: ScopedKey, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.answer;
}

/** @returns undefined when no secret of the service fits any more */
export function openAnswer(key: ScopedKey, encrypted: Buffer): StoredAnswer | undefined {
  const text = decryptWithAny(key.decryptionKeys, encrypted, context);
  return text === undefined ? undefined : (JSON.parse(text) as StoredAnswer);
}

/** Stores the answer, over one that has expired. The caller holds the lock of the key. */
export async function storeAnswer(tx: Tx, { id, encryptionKey }: ScopedKey, answer: StoredAnswer, now: Date): Promise<void> {
  const row = { answer: encrypt(encryptionKey, JSON.stringify(answer), context), expires_at: plus(now, ttlMs) };
  await tx
    .insertInto('idempotency_keys')
    .values({ id, ...row })
    .onConflict((stored) => stored.column('id').doUpdateSet(row))
    .execute();
}

/** Locks a key until the end of the transaction. @returns false when another request holds it */
export async function tryToLock(tx: Tx, { id }: ScopedKey): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${id.readBigInt64BE(0).toString()}::bigint) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}
