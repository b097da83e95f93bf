import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound, validationFailed } from '../../../platform/http/errors.ts';
import { instantOf } from '../../../platform/http/schemas.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { Actor } from '../../visibility.ts';
import type { AppointmentPayload } from '../events.ts';
import { type LockedTicket, lockTicketToChange } from '../lock-ticket.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { findConflicts, maxLengthMs, type Period } from './queries.ts';
import {
  type Appointment,
  type AppointmentAnswer,
  type AppointmentAnswered,
  type AppointmentEnd,
  appointmentStatuses,
  maxAppointments,
  type OfferEnd,
  type PutAppointment,
} from './schemas.ts';
import './tables.ts';

/** So long before an appointment its worker and its client are reminded. */
const remindBeforeMs = hours(24);

export type AppointmentDeps = Pick<Deps, 'subscriptions' | 'deliveries'>;

/**
 * Sets the appointment of a ticket, in place of the one that it has.
 * @throws 404 no such ticket, 403 not visible, 400 the times, 409 done or closed, not the worker's, or too many appointments
 */
export async function putAppointment(
  tx: Tx,
  deps: AppointmentDeps,
  actor: Actor,
  ticketId: number,
  { from, to, note = '' }: PutAppointment,
  now: Date,
): Promise<AppointmentAnswered> {
  const ticket = await lockTicketToChange(tx, actor, ticketId);
  const period = requirePeriod({ from, to }, now);
  requireUnfinished(ticket);
  await endOffers(tx, ticketId, 'withdrawn', now);
  const actorId = senderIdOf(actor);
  const setBy = { id: actorId, name: sql<string>`coalesce((select name from users where id = ${actorId}), '')` };
  const appointment = await replaceAppointment(tx, deps, ticket, { period, note, setBy, answer: null, actorId }, now);
  const { worker_id } = ticket;
  const conflicts = worker_id === null ? [] : await findConflicts(tx, actor, { id: ticketId, worker_id }, period);
  return { appointment, conflicts };
}

/**
 * @param at the pointer of the times in the body
 * @throws 400 the end is not after the beginning, or more than 24 hours after it; the beginning is in the past
 */
export function requirePeriod(times: { from: string; to: string }, now: Date, at = '#'): Period {
  const period = { from: instantOf(times.from), to: instantOf(times.to) };
  if (period.to <= period.from) throw validationFailed(errorMessages.toNotAfterFrom, `${at}/to`);
  if (period.to > plus(period.from, maxLengthMs)) throw validationFailed(errorMessages.appointmentTooLong, `${at}/to`);
  if (period.from < now) throw validationFailed(errorMessages.fromInPast, `${at}/from`);
  return period;
}

/** @throws 409 done or closed */
export function requireUnfinished({ status }: Pick<LockedTicket, 'status'>): void {
  if (!appointmentStatuses.some((one) => one === status))
    throw conflict('transition_not_allowed', `cannot schedule a ticket that is ${status}`);
}

interface NewAppointment {
  period: Period;
  note: string;
  setBy: { id: string | null; name: string | ReturnType<typeof sql<string>> };
  answer: AppointmentAnswer | null;
  /** what was written with the answer */
  answerNote?: string;
  /** null: the person who reported the problem */
  actorId: string | null;
}

/** Sets the appointment of a locked ticket. @throws 409 too many */
export async function replaceAppointment(
  tx: Tx,
  deps: AppointmentDeps,
  { id: ticketId, client_id }: Pick<LockedTicket, 'id' | 'client_id'>,
  { period: { from, to }, note, setBy, answer, answerNote = '', actorId }: NewAppointment,
  now: Date,
): Promise<Appointment> {
  await requireRoom(tx, ticketId);
  await endAppointment(tx, ticketId, 'replaced', now);
  const remindAt = plus(from, -remindBeforeMs);
  const { id, ...appointment } = await tx
    .insertInto('ticket_appointments')
    .values({
      ...{ ticket_id: ticketId, from_at: from, to_at: to, note, set_by: setBy.id, set_by_name: setBy.name, set_at: now, answer },
      ...{ answered_at: answer === null ? null : now, answer_note: answerNote },
      // Who is notified of it now needs no reminder of the same.
      remind_at: remindAt > now ? remindAt : null,
    })
    .returning(['id', 'from_at as from', 'to_at as to', 'note', 'set_by_name', 'set_at', 'answer'])
    .executeTakeFirstOrThrow();
  const payload: AppointmentPayload = {
    ...{ kind: 'appointment_set', ticket_id: ticketId, appointment_id: id, actor_id: actorId },
  };
  await deliverEvent(tx, deps, 'appointment_set', {}, [payload], client_id, now);
  await notifyTicketChanged(tx, ticketId);
  return appointment;
}

/** @throws 409 too many */
export async function requireRoom(tx: Tx, ticketId: number): Promise<void> {
  const { n } = await tx
    .selectFrom('ticket_appointments')
    .select(sql<number>`count(*)`.as('n'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (n >= maxAppointments) throw conflict('too_many_appointments', errorMessages.tooManyAppointments);
}

/**
 * Cancels the appointment of a ticket, and the times that its reporter may choose from.
 * @throws 404 no such ticket, or it has no appointment; 403 not visible; 409 done or closed, or not the worker's
 */
export async function cancelAppointment(tx: Tx, deps: AppointmentDeps, actor: Actor, ticketId: number, now: Date): Promise<void> {
  const ticket = await lockTicketToChange(tx, actor, ticketId);
  requireUnfinished(ticket);
  const id = await endAppointment(tx, ticketId, 'canceled', now);
  if (id === undefined) throw notFound('appointment');
  await endOffers(tx, ticketId, 'withdrawn', now);
  const payload: AppointmentPayload = {
    ...{ kind: 'appointment_canceled', ticket_id: ticketId, appointment_id: id, actor_id: senderIdOf(actor) },
  };
  await deliverEvent(tx, deps, 'appointment_canceled', {}, [payload], ticket.client_id, now);
  await notifyTicketChanged(tx, ticketId);
}

/** @returns the id of the appointment of a locked ticket; undefined: it has none */
async function endAppointment(tx: Tx, ticketId: number, endReason: AppointmentEnd, now: Date): Promise<number | undefined> {
  const ended = await tx
    .updateTable('ticket_appointments')
    .set({ ended_at: now, end_reason: endReason, remind_at: null })
    .where('ticket_id', '=', ticketId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended?.id;
}

/** Ends the times that the reporter of a locked ticket may choose from. */
export async function endOffers(
  tx: Tx,
  ticketId: number,
  endReason: Exclude<OfferEnd, 'ticket_closed'>,
  now: Date,
  answerNote = '',
): Promise<void> {
  await tx
    .updateTable('ticket_appointment_offers')
    .set({ ended_at: now, end_reason: endReason, answer_note: answerNote })
    .where('ticket_id', '=', ticketId)
    .where('ended_at', 'is', null)
    .execute();
}
