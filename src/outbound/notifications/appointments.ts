import type { Tx } from '../../platform/database/database.ts';
import type { AppointmentPayload } from '../../product/tickets/events.ts';
import { type News, paramsOf } from './recipients.ts';

// The table ticket_appointments belongs to product/appointments, which may be missing: then it is empty.

/** The causes of notifications, in which findStillTrue() finds the appointment. */
export const appointmentCause = 'appointment:';
export const reminderCause = 'appointment_soon:';

const causes: Record<AppointmentPayload['kind'], string> = {
  appointment_set: appointmentCause,
  appointment_canceled: 'appointment_canceled:',
  appointment_soon: reminderCause,
};

/** An appointment concerns the client and the worker; nobody is notified of what they did themselves. */
export async function newsOfAppointment(
  tx: Tx,
  { kind, ticket_id: ticketId, appointment_id, actor_id }: AppointmentPayload,
): Promise<News[]> {
  const appointment = await tx
    .selectFrom('ticket_appointments as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .leftJoin('users as u', (join) => join.on('u.id', '=', actor_id))
    .select(['a.from_at', 'a.to_at', 'a.note', 'a.ended_at', 'u.name as actor_name'])
    .select(['t.client_id', 't.worker_id', 't.priority', 't.description', 'o.name as object_name'])
    .where('a.id', '=', appointment_id)
    .executeTakeFirst();
  if (!appointment) return []; // the ticket was deleted
  const { client_id, worker_id, from_at: from, to_at: to, note, ended_at } = appointment;
  const userIds = [client_id, worker_id].filter((id): id is string => id !== null && id !== actor_id);
  const names = paramsOf({ ...appointment, actor_name: appointment.actor_name ?? '' });
  const params = { ...names, from, to, ...(note && { comment: note }) };
  const isOver = kind !== 'appointment_canceled' && ended_at !== null;
  const cause = `${causes[kind]}${appointment_id}`;
  return [{ event: kind, cause, userIds, actorId: actor_id, ticketId, projectId: null, params, isOver }];
}
