import type { TicketEventPayload } from '../../product/tickets/events.ts';

// Payloads hold ids only: the text and the token are read when a message is sent, so that both are current and no
// secret is stored in a delivery.

declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    messages: TicketNotification;
    /** a queue of its own, so that replies, which anybody can cause, do not delay notifications */
    answers: BotReply;
  }
}

/** A message to the client of a ticket (docs/rules.md, Notifications): a reminder, or that a rule created it. */
export type TicketNotification = Reminder | Pick<TicketEventPayload, 'kind' | 'ticket_id' | 'action'>;

interface Reminder {
  kind: 'reminder';
  ticket_id: number;
  /** the value of `reminded_at` for which the reminder was enqueued */
  waited_until: string;
}

/** A reply to somebody who wrote to a bot. */
export interface BotReply {
  kind: 'answer';
  bot_id: number;
  chat_id: number;
  /** in whose language; without: English */
  user_id?: string;
  /** of a pressed button, which shows the answer */
  callback_id?: string;
  answer:
    | 'welcome'
    | 'bound'
    | 'bound_worker'
    | 'bound_admin'
    | 'expired'
    | 'unknown'
    | 'bound_here'
    | 'not_bound'
    | 'stopped'
    | 'stop_refused';
}
