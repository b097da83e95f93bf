import type { Tx } from '../db/open.ts';
import type { Notice } from './deliveries.ts';
import type { Outbox } from './outbox.ts';

/**
 * Tells the clients of tickets something, one message per notice, once the transaction commits.
 * Whether somebody can be told, and what is still true by then, is looked at when it is sent.
 */
export async function notify(tx: Tx, outbox: Outbox, notices: Notice[], now: Date): Promise<void> {
  await outbox.enqueue(tx, 'messages', notices, now);
}
