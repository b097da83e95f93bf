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
  photo_added: 11,
  attachment_added: 12,
  confirmation_waiting: 13,
  due_soon: 14,
  overdue: 15,
  invitation: 16,
  report_received: 17,
  object_changed: 18,
  project_deleted: 19,
};

/** In the order in which they are offered. */
export const allEvents = (Object.keys(order) as WebhookEvent[]).sort((a, b) => order[a] - order[b]);
