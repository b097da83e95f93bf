import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { AppointmentAnsweredPayload } from '../events.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { type AppointmentDeps, endOffers, replaceAppointment } from './actions.ts';
import type { Period } from './queries.ts';
import { type AppointmentAnswer, appointmentStatuses, type OfferedWindow } from './schemas.ts';
import './tables.ts';

// What people who reported a problem without an account see of its appointment, and what they answer.

/** What there is to answer; nothing when the work is done or closed. */
export interface AnswerableAppointment {
  /** null: none, or it is over */
  appointment: { from: string; to: string; answer: AppointmentAnswer | null } | null;
  /** of the times that are offered, those that have not begun */
  windows: OfferedWindow[];
  /** the times that were offered last were declined, and nothing was planned since */
  has_declined: boolean;
}

/** Finds what the reporter of a ticket may answer now. */
export async function findAnswerable(db: Db, ticketId: number, now: Date): Promise<AnswerableAppointment> {
  const { appointment, offers, has_declined } = await findOpen(db, ticketId, now);
  const shown = appointment && { from: appointment.from, to: appointment.to, answer: appointment.answer };
  return { appointment: shown, windows: offers?.windows ?? [], has_declined };
}

interface Open {
  appointment: { id: number; from: string; to: string; answer: AppointmentAnswer | null } | null;
  offers: { id: number; offered_by: string | null; offered_by_name: string; windows: OfferedWindow[] } | null;
  has_declined: boolean;
}

async function findOpen(db: Db, ticketId: number, now: Date): Promise<Open> {
  const { rows } = await sql<Open>`
    select case when a.id is not null then
        json_build_object('id', a.id, 'from', a.from_at, 'to', a.to_at, 'answer', a.answer) end as appointment,
      case when f.id is not null then
        json_build_object('id', f.id, 'offered_by', f.offered_by, 'offered_by_name', f.offered_by_name, 'windows', f.windows)
        end as offers,
      coalesce((
        select last.end_reason = 'declined' and not exists (
          select from ticket_appointments as b where b.ticket_id = t.id and b.set_at > last.ended_at)
        from ticket_appointment_offers as last where last.ticket_id = t.id order by last.id desc limit 1
      ), false) as has_declined
    from tickets as t
    left join ticket_appointments as a on a.ticket_id = t.id and a.ended_at is null and a.to_at > ${now}
    left join ticket_appointment_offers as f on f.ticket_id = t.id and f.ended_at is null
    where t.id = ${ticketId} and t.status in (${sql.join(appointmentStatuses)})`.execute(db);
  const { appointment, offers, has_declined } = rows[0] ?? { appointment: null, offers: null, has_declined: false };
  const windows = offers?.windows.filter(({ from }) => new Date(from) >= now) ?? [];
  return {
    appointment: appointment && { ...appointment, from: toIso(appointment.from), to: toIso(appointment.to) },
    offers: offers && windows.length > 0 ? { ...offers, windows } : null,
    has_declined,
  };
}

const toIso = (time: string): string => new Date(time).toISOString();

/** What a reporter answers. */
export interface ReporterAnswer {
  answer: AppointmentAnswer;
  /** what it is about, so that nobody accepts a time that they have not read; undefined: whatever there is */
  period: Period | undefined;
  note: string;
}

/** A ticket that the transaction has locked. */
interface AnsweredTicket {
  id: number;
  client_id: string;
}

/**
 * Accepts or declines the appointment of a locked ticket, chooses one of the times that are offered, or declines all of them. The same
 * answer again changes nothing.
 * @throws 409 nothing can be answered at these times (any more), or the ticket has had too many appointments
 */
export async function answerAppointment(
  tx: Tx,
  deps: AppointmentDeps,
  ticket: AnsweredTicket,
  { answer, period, note }: ReporterAnswer,
  now: Date,
): Promise<void> {
  const { appointment, offers } = await findOpen(tx, ticket.id, now);
  const isMeant = (window: OfferedWindow): boolean => period === undefined || isSamePeriod(window, period);
  if (offers?.windows.some(isMeant)) {
    if (answer === 'declined') return declineOffers(tx, deps, ticket, offers.id, note, now);
    if (period) return chooseWindow(tx, deps, ticket, offers, { period, note }, now);
  }
  if (!appointment || !isMeant(appointment)) throw conflict('appointment_changed', errorMessages.appointmentChanged);
  if (appointment.answer === answer) return;
  await tx
    .updateTable('ticket_appointments')
    .set({ answer, answer_note: note, answered_at: now })
    .where('id', '=', appointment.id)
    .execute();
  await publishAnswer(tx, deps, ticket, { answer, appointment_id: appointment.id, note }, now);
}

const isSamePeriod = (window: OfferedWindow, { from, to }: Period): boolean =>
  new Date(window.from).getTime() === from.getTime() && new Date(window.to).getTime() === to.getTime();

/** What is chosen is an appointment of whoever offered it. */
async function chooseWindow(
  tx: Tx,
  deps: AppointmentDeps,
  ticket: AnsweredTicket,
  { offered_by, offered_by_name }: Pick<NonNullable<Open['offers']>, 'offered_by' | 'offered_by_name'>,
  { period, note: answerNote }: { period: Period; note: string },
  now: Date,
): Promise<void> {
  await endOffers(tx, ticket.id, 'chosen', now, answerNote);
  const setBy = { id: offered_by, name: offered_by_name };
  await replaceAppointment(tx, deps, ticket, { period, note: '', setBy, answer: 'accepted', answerNote, actorId: null }, now);
}

async function declineOffers(
  tx: Tx,
  deps: AppointmentDeps,
  ticket: AnsweredTicket,
  offerId: number,
  note: string,
  now: Date,
): Promise<void> {
  await endOffers(tx, ticket.id, 'declined', now, note);
  await publishAnswer(tx, deps, ticket, { answer: 'declined', offer_id: offerId, note }, now);
}

type Published = Pick<AppointmentAnsweredPayload, 'answer' | 'appointment_id' | 'offer_id' | 'note'>;

async function publishAnswer(tx: Tx, deps: AppointmentDeps, ticket: AnsweredTicket, answer: Published, now: Date): Promise<void> {
  const payload: AppointmentAnsweredPayload = {
    ...{ kind: 'appointment_answered', ticket_id: ticket.id, answered_at: now.toISOString(), ...answer },
  };
  await deliverEvent(tx, deps, 'appointment_answered', {}, [payload], ticket.client_id, now);
  await notifyTicketChanged(tx, ticket.id);
}
