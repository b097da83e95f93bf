import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { createStore, useStore } from '../../lib/create-store.ts';
import { showToast } from '../../lib/toasts.ts';

// Confirmations of the home page. The service cannot take one back, so the request is sent when its undo is gone: after some
// seconds, and when the page is left.

interface Confirmation {
  /** the id of the ticket */
  ticket: number;
  timer: ReturnType<typeof setTimeout>;
  isSent: boolean;
}

const undoMs = 5_000;

const confirmations = createStore<readonly Confirmation[]>([]);

const withTicket = (ticket: number): Confirmation | undefined => confirmations.get().find((one) => one.ticket === ticket);

/** Whether a ticket is confirmed: `waiting` as long as that can be undone. */
export const useConfirmation = (ticket: number): 'waiting' | 'sent' | undefined =>
  useStore(confirmations, (all) => {
    const found = all.find((one) => one.ticket === ticket);
    return found && (found.isSent ? 'sent' : 'waiting');
  });

/** Confirms a ticket in some seconds. */
export function scheduleConfirmation(ticket: number): void {
  const timer = setTimeout(() => void sendConfirmation(ticket), undoMs);
  confirmations.set([...withoutTicket(ticket), { ticket, timer, isSent: false }]);
}

/** Takes a confirmation back that was not sent. */
export function undoConfirmation(ticket: number): void {
  clearTimeout(withTicket(ticket)?.timer);
  confirmations.set(withoutTicket(ticket));
}

/** Sends the confirmations that wait. */
export function sendConfirmations(): void {
  for (const { ticket, isSent } of confirmations.get()) if (!isSent) void sendConfirmation(ticket);
}

const withoutTicket = (ticket: number): Confirmation[] => confirmations.get().filter((one) => one.ticket !== ticket);

async function sendConfirmation(ticket: number): Promise<void> {
  const confirmation = withTicket(ticket);
  if (!confirmation || confirmation.isSent) return;
  clearTimeout(confirmation.timer);
  confirmations.set([...withoutTicket(ticket), { ...confirmation, isSent: true }]);
  try {
    const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
    cacheTicket(queryClient, await call('PATCH /tickets/{id}/confirm', { params: { id: ticket }, keepalive: true, signal }));
  } catch (error) {
    undoConfirmation(ticket);
    showToast({ error: error as Error });
  } finally {
    void invalidateTickets(queryClient, [ticket]);
  }
}

addEventListener('pagehide', sendConfirmations);
