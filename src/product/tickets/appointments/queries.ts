import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { hours } from '../../../platform/lib/duration.ts';
import { type Actor, seesTicket } from '../../visibility.ts';
import type { AppointmentQuery, Conflict, TicketAppointment } from './schemas.ts';
import './tables.ts';

/** The longest appointment, so that those that overlap a time are a range of the index. */
export const maxLengthMs = hours(24);
const maxConflicts = 100;

/** A time, its end excluded. */
export interface Period {
  from: Date;
  to: Date;
}

/** Finds the appointments of a worker, for what is still to be done, that overlap one of this ticket. */
export async function findConflicts(
  db: Db,
  actor: Actor,
  { id, worker_id }: { id: number; worker_id: string },
  { from, to }: Period,
): Promise<Conflict[]> {
  const { rows } = await sql<{ ticket_id: number; from: string; to: string; visible: boolean }>`
    select a.ticket_id, a.from_at as "from", a.to_at as "to", ${seesTicket(actor)} as visible
    from ticket_appointments as a join tickets as t on t.id = a.ticket_id
    where a.ended_at is null and a.from_at < ${to} and a.to_at > ${from} and a.from_at > ${plus(from, -maxLengthMs)}
      and a.ticket_id <> ${id} and t.worker_id = ${worker_id} and t.status not in ('done', 'closed')
    order by a.from_at, a.id limit ${maxConflicts}`.execute(db);
  return rows.map(({ visible, ticket_id, ...time }) => (visible ? { ticket_id, ...time } : { ...time, busy: true }));
}

/** Lists the appointments of a ticket; its caller has checked that the ticket may be seen. */
export async function listAppointments(db: Db, ticketId: number, query: AppointmentQuery): Promise<Page<TicketAppointment>> {
  const direction = directionOf(query, 'asc');
  const appointments = db.selectFrom('ticket_appointments as a').where('a.ticket_id', '=', ticketId);
  const [items, { total }] = await Promise.all([
    appointments
      .select(['a.id', 'a.ticket_id', 'a.from_at as from', 'a.to_at as to', 'a.note', 'a.set_by_name', 'a.set_at', 'a.answer'])
      .select(['a.answer_note', 'a.answered_at', 'a.ended_at', 'a.end_reason'])
      .select(sql<string>`coalesce(a.set_by::text, '')`.as('set_by'))
      .orderBy('a.id', direction)
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    appointments.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit: query.limit, offset: query.offset };
}
