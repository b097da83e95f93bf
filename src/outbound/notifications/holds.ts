import type { Tx } from '../../platform/database/database.ts';
import type { HoldPayload } from '../../product/tickets/events.ts';
import { type EventMessage, paramsOf } from './event-messages.ts';
import { allAdmins } from './recipients.ts';

// The table ticket_holds belongs to product/holds, which may be missing: then it is empty.

/** The cause of notifications that a ticket was put on hold, in which filterByCondition() finds the hold. */
export const holdCause = 'hold:';

/** A hold concerns the client and the admins, its end the worker; nobody is notified of what they did themselves. */
export async function messagesAboutHold(
  tx: Tx,
  { kind, ticket_id: ticketId, hold_id, actor_id }: HoldPayload,
): Promise<EventMessage[]> {
  const hold = await tx
    .selectFrom('ticket_holds as h')
    .innerJoin('tickets as t', 't.id', 'h.ticket_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .leftJoin('users as u', (join) => join.on('u.id', '=', actor_id))
    .select(['h.reason', 'h.note', 'h.until', 'h.ended_at', 'h.end_reason', 'u.name as actor_name'])
    .select(['t.client_id', 't.worker_id', 't.priority', 't.description', 'o.name as object_name'])
    .where('h.id', '=', hold_id)
    .executeTakeFirst();
  // The ticket was deleted, or its worker is notified of the transition instead.
  if (!hold || hold.end_reason === 'changed') return [];
  const { client_id, worker_id, reason: hold_reason, note, until } = hold;
  const concerned = kind === 'ticket_on_hold' ? [client_id, ...(await allAdmins(tx))] : [worker_id];
  const recipientIds = concerned.filter((id): id is string => id !== null && id !== actor_id);
  const params = paramsOf({ ...hold, actor_name: hold.actor_name ?? '' });
  const shared = { event: kind, recipientIds, actorId: actor_id, ticketId, projectId: null };
  if (kind === 'hold_ended') return [{ ...shared, cause: `hold_ended:${hold_id}`, params }];
  const waiting = { hold_reason, ...(note && { reason: note }), ...(until && { until }) };
  return [
    { ...shared, cause: `${holdCause}${hold_id}`, params: { ...params, ...waiting }, conditionHolds: hold.ended_at === null },
  ];
}
