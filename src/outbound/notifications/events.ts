import type { Role } from '../../platform/security/roles.ts';

/** The events of which people are notified, with the roles that each can concern (docs/notifications.md). */
export const rolesOfEvent = {
  ticket_available: ['worker'],
  ticket_assigned: ['worker'],
  ticket_started: ['client'],
  ticket_done: ['client'],
  ticket_rejected: ['worker'],
  ticket_confirmed: ['worker'],
  ticket_canceled: ['client', 'worker'],
  ticket_edited: ['worker'],
  comment_added: ['client', 'worker', 'admin'],
  invitation: ['worker'],
  confirmation_waiting: ['client'],
  handed_back: ['client', 'admin'],
  ticket_on_hold: ['admin', 'client'],
  hold_ended: ['worker'],
  appointment_set: ['client', 'worker'],
  appointment_canceled: ['client', 'worker'],
  appointment_soon: ['client', 'worker'],
  quote_sent: ['client'],
  quote_answered: ['worker', 'admin'],
  appointment_answered: ['client', 'worker'],
  worker_on_the_way: ['client'],
  due_soon: ['client', 'worker'],
  overdue: ['admin', 'client', 'worker'],
  rule_worker_missing: ['client'],
  report_received: ['client'],
  document_expiring: ['admin', 'client'],
  webhook_disabled: ['admin', 'client'],
} as const satisfies Record<string, readonly Role[]>;

export type NotificationEvent = keyof typeof rolesOfEvent;

export const notificationEvents = Object.keys(rolesOfEvent) as NotificationEvent[];

/** @returns the events that an account of this role can be notified of */
export const eventsOf = (role: Role): NotificationEvent[] =>
  notificationEvents.filter((event) => (rolesOfEvent[event] as readonly Role[]).includes(role));

/** Beside the inbox of the console, which has everything. */
export const channels = ['messenger', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** `waiting`: for the end of quiet hours or the digest; `queued`: handed to its channel */
export type SendState = 'waiting' | 'queued' | 'sent' | 'dropped' | 'failed';

/**
 * Why a send waits, was dropped or failed; the console has words for each. When the last attempt failed, the reason is the error
 * of the channel instead.
 */
export const sendReasons = [
  'quiet_hours',
  'digest',
  'not_true',
  'read',
  'newer_of_ticket',
  'turned_off',
  'disabled',
  'no_chat',
  'no_mail',
  'no_browser',
  'rejected',
  'given_up',
] as const;
export type SendReason = (typeof sendReasons)[number];
