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
  handed_back: 9,
  comment_added: 10,
  confirmation_waiting: 11,
  due_soon: 12,
  overdue: 13,
  invitation: 14,
  report_received: 15,
  ticket_on_hold: 16,
  hold_ended: 17,
  appointment_set: 18,
  appointment_canceled: 19,
};

/** In the order in which they are offered. */
export const allEvents = (Object.keys(order) as WebhookEvent[]).sort((a, b) => order[a] - order[b]);
