import { appointmentStatuses } from '../../product/tickets/appointments/schemas.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';
import type { NotificationParams } from './params.ts';

/** A notification, beside what it is about as that is now. */
export interface NotificationNow extends Nullable<TicketNow> {
  params: NotificationParams;
  is_admin: boolean;
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

/** Whether what a deadline is for was done, or is not to be done any more. */
export const isSettled = (status: TicketStatus, deadline: 'take' | 'finish'): boolean =>
  deadline === 'take' ? status !== 'new' : status === 'done' || status === 'confirmed' || status === 'closed';

/** Whether a notification is still worth sending, and its recipient may still see what it is about. */
export type Condition = (notification: NotificationNow, userId: string, now: Date) => boolean;

type TicketCondition = (ticket: TicketNow, userId: string, notification: Pick<NotificationNow, 'params' | 'is_admin'>) => boolean;

const hasTicket = <N extends NotificationNow>(notification: N): notification is N & TicketNow => notification.status !== null;

/** The condition of a notification about a ticket. */
export const ofTicket =
  (condition: TicketCondition): Condition =>
  (notification, userId) =>
    hasTicket(notification) && condition(notification, userId, notification);

/** The work waits for the client. */
export const isDone = ofTicket(
  ({ status, client_id, was_reworked }, userId) => status === 'done' && client_id === userId && !was_reworked,
);

/** What the deadline is for is not done yet. */
const isOpenDeadline = ofTicket(({ status, worker_id, client_id, is_member }, userId, { params: { deadline }, is_admin }) => {
  const sees = is_admin || client_id === userId || worker_id === userId || (status === 'new' && is_member);
  return sees && deadline !== undefined && !isSettled(status, deadline);
});

/** Whether the time of a deadline has come or passed, and was not moved since, by other targets, a round of rework or a hold. */
export const isStillDue =
  (step: 'due_soon' | 'overdue'): Condition =>
  (notification, userId, now) => {
    const { soon_at, due_at, stopped_at } = notification;
    if (!isOpenDeadline(notification, userId, now) || soon_at === null || due_at === null) return false;
    const time = stopped_at === null ? now : new Date(stopped_at);
    const isOverdue = new Date(due_at) <= time;
    return step === 'overdue' ? isOverdue : new Date(soon_at) <= time && !isOverdue;
  };

/** The client or the worker. */
export const isParty = ({ client_id, worker_id }: Pick<TicketNow, 'client_id' | 'worker_id'>, userId: string): boolean =>
  client_id === userId || worker_id === userId;

/** The work that an appointment is for is not done. */
export const isUnfinished = (status: TicketStatus): boolean => appointmentStatuses.some((one) => one === status);
