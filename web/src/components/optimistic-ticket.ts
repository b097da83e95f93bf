import { useMutationState } from '@tanstack/react-query';
import { type Operation, transitionFor } from '../contract/lifecycle.ts';
import type { Profile, Ticket } from '../contract/schemas.ts';
import { useShownOperations } from '../offline-queue/shown-items.ts';
import { useCurrentUser } from '../session/session-store.ts';

/** An operation on a ticket with its input. */
export interface TicketOperation {
  op: Operation;
  reason?: string;
  worker?: { id: string; name: string };
}

/** Optimistic update: the ticket as it will be after an operation, as far as that is known before the response. */
function optimisticTicket<T extends Ticket>(ticket: T, { op, worker, reason }: TicketOperation, me: Profile): T {
  const transition = transitionFor(op, me.role)?.transition;
  if (!transition?.from.includes(ticket.status)) return ticket;
  const doer = op === 'take' ? me : worker;
  return {
    ...{ ...ticket, status: transition.to },
    ...(doer && { worker_id: doer.id, worker_name: doer.name }),
    ...(op === 'cancel' && reason && { cancel_reason: reason }),
    ...(op === 'reject' && { rework_count: ticket.rework_count + 1, rejected_at: new Date().toISOString() }),
    ...(op === 'reject' && reason && { reject_reason: reason }),
  };
}

/** The key of the mutations that change a ticket. */
export const ticketMutationKey = (id: number): readonly unknown[] => ['ticket operation', id];

/**
 * The ticket as it will be when the operations that are sent, being stored or queued have ended. A response that was sent before
 * their end does not show the ticket as it was.
 */
export function useOptimisticTicket<T extends Ticket>(ticket: T): T {
  const me = useCurrentUser();
  const queued = useShownOperations(ticket.id).filter(({ state }) => state !== 'failed');
  const pending = useMutationState({
    filters: { mutationKey: ticketMutationKey(ticket.id), status: 'pending' },
    select: ({ state }) => state.variables as TicketOperation,
  });
  return [...queued, ...pending].reduce((shown, operation) => optimisticTicket(shown, operation, me), ticket);
}
