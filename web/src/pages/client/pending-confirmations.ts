import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { showToast } from '../../lib/toasts.ts';
import { heldActionsById } from '../../session/held-actions.ts';

// Confirmations of the home page, which the service cannot take back.

const undoMs = 5_000;

const confirmations = heldActionsById<number>();

/** How a ticket is being confirmed, if it is. */
export const useConfirmation = confirmations.useAction;

/** Confirms a ticket in some seconds. */
export const holdConfirmation = (ticket: number): void =>
  confirmations.hold(ticket, { holdMs: undoMs, requests: [() => confirm(ticket)] });

async function confirm(id: number): Promise<void> {
  try {
    const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
    cacheTicket(queryClient, await call('PATCH /tickets/{id}/confirm', { params: { id }, keepalive: true, signal }));
  } catch (error) {
    confirmations.forget(id);
    showToast({ error: error as Error });
  } finally {
    void invalidateTickets(queryClient, [id]);
  }
}
