import { type Operation, transitionFor } from '../../../src/tickets/lifecycle.ts';
import type { Profile, Ticket } from '../api/operations.ts';
import { useQueuedSteps } from '../queue/list.ts';
import { useMe } from '../session/store.ts';

export interface Step {
  op: Operation;
  reason?: string;
  worker?: { id: string; name: string };
}

/** What the ticket will look like, as far as it is known before the answer. */
export function expected<T extends Ticket>(ticket: T, { op, worker, reason }: Step, me: Profile): T {
  const transition = transitionFor(op, me.role)?.transition;
  if (!transition?.from.includes(ticket.status)) return ticket;
  const doer = op === 'take' ? me : worker;
  return {
    ...{ ...ticket, status: transition.to },
    ...(doer && { worker_id: doer.id, worker_name: doer.name }),
    ...(op === 'cancel' && reason && { cancel_reason: reason }),
  };
}

/** The ticket as it is once the steps that wait for a link are taken. */
export function useExpected<T extends Ticket>(ticket: T): T {
  const me = useMe();
  const waiting = useQueuedSteps(ticket.id).filter(({ state }) => state !== 'failed');
  return waiting.reduce((shown, { op }) => expected(shown, { op }, me), ticket);
}
