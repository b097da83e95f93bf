import type { DeliveryHandler } from '../../../platform/deliveries/attempt-delivery.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { HoldPayload, TicketEditedPayload, TicketEventPayload } from '../events.ts';
import { refreshDeadline } from './refresh.ts';

declare module '../../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    /** changes of tickets whose deadlines are not calculated yet */
    deadlines: TicketEventPayload | TicketEditedPayload | HoldPayload;
  }
}

/** Calculates the deadlines of a ticket that has changed. */
export function createDeadlineHandler({ db, clock }: Pick<Deps, 'db' | 'clock'>): DeliveryHandler<'deadlines'> {
  return async ({ payload }) => {
    await db.transaction((tx) => refreshDeadline(tx, payload.ticket_id, clock()));
    return 'sent';
  };
}
