import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours } from '../../platform/lib/duration.ts';
import { appointmentCause, reminderCause } from './appointments.ts';
import { holdCause } from './holds.ts';
import { type NotificationEvent, notificationKinds } from './kinds.ts';
import type { NotificationNow } from './notification-now.ts';
import { quoteCause } from './quotes.ts';

/** A worker who was on the way longer ago has arrived or was held up: quiet hours and digests must not say that they come. */
const maxWayMs = hours(2);

interface Row extends NotificationNow {
  id: number;
  event: NotificationEvent;
  user_id: string;
  /** of a deputy: it still acts for the client, and gets the notifications of the client */
  is_deputy: boolean;
}

/**
 * Finds the notifications whose condition still holds, and whose recipient may still see what they are about.
 * @param ids of notifications: one statement for all, because a digest may have thousands
 */
export async function filterByCondition(db: Db, ids: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  const { rows } = await sql<Row>`
    select n.id, n.event, n.user_id, n.params, u.role = 'admin' as is_admin,
      t.status, t.worker_id, t.client_id, coalesce(t.done_at > n.created_at, false) as was_reworked,
      exists (select from project_workers as m
        where m.project_id = t.project_id and m.worker_id = n.user_id and m.status = 'active') as is_member,
      exists (select from ticket_hand_backs as h where h.ticket_id = t.id and h.is_open) as is_handed_back,
      case
        when appointment.id is null then 'none'
        when n.cause = ${appointmentCause} || appointment.id and appointment.to_at > ${now} then 'set'
        when n.cause = ${reminderCause} || appointment.id and appointment.from_at > ${now} then 'soon'
        else 'other' end as appointment,
      n.created_at > ${plus(now, -maxWayMs)} as is_recent,
      hold.id is not null as is_on_hold, coalesce(n.cause = ${holdCause} || hold.id, false) as is_same_hold,
      exists (select from ticket_quotes as q where q.ticket_id = t.id and q.status = 'open' and n.cause = ${quoteCause} || q.id
        and (q.expires_at is null or q.expires_at > ${now})) as is_open_quote,
      exists (select from project_workers as i
        where i.project_id = n.project_id and i.worker_id = n.user_id and i.status = 'invited' and i.expires_at > ${now})
        as is_invited,
      exists (select from portal_reports as r
        left join objects as o on o.id = r.object_id left join projects as p on p.id = o.project_id
        where r.id = n.report_id and r.status = 'open'
          and coalesce(p.client_id, r.client_id) = coalesce((n.params ->> 'principal_id')::uuid, n.user_id)) as is_open_report,
      exists (select from documents as doc join objects as o on o.id = doc.object_id join projects as p on p.id = o.project_id
        where doc.id = n.document_id and doc.expires_on = (n.params ->> 'expires_on')::date
          and (u.role = 'admin' or p.client_id = coalesce((n.params ->> 'principal_id')::uuid, n.user_id))) as is_same_expiry,
      exists (select from account_grants as g
        where g.deputy_id = n.user_id and g.principal_id = (n.params ->> 'principal_id')::uuid and g.notify) as is_deputy,
      d.deadlines -> (n.params ->> 'deadline') ->> 'soonAt' as soon_at,
      d.deadlines -> (n.params ->> 'deadline') ->> 'by' as due_at,
      d.deadlines -> (n.params ->> 'deadline') ->> 'stoppedAt' as stopped_at
    from notifications as n
    join users as u on u.id = n.user_id
    left join tickets as t on t.id = n.ticket_id
    left join ticket_holds as hold on hold.ticket_id = t.id and hold.ended_at is null
      and (hold.until is null or hold.until > ${now})
    left join ticket_appointments as appointment on appointment.ticket_id = t.id and appointment.ended_at is null
    left join ticket_deadlines as d on d.ticket_id = t.id
    where n.id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.filter((notification) => conditionHolds(notification, now)).map(({ id }) => id));
}

function conditionHolds(notification: Row, now: Date): boolean {
  const { event, user_id, params, is_deputy } = notification;
  if (params.principal_id !== undefined && !is_deputy) return false;
  return notificationKinds[event].holds(notification, params.principal_id ?? user_id, now);
}
