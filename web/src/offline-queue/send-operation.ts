import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { cacheTicket } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { transitionFor } from '../contract/lifecycle.ts';
import { isStatus } from '../http/errors.ts';
import { currentAccountKey, currentSession } from '../session/session-store.ts';
import { updateShownItem } from './shown-items.ts';
import { hasItem, type OfflineOperation, type OperationItem } from './stored-items.ts';

/**
 * Runs a stored operation on its ticket, unless the item was removed meanwhile. A 409 is no error when an earlier attempt,
 * whose response was lost, has run the operation.
 * @throws whatever `call` throws
 */
export async function sendOperation(item: OperationItem): Promise<void> {
  const { key, user, ticketId: id, op, idempotencyKey, deletedPhotos = [] } = item;
  if (!(await hasItem(key))) return;
  updateShownItem(key, { state: 'sending', error: undefined });
  if (op !== 'start' && op !== 'done') {
    // Apart from the script of the first page, which has a maximum of bytes.
    const { sendChange } = await import('./send-change.ts');
    return sendChange(item);
  }
  for (const photo of deletedPhotos) await deletePhoto(item, photo);
  try {
    const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
    const ticket = await call(`PATCH /tickets/{id}/${op}`, { params: { id }, user, idempotencyKey, signal });
    if (currentAccountKey() === user) cacheTicket(queryClient, ticket);
  } catch (error) {
    if (!(isStatus(error, 409) && (await wasApplied(id, op)))) throw error;
  }
}

/** Deletes a photo, unless that was done before. */
async function deletePhoto({ user, ticketId: id, idempotencyKey }: OperationItem, photo_id: number): Promise<void> {
  const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
  try {
    await call('DELETE /tickets/{id}/photos/{photo_id}', {
      params: { id, photo_id },
      user,
      idempotencyKey: idempotencyKey && `${idempotencyKey}-${photo_id}`,
      signal,
    });
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
  }
}

/** Whether the operation is the last one of this worker in the ticket's journal: nobody else can run it. */
async function wasApplied(id: number, op: OfflineOperation): Promise<boolean> {
  const query = { limit: 100, order: 'desc' } as const;
  const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
  const { items } = await call('GET /tickets/{id}/events', { params: { id }, query, signal });
  const me = currentSession()?.user.id;
  const last = items.find(({ actor_id, action }) => actor_id === me && !action.startsWith('photo_'));
  return last?.action === transitionFor(op, 'worker')?.transition.action;
}
