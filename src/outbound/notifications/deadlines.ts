import type { Tx } from '../../platform/database/database.ts';
import type { DeadlineEventPayload } from '../../product/tickets/events.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';
import { type EventMessage, titleOf } from './event-messages.ts';
import type { NotificationEvent } from './events.ts';
import { activeMembers, allAdmins } from './recipients.ts';

// The table ticket_deadlines belongs to product/deadlines, which may be missing: then it is empty.

interface Late {
  client_id: string;
  worker_id: string | null;
  project_id: number;
  status: TicketStatus;
  priority: string;
  description: string;
  object_name: string;
}

/**
 * Whom a deadline concerns that comes near or has passed: the client, the worker or while there is none whoever may take the ticket, and
 * admins when it is overdue.
 */
export async function messagesAboutDeadline(
  tx: Tx,
  { ticket_id: ticketId, step, deadline, by }: DeadlineEventPayload,
): Promise<EventMessage[]> {
  const ticket: Late | undefined = await tx
    .selectFrom('tickets as t')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select(['t.client_id', 't.worker_id', 't.project_id', 't.status', 't.priority', 't.description', 'o.name as object_name'])
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket || isSettled(ticket.status, deadline)) return [];
  const { client_id, worker_id, project_id, priority, description, object_name } = ticket;
  const workers = worker_id === null ? await activeMembers(tx, project_id) : [worker_id];
  const admins = step === 'overdue' ? await allAdmins(tx) : [];
  const params = { title: titleOf(description), object_name, priority, deadline, by };
  const cause = `deadline:${ticketId}:${deadline}:${step}:${by}`;
  return [{ event: step, cause, recipientIds: [client_id, ...workers, ...admins], ticketId, projectId: null, params }];
}

/** Whether what the deadline is for was done, or is not to be done any more. */
export const isSettled = (status: TicketStatus, deadline: 'take' | 'finish'): boolean =>
  deadline === 'take' ? status !== 'new' : status === 'done' || status === 'confirmed' || status === 'closed';

/** Whether the time of a notification's deadline was not moved since, by other targets, a round of rework or a hold. */
export function isStillDue(
  event: NotificationEvent,
  { soon_at, due_at, stopped_at }: { soon_at: string | null; due_at: string | null; stopped_at: string | null },
  now: Date,
): boolean {
  if (soon_at === null || due_at === null) return false;
  const time = stopped_at === null ? now : new Date(stopped_at);
  const isOverdue = new Date(due_at) <= time;
  return event === 'overdue' ? isOverdue : new Date(soon_at) <= time && !isOverdue;
}
