import { sql } from 'kysely';
import { RetryLater } from '../../platform/deliveries/attempt-delivery.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Chat } from './accounts.ts';

/** A request that fails again and again holds up the later ones of its chat for so long. */
const maxOrderMs = 10_000;
const delayMs = 500;

/**
 * Keeps the requests of a chat in their order: several instances handle them, and a photo may follow the button that starts
 * the work.
 * @throws RetryLater while an earlier one is not handled
 */
export async function requireOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, payload: { bot_id, chat_id }, created_at }: { id: number; payload: Chat; created_at: string },
): Promise<void> {
  if (clock().getTime() - Date.parse(created_at) >= maxOrderMs) return;
  const { rows } = await sql`
    select from deliveries
    where queue = 'chat_requests' and id < ${id}
      and (payload ->> 'bot_id')::bigint = ${bot_id} and (payload ->> 'chat_id')::bigint = ${chat_id}
    limit 1`.execute(db.read);
  if (rows.length > 0) throw new RetryLater(delayMs, 'an earlier request of this chat comes first');
}
