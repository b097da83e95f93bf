import type { Tx } from '../../platform/database/database.ts';
import type { DeadlineEventPayload } from '../../product/tickets/events.ts';
import { type EventMessage, selectTicket, titleOf } from './event-messages.ts';
import { isSettled } from './notification-now.ts';
import { activeMembers, allAdmins } from './recipients.ts';

// The table ticket_deadlines belongs to product/deadlines, which may be missing: then it is empty.

/**
 * Whom a deadline concerns that comes near or has passed: the client, the worker or while there is none whoever may take the ticket, and
 * admins when it is overdue.
 */
export async function messagesAboutDeadline(
  tx: Tx,
  { ticket_id: ticketId, step, deadline, by }: DeadlineEventPayload,
): Promise<EventMessage[]> {
  const ticket = await selectTicket(tx, ticketId).executeTakeFirst();
  if (!ticket || isSettled(ticket.status, deadline)) return [];
  const { client_id, worker_id, project_id, priority, description, object_name } = ticket;
  const workers = worker_id === null ? await activeMembers(tx, project_id) : [worker_id];
  const admins = step === 'overdue' ? await allAdmins(tx) : [];
  const params = { title: titleOf(description), object_name, priority, deadline, by };
  const cause = `deadline:${ticketId}:${deadline}:${step}:${by}`;
  return [{ event: step, cause, recipientIds: [client_id, ...workers, ...admins], ticketId, projectId: null, params }];
}
