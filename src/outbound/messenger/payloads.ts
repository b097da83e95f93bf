// A delivery names what it is about. The text is made when it is sent, from the state of that moment, and no token or
// text waits in the database.

import type { TicketEventPayload } from '../../product/tickets/events.ts';

declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    messages: Notice;
    /** apart from the notices, which must not wait for them: anybody can write to a bot */
    answers: Answer;
  }
}

/** A message to a client: a reminder, or that a rule created a ticket. */
export type Notice = Reminder | TicketEventPayload;

/** Tells a client that nobody has taken a ticket (docs/rules.md, Notifications). */
interface Reminder {
  kind: 'reminder';
  ticket_id: number;
  /** the end of the waiting time that it tells of */
  waited_until: string;
}

/** What a bot answers to whoever wrote to it. */
export interface Answer {
  kind: 'answer';
  bot_id: number;
  chat_id: number;
  answer: 'welcome' | 'bound' | 'expired' | 'unknown' | 'bound_here' | 'not_bound' | 'stopped';
}
