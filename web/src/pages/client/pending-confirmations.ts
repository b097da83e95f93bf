import { call, queuedRequestTimeoutMs } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { createStore, useStore } from '../../lib/create-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { type HeldAction, holdAction, useIsHeld } from '../../session/held-actions.ts';

// Confirmations of the home page, which the service cannot take back.

const undoMs = 5_000;

/** By the ids of the tickets. */
const confirmations = createStore<ReadonlyMap<number, HeldAction>>(new Map());

/** How a ticket is being confirmed, if it is. */
export function useConfirmation(ticket: number): { canUndo: boolean; undo: () => void } | undefined {
  const action = useStore(confirmations, (all) => all.get(ticket));
  const canUndo = useIsHeld(action);
  return action && { canUndo, undo: action.undo };
}

/** Confirms a ticket in some seconds. */
export function holdConfirmation(ticket: number): void {
  const action = holdAction({ holdMs: undoMs, requests: [() => confirm(ticket)], onUndo: () => forget(ticket) });
  confirmations.set(new Map(confirmations.get()).set(ticket, action));
}

const forget = (ticket: number): void => confirmations.set(new Map([...confirmations.get()].filter(([id]) => id !== ticket)));

async function confirm(id: number): Promise<void> {
  try {
    const signal = AbortSignal.timeout(queuedRequestTimeoutMs);
    cacheTicket(queryClient, await call('PATCH /tickets/{id}/confirm', { params: { id }, keepalive: true, signal }));
  } catch (error) {
    forget(id);
    showToast({ error: error as Error });
  } finally {
    void invalidateTickets(queryClient, [id]);
  }
}
