import type { Tx } from '../../platform/database/database.ts';
import type { DeliveryPayloads } from '../../platform/deliveries/queue.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { enqueueReporterMails, type ReporterStep } from '../../product/tickets/reporter-mails.ts';

/** Whether those who have reported a ticket without an account get mails about an event. */
export const concernsReporters = (payload: DeliveryPayloads['notifications']): boolean => stepOf(payload) !== undefined;

/** Enqueues mails to those who have reported a ticket without an account, when something happened to it that concerns them. */
export async function notifyReporters(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'deliveries'>,
  payload: DeliveryPayloads['notifications'],
  at: Date,
): Promise<void> {
  const step = stepOf(payload);
  if (step && 'ticket_id' in payload) await enqueueReporterMails(tx, deps, { ticketId: payload.ticket_id }, step, at);
}

function stepOf(payload: DeliveryPayloads['notifications']): ReporterStep | undefined {
  switch (payload.kind) {
    case 'appointment_set':
      return { step: 'appointment', appointment_id: payload.appointment_id };
    case 'appointment_canceled':
      return { step: 'appointment_canceled', appointment_id: payload.appointment_id };
    case 'ticket_event':
      if (payload.action === 'done') return { step: 'done' };
      return payload.action === 'confirmed' || payload.action === 'canceled' ? { step: 'closed' } : undefined;
    default:
      return undefined;
  }
}
