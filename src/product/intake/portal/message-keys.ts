import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/database/database.ts';
import { otherRequest } from '../../../platform/http/idempotency/keyed-request.ts';
import './tables.ts';

const sha256 = (content: string): Buffer => createHash('sha256').update(content).digest();

/**
 * Claims the key of a message in its transaction: of several requests with one key, which wait for each other here, the first one that
 * is not refused makes the message.
 * @returns when an earlier request with the key has made the message; undefined: none has
 * @throws 409 the key was used for another text
 */
export async function claimMessageKey(
  tx: Tx,
  { reportId, key, text }: { reportId: string; key: string; text: string },
  now: Date,
): Promise<{ created_at: string } | undefined> {
  const claim = { report_id: reportId, key_hash: sha256(key), text_hash: sha256(text) };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_message_keys')
    .values({ ...claim, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  const { text_hash, created_at } = await tx
    .selectFrom('report_message_keys')
    .select(['text_hash', 'created_at'])
    .where('report_id', '=', reportId)
    .where('key_hash', '=', claim.key_hash)
    .executeTakeFirstOrThrow();
  if (!text_hash.equals(claim.text_hash)) throw otherRequest();
  return { created_at };
}
