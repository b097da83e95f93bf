import type { Webhook } from '../../contract/schemas.ts';

export type WebhookEvent = Webhook['events'][number];

const order: Record<WebhookEvent, number> = {
  ticket_created: 1,
  ticket_available: 2,
  ticket_assigned: 3,
  ticket_started: 4,
  ticket_done: 5,
  ticket_confirmed: 6,
  ticket_rejected: 7,
  ticket_canceled: 8,
  ticket_edited: 9,
  handed_back: 10,
  comment_added: 11,
  photo_added: 12,
  attachment_added: 13,
  confirmation_waiting: 14,
  due_soon: 15,
  overdue: 16,
  invitation: 17,
  report_received: 18,
  object_changed: 19,
  project_deleted: 20,
  ticket_on_hold: 21,
  hold_ended: 22,
  appointment_set: 23,
  appointment_canceled: 24,
  quote_sent: 25,
  quote_answered: 26,
  appointment_answered: 25,
  worker_on_the_way: 25,
};

/** In the order in which they are offered. */
export const allEvents = (Object.keys(order) as WebhookEvent[]).sort((a, b) => order[a] - order[b]);
