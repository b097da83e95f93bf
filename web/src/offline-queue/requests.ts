import { currentAccountKey } from '../session/session-store.ts';
import { discard, enqueue } from './queue.ts';
import { listItems, type RequestItem } from './stored-items.ts';

// New tickets in the queue, for the form. Apart from the script of the first page, which has a maximum of bytes.

/**
 * Stores a new ticket and sends it as soon as possible.
 * @returns what its item in the queue has as `ticketId`, when it is stored
 */
export async function enqueueRequest(item: Pick<RequestItem, 'request' | 'equipmentId' | 'files' | 'form'>): Promise<number> {
  const ticketId = -Date.now(); // differs from that of each other one: the form is filled in again in between
  await enqueue({ ticketId, ...item });
  return ticketId;
}

/** Takes a new ticket out of the queue. @returns undefined: it was sent or removed meanwhile */
export async function takeBackRequest(ticketId: number): Promise<RequestItem | undefined> {
  const user = currentAccountKey();
  const items = user ? await listItems(user) : [];
  const item = items.find((one): one is RequestItem => one.ticketId === ticketId && 'request' in one);
  if (item) await discard(item.key);
  return item;
}
