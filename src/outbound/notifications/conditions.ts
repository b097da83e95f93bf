import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { plus } from '../../platform/lib/clock.ts';
import { hours } from '../../platform/lib/duration.ts';
import { appointmentStatuses } from '../../product/tickets/appointments/schemas.ts';
import { holdStatuses } from '../../product/tickets/holds/schemas.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';
import { onMyWayStatuses } from '../../product/tickets/on-my-way/schemas.ts';
import { appointmentCause, reminderCause } from './appointments.ts';
import { isSettled, isStillDue } from './deadlines.ts';
import type { NotificationEvent } from './events.ts';
import { holdCause } from './holds.ts';
import { quoteCause } from './quotes.ts';
import type { NotificationParams } from './tables.ts';

/** A worker who was on the way longer ago has arrived or was held up: quiet hours and digests must not say that they come. */
const maxWayMs = hours(2);

/** A notification, beside what it is about as that is now. */
interface NotificationNow extends Nullable<TicketNow> {
  id: number;
  event: NotificationEvent;
  user_id: string;
  params: NotificationParams;
  is_admin: boolean;
  /** of a deputy: it still acts for the client, and gets the notifications of the client */
  is_deputy: boolean;
  /** of an invitation: it is neither answered nor expired */
  is_invited: boolean;
  /** of a report: it is not answered yet */
  is_open_report: boolean;
  /** of a document: it still expires on that day, and the recipient may see it */
  is_same_expiry: boolean;
  /** of a deadline: when it comes near, and when it passes */
  soon_at: string | null;
  due_at: string | null;
  /** since when its clock stands still */
  stopped_at: string | null;
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null };

interface TicketNow {
  status: TicketStatus;
  worker_id: string | null;
  client_id: string;
  is_member: boolean;
  /** the work was done again after the event */
  was_reworked: boolean;
  is_handed_back: boolean;
  is_on_hold: boolean;
  /** it is not older than a way takes */
  is_recent: boolean;
  /** the hold that it is about is not over */
  is_same_hold: boolean;
  /** the quote that it is about can be answered */
  is_open_quote: boolean;
  /** that it is about: `set`, or a reminder of it, and not over; `other`: the ticket has another one */
  appointment: 'set' | 'soon' | 'other' | 'none';
}

type Condition = (ticket: TicketNow, userId: string, notification: Pick<NotificationNow, 'params' | 'is_admin'>) => boolean;

const isDone: Condition = ({ status, client_id, was_reworked }, userId) =>
  status === 'done' && client_id === userId && !was_reworked;

/** What the deadline is for is not done yet. */
const isOpenDeadline: Condition = ({ status, worker_id, client_id, is_member }, userId, { params: { deadline }, is_admin }) => {
  const sees = is_admin || client_id === userId || worker_id === userId || (status === 'new' && is_member);
  return sees && deadline !== undefined && !isSettled(status, deadline);
};

/** The client or the worker. */
const isParty = ({ client_id, worker_id }: Pick<TicketNow, 'client_id' | 'worker_id'>, userId: string): boolean =>
  client_id === userId || worker_id === userId;

const isUnfinished = (status: TicketStatus): boolean => appointmentStatuses.some((one) => one === status);

/** What has to be true of a ticket when its notification is sent. */
const conditions: Record<
  Exclude<NotificationEvent, 'invitation' | 'report_received' | 'document_expiring' | 'webhook_disabled'>,
  Condition
> = {
  ticket_available: ({ status, is_member }) => status === 'new' && is_member,
  ticket_assigned: ({ status, worker_id }, userId) => status === 'assigned' && worker_id === userId,
  ticket_started: ({ status, client_id }, userId) => status === 'in_progress' && client_id === userId,
  ticket_done: isDone,
  ticket_rejected: ({ status, worker_id }, userId) => status === 'rejected' && worker_id === userId,
  ticket_confirmed: ({ status, worker_id }, userId) => status === 'closed' && worker_id === userId,
  ticket_canceled: ({ status, worker_id, client_id }, userId) =>
    status === 'closed' && (worker_id === userId || client_id === userId),
  ticket_edited: ({ status, worker_id }, userId) => status !== 'closed' && worker_id === userId,
  comment_added: ({ status, worker_id, client_id, is_member }, userId, { is_admin }) =>
    is_admin || worker_id === userId || client_id === userId || (status === 'new' && is_member),
  confirmation_waiting: isDone,
  handed_back: ({ is_handed_back, client_id }, userId, { is_admin }) => is_handed_back && (is_admin || client_id === userId),
  rule_worker_missing: ({ status, client_id }, userId) => status === 'new' && client_id === userId,
  ticket_on_hold: ({ is_same_hold, client_id }, userId, { is_admin }) => is_same_hold && (is_admin || client_id === userId),
  hold_ended: ({ status, worker_id, is_on_hold }, userId) =>
    worker_id === userId && !is_on_hold && holdStatuses.some((one) => one === status),
  appointment_set: (ticket, userId) => ticket.appointment === 'set' && isParty(ticket, userId),
  appointment_canceled: (ticket, userId) =>
    ticket.appointment === 'none' && ticket.status !== 'closed' && isParty(ticket, userId),
  appointment_soon: (ticket, userId) => ticket.appointment === 'soon' && isUnfinished(ticket.status) && isParty(ticket, userId),
  quote_sent: ({ is_open_quote, client_id }, userId) => is_open_quote && client_id === userId,
  quote_answered: ({ worker_id }, userId, { is_admin }) => is_admin || worker_id === userId,
  appointment_answered: (ticket, userId) => isUnfinished(ticket.status) && isParty(ticket, userId),
  worker_on_the_way: ({ status, client_id, is_recent }, userId) =>
    is_recent && client_id === userId && onMyWayStatuses.some((one) => one === status),
  due_soon: isOpenDeadline,
  overdue: isOpenDeadline,
};

/**
 * Finds the notifications whose condition still holds, and whose recipient may still see what they are about.
 * @param ids of notifications: one statement for all, because a digest may have thousands
 */
export async function filterByCondition(db: Db, ids: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  const { rows } = await sql<NotificationNow>`
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

function conditionHolds(notification: NotificationNow, now: Date): boolean {
  const { event, user_id, params, is_deputy, is_invited, is_open_report, is_same_expiry } = notification;
  if (params.principal_id !== undefined && !is_deputy) return false;
  if (event === 'invitation') return is_invited;
  if (event === 'webhook_disabled') return true; // it happened, and its owner has to know
  if (event === 'report_received') return is_open_report;
  if (event === 'document_expiring') return is_same_expiry;
  if (!hasTicket(notification) || !conditions[event](notification, params.principal_id ?? user_id, notification)) return false;
  return !params.deadline || isStillDue(event, notification, now);
}

const hasTicket = (notification: NotificationNow): notification is NotificationNow & TicketNow => notification.status !== null;
