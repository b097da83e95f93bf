import { useMutationState } from '@tanstack/react-query';
import { type Operation, transitionFor } from '../contract/lifecycle.ts';
import type { Profile, Ticket } from '../contract/schemas.ts';
import { useShownOperations } from '../offline-queue/shown-items.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { useOwnChange } from './assigning/own-changes.ts';

/** An operation on a ticket with its input. */
export interface TicketOperation {
  op: Operation;
  reason?: string;
  worker?: { id: string; name: string };
}

/** Optimistic update: the ticket as it will be after an operation, as far as that is known before the response. */
function optimisticTicket<T extends Ticket>(ticket: T, { op, worker, reason }: TicketOperation, me: Profile, atMs: number): T {
  const transition = transitionFor(op, me.role)?.transition;
  if (!transition?.from.includes(ticket.status)) return ticket;
  const doer = op === 'take' ? me : worker;
  return {
    ...{ ...ticket, status: transition.to },
    ...(doer && { worker_id: doer.id, worker_name: doer.name }),
    ...(op === 'cancel' && reason && { cancel_reason: reason }),
    ...(op === 'reject' && { rework_count: ticket.rework_count + 1, rejected_at: new Date(atMs).toISOString() }),
    ...(op === 'reject' && reason && { reject_reason: reason }),
  };
}

/** The key of the mutations that change a ticket. */
export const ticketMutationKey = (id: number): readonly unknown[] => ['ticket operation', id];

/**
 * The ticket as it will be when the operations have ended that are being sent or stored, or wait in the queue. A response that is
 * read meanwhile does not show the former status again.
 */
export function useOptimisticTicket<T extends Ticket>(ticket: T): T {
  const me = useCurrentUser();
  const moved = useOwnChange(ticket.id);
  const queued = useShownOperations(ticket.id).filter(({ state }) => state !== 'failed');
  const pending = useMutationState({
    filters: { mutationKey: ticketMutationKey(ticket.id), status: 'pending' },
    select: ({ state }) => ({ operation: state.variables as TicketOperation, atMs: state.submittedAt }),
  });
  const afterQueue = queued.reduce(
    // Nothing else changes a field of a ticket.
    (shown, { op }) => (op === 'start' || op === 'done' ? optimisticTicket(shown, { op }, me, Date.now()) : shown),
    moved ? { ...ticket, ...moved } : ticket,
  );
  return pending.reduce((shown, { operation, atMs }) => optimisticTicket(shown, operation, me, atMs), afterQueue);
}
