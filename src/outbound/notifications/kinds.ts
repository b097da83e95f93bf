import type { Role } from '../../platform/security/roles.ts';
import { holdStatuses } from '../../product/tickets/holds/schemas.ts';
import { onMyWayStatuses } from '../../product/tickets/on-my-way/schemas.ts';
import { type Condition, isDone, isParty, isStillDue, isUnfinished, ofTicket } from './notification-now.ts';

/** A kind of notification. Its texts are in `texts/`, and those of the console in web/src/pages/notifications. */
interface NotificationKind {
  /** whom it can concern: they can turn it on */
  roles: readonly Role[];
  /** for docs/notifications.md */
  recipients: string;
  when: string;
  /** what must be true when it is sent */
  holds: Condition;
  /**
   * The kind is the name of a domain event with a TicketNoticePayload, and these are its recipients. Without it a function makes the
   * messages (message-sources.ts).
   */
  to?: readonly ('client' | 'worker' | 'admins')[];
  /** It asks for something while its ticket has this status, and counts as read afterwards. */
  asksWhile?: 'new' | 'done';
  /** the page of the console, when it is about no ticket */
  page?: string;
  /** Deputies do not get it: they may not change what it is about. */
  isOwnersAffair?: true;
  /** Nothing but the name in its params says who did it. */
  actorIsKnownByName?: true;
}

