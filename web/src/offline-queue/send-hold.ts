import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { isStatus } from '../http/errors.ts';
import { beginAttempt, isAnswerForgotten, type OperationItem } from './stored-items.ts';

const requestSignal = (): AbortSignal => AbortSignal.timeout(queuedRequestTimeoutMs);

/**
 * Puts a ticket on hold, or ends that.
 * @throws whatever `call` throws
 */
export async function sendHold(item: OperationItem): Promise<void> {
  const { user, ticketId: id, hold } = item;
  const isForgotten = isAnswerForgotten(item);
  const request = { params: { id }, user, idempotencyKey: await beginAttempt(item), signal: requestSignal() };
  if (!hold) {
    await call('DELETE /ext/tickets/{id}/hold', request).catch((error) => {
      // Its time came, or somebody else has ended it.
      if (!isStatus(error, 404)) throw error;
    });
    return;
  }
  // Sent twice, the history would have a second one.
  if (isForgotten && (await wasApplied(item))) return;
  await call('PUT /ext/tickets/{id}/hold', { ...request, body: hold });
}

/** Whether the newest hold of the ticket is this one. */
async function wasApplied({ user, ticketId: id, hold }: OperationItem): Promise<boolean> {
  const query = { limit: 1, order: 'desc' } as const;
  const { items } = await call('GET /ext/tickets/{id}/holds', { params: { id }, query, signal: requestSignal() });
  return items.some(({ by_id, reason, note }) => by_id === user && reason === hold?.reason && note === (hold?.note ?? ''));
}
