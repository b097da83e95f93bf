import type { Tx } from '../../platform/database/database.ts';
import type { AppointmentAnsweredPayload, AppointmentPayload } from '../../product/tickets/events.ts';
import { type EventMessage, paramsOf, selectTicket } from './event-messages.ts';

// The table ticket_appointments belongs to product/appointments, which may be missing: then it is empty.

/** The causes of notifications, in which filterByCondition() finds the appointment. */
export const appointmentCause = 'appointment:';
export const reminderCause = 'appointment_soon:';

const causes: Record<AppointmentPayload['kind'], string> = {
  appointment_set: appointmentCause,
  appointment_canceled: 'appointment_canceled:',
  appointment_soon: reminderCause,
};

/** An appointment concerns the client and the worker; nobody is notified of what they did themselves. */
export async function messagesAboutAppointment(
  tx: Tx,
  { kind, ticket_id: ticketId, appointment_id, actor_id }: AppointmentPayload,
): Promise<EventMessage[]> {
  const appointment = await tx
    .selectFrom('ticket_appointments as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .leftJoin('users as u', (join) => join.on('u.id', '=', actor_id))
    .select(['a.from_at', 'a.to_at', 'a.note', 'a.answer', 'a.answer_note', 'a.ended_at', 'u.name as actor_name'])
    .select(['t.client_id', 't.worker_id', 't.priority', 't.description', 'o.name as object_name'])
    .where('a.id', '=', appointment_id)
    .executeTakeFirst();
  if (!appointment) return []; // the ticket was deleted
  const { client_id, worker_id, from_at: from, to_at: to, answer, ended_at } = appointment;
  const isChosen = kind === 'appointment_set' && actor_id === null && answer === 'accepted';
  const note = isChosen ? appointment.answer_note : appointment.note;
  const recipientIds = [client_id, worker_id].filter((id): id is string => id !== null && id !== actor_id);
  const names = paramsOf({ ...appointment, actor_name: appointment.actor_name ?? '' });
  const params = { ...names, from, to, ...(note && { comment: note }), ...(isChosen && { answer }) };
  const conditionHolds = kind === 'appointment_canceled' || ended_at === null;
  const cause = `${causes[kind]}${appointment_id}`;
  return [{ event: kind, cause, recipientIds, actorId: actor_id, ticketId, projectId: null, params, conditionHolds }];
}

/** The answer of whoever reported the problem concerns the client and the worker. */
export async function messagesAboutAppointmentAnswer(
  tx: Tx,
  { ticket_id: ticketId, answer, appointment_id = 0, note, answered_at }: AppointmentAnsweredPayload,
): Promise<EventMessage[]> {
  const ticket = await selectTicket(tx, ticketId)
    .leftJoin('ticket_appointments as a', (join) => join.on('a.id', '=', appointment_id))
    .select(['a.from_at', 'a.to_at'])
    .executeTakeFirst();
  if (!ticket) return []; // it was deleted
  const { client_id, worker_id, from_at: from, to_at: to } = ticket;
  const times = from && to ? { from, to } : {};
  const params = { ...paramsOf({ ...ticket, actor_name: '' }), ...times, answer, ...(note && { comment: note }) };
  const recipientIds = [client_id, worker_id].filter((id): id is string => id !== null);
  // Each answer has a notification: the person may think about it again.
  const cause = `appointment_answered:${answered_at}`;
  return [{ event: 'appointment_answered', cause, recipientIds, ticketId, projectId: null, params }];
}