const kinds = {
  ticket_available: {
    roles: ['worker'],
    recipients: 'the members of the project',
    when: 'a ticket is new',
    asksWhile: 'new',
    holds: ofTicket(({ status, is_member }) => status === 'new' && is_member),
  },
  ticket_assigned: {
    roles: ['worker'],
    recipients: 'its worker',
    when: 'somebody else assigns it',
    holds: ofTicket(({ status, worker_id }, userId) => status === 'assigned' && worker_id === userId),
  },
  ticket_started: {
    roles: ['client'],
    recipients: 'its client',
    when: 'the work starts',
    holds: ofTicket(({ status, client_id }, userId) => status === 'in_progress' && client_id === userId),
  },
  ticket_done: {
    roles: ['client'],
    recipients: 'its client',
    when: 'the work is done',
    asksWhile: 'done',
    holds: isDone,
  },
  ticket_rejected: {
    roles: ['worker'],
    recipients: 'its worker',
    when: 'the client sends the work back',
    holds: ofTicket(({ status, worker_id }, userId) => status === 'rejected' && worker_id === userId),
  },
  ticket_confirmed: {
    roles: ['worker'],
    recipients: 'its worker',
    when: 'the client confirms the work',
    holds: ofTicket(({ status, worker_id }, userId) => status === 'closed' && worker_id === userId),
  },
  ticket_canceled: {
    roles: ['client', 'worker'],
    recipients: 'its client and its worker',
    when: 'it is cancelled',
    holds: ofTicket((ticket, userId) => ticket.status === 'closed' && isParty(ticket, userId)),
  },
  ticket_edited: {
    roles: ['worker'],
    recipients: 'its worker',
    when: 'somebody [corrects](rules.md#corrections) it',
    holds: ofTicket(({ status, worker_id }, userId) => status !== 'closed' && worker_id === userId),
  },
  comment_added: {
    roles: ['client', 'worker', 'admin'],
    recipients: 'its client and its worker; of an internal comment its worker, of one that the worker writes all admins',
    when: 'somebody else comments on it',
    holds: ofTicket(
      (ticket, userId, { is_admin }) => is_admin || isParty(ticket, userId) || (ticket.status === 'new' && ticket.is_member),
    ),
  },
  invitation: {
    roles: ['worker'],
    recipients: 'the worker',
    when: 'a project invites them',
    page: 'invitations',
    actorIsKnownByName: true,
    holds: ({ is_invited }) => is_invited,
  },
  confirmation_waiting: {
    roles: ['client'],
    recipients: 'its client',
    when: 'done for 24 hours and not confirmed; then daily, 3 times',
    asksWhile: 'done',
    holds: isDone,
  },
  handed_back: {
    roles: ['client', 'admin'],
    recipients: 'its client and the admins',
    when: 'its worker, or somebody else for it, hands it back',
    holds: ofTicket(
      ({ is_handed_back, client_id }, userId, { is_admin }) => is_handed_back && (is_admin || client_id === userId),
    ),
  },
  ticket_on_hold: {
    roles: ['admin', 'client'],
    recipients: 'its client and the admins',
    when: 'somebody else puts it [on hold](rules.md#on-hold)',
    holds: ofTicket(({ is_same_hold, client_id }, userId, { is_admin }) => is_same_hold && (is_admin || client_id === userId)),
  },
  hold_ended: {
    roles: ['worker'],
    recipients: 'its worker',
    when: 'the hold ends by its time, or somebody else ends it',
    actorIsKnownByName: true,
    holds: ofTicket(
      ({ status, worker_id, is_on_hold }, userId) =>
        worker_id === userId && !is_on_hold && holdStatuses.some((one) => one === status),
    ),
  },
  appointment_set: {
    roles: ['client', 'worker'],
    recipients: 'its client and its worker',
    when: 'somebody else sets an [appointment](rules.md#appointments)',
    holds: ofTicket((ticket, userId) => ticket.appointment === 'set' && isParty(ticket, userId)),
  },
  appointment_canceled: {
    roles: ['client', 'worker'],
    recipients: 'its client and its worker',
    when: 'somebody else cancels it',
    actorIsKnownByName: true,
    holds: ofTicket((ticket, userId) => ticket.appointment === 'none' && ticket.status !== 'closed' && isParty(ticket, userId)),
  },
  appointment_soon: {
    roles: ['client', 'worker'],
    recipients: 'its client and its worker',
    when: 'it begins in 24 hours',
    holds: ofTicket((ticket, userId) => ticket.appointment === 'soon' && isUnfinished(ticket.status) && isParty(ticket, userId)),
  },
  quote_sent: {
    roles: ['client'],
    recipients: 'its client',
    when: 'somebody sends a [quote](rules.md#costs-and-quotes)',
    holds: ofTicket(({ is_open_quote, client_id }, userId) => is_open_quote && client_id === userId),
  },
  quote_answered: {
    roles: ['worker', 'admin'],
    recipients: 'its worker and the admins',
    when: 'the client approves or declines it',
    holds: ofTicket(({ worker_id }, userId, { is_admin }) => is_admin || worker_id === userId),
  },
  appointment_answered: {
    roles: ['client', 'worker'],
    recipients: 'its client and its worker',
    when: 'whoever reported it, without an account, accepts or declines, or declines all offered times',
    holds: ofTicket((ticket, userId) => isUnfinished(ticket.status) && isParty(ticket, userId)),
  },
  worker_on_the_way: {
    roles: ['client'],
    recipients: 'its client',
    when: 'its worker says to be [on the way](rules.md#on-the-way)',
    to: ['client'],
    actorIsKnownByName: true,
    holds: ofTicket(
      ({ status, client_id, is_recent }, userId) =>
        is_recent && client_id === userId && onMyWayStatuses.some((one) => one === status),
    ),
  },
  due_soon: {
    roles: ['client', 'worker'],
    recipients: 'its client and its worker',
    when: 'three quarters of the time for taking or finishing are over',
    holds: isStillDue('due_soon'),
  },
  overdue: {
    roles: ['admin', 'client', 'worker'],
    recipients: 'its client, its worker and all admins',
    when: 'a [deadline](rules.md#deadlines) has passed',
    holds: isStillDue('overdue'),
  },
  rule_worker_missing: {
    roles: ['client'],
    recipients: 'its client',
    when: 'a rule created it, and its worker cannot be assigned',
    asksWhile: 'new',
    actorIsKnownByName: true,
    holds: ofTicket(({ status, client_id }, userId) => status === 'new' && client_id === userId),
  },
  report_received: {
    roles: ['client'],
    recipients: 'the client of the object',
    when: 'somebody without an account [reports](portal.md) a problem, or a worker what they [found](portal.md#what-workers-find)',
    page: 'reports',
    holds: ({ is_open_report }) => is_open_report,
  },
  document_expiring: {
    roles: ['admin', 'client'],
    recipients: 'its client and the admins',
    when: 'a document expires in 30 days, or today (UTC)',
    page: 'documents',
    holds: ({ is_same_expiry }) => is_same_expiry,
  },
  webhook_disabled: {
    roles: ['admin', 'client'],
    recipients: 'the owner of the webhook',
    when: 'it failed for three days or answered 410 ([webhooks](webhooks.md))',
    page: 'webhooks',
    isOwnersAffair: true,
    holds: () => true, // it happened, and its owner has to know
  },
} as const satisfies Record<string, NotificationKind>;

export type NotificationEvent = keyof typeof kinds;

/** Those whose messages need nothing but their ticket, and who did it when. */
export type TicketNotice = {
  [Event in NotificationEvent]: (typeof kinds)[Event] extends { to: unknown } ? Event : never;
}[NotificationEvent];

/** The kinds of notifications; docs/notifications.md is made of it. */
export const notificationKinds: Record<NotificationEvent, NotificationKind> = kinds;

export const notificationEvents = Object.keys(kinds) as NotificationEvent[];

/** @returns the events that an account of this role can be notified of */
export const eventsOf = (role: Role): NotificationEvent[] =>
  notificationEvents.filter((event) => notificationKinds[event].roles.includes(role));
