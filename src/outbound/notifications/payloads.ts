import type { NotificationPayload } from './message-sources.ts';

declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    notifications: NotificationPayload;
    // One queue per channel: a slow one does not hold up the others.
    notification_messages: SendPayload;
    notification_mails: SendPayload;
    notification_pushes: SendPayload;
  }
}

/** A row of notification_sends. */
export interface SendPayload {
  kind: 'notification';
  send_id: number;
  user_id: string;
}
