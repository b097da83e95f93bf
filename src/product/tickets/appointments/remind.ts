import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { tenantOfTicket } from '../../tenant.ts';
import type { AppointmentPayload } from '../events.ts';
import { appointmentStatuses } from './schemas.ts';

/** Appointments per transaction. */
const batchSize = 100;

type RemindDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries'>;

/**
 * Publishes the appointments that are near, once for each. Instances can do it at the same time: each skips the tickets that another has
 * locked. What began while no instance ran is not published any more.
 * @returns how many were published
 */
export async function remindOfAppointments({ db, clock, ...deps }: RemindDeps, stopping?: AbortSignal): Promise<number> {
  let published = 0;
  let count = batchSize;
  while (count === batchSize && !stopping?.aborted) {
    count = await db.transaction(async (tx) => {
      const now = clock();
      const ids = await lockDue(tx, now);
      if (ids.length > 0) published += await publish(tx, deps, ids, now);
      return ids.length;
    });
  }
  return published;
}

async function lockDue(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from ticket_appointments as a join tickets as t on t.id = a.ticket_id
    where a.ended_at is null and a.remind_at <= ${now} order by a.remind_at limit ${batchSize}
    for no key update of t skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

async function publish(tx: Tx, deps: Pick<Deps, 'subscriptions' | 'deliveries'>, ids: number[], now: Date): Promise<number> {
  // The condition again: another instance, or a change of the ticket, may have come before the lock.
  const { rows } = await sql<{ id: number; ticket_id: number; is_due: boolean }>`
    update ticket_appointments as a set remind_at = null from tickets as t
    where a.id = any(${ids}::bigint[]) and t.id = a.ticket_id and a.ended_at is null and a.remind_at <= ${now}
    returning a.id, a.ticket_id, a.from_at > ${now} and t.status in (${sql.join(appointmentStatuses)}) as is_due`.execute(tx);
  const due = rows.filter(({ is_due }) => is_due);
  const payloads = due.map(
    ({ id, ticket_id }): AppointmentPayload => ({ kind: 'appointment_soon', ticket_id, appointment_id: id, actor_id: null }),
  );
  await deliverEvent(tx, deps, 'appointment_soon', {}, payloads, tenantOfTicket(sql`(payload ->> 'ticket_id')::integer`), now);
  return due.length;
}
