import { type RawBuilder, sql } from 'kysely';
import { causingSpan } from '../../platform/deliveries/queue.ts';
import type { Subscriptions } from '../../platform/module/events.ts';
import type { TicketAction } from './lifecycle.ts';

// Events of tickets, of modules too: subscribers know them whether the module is there or not.

/** Something that happened to a ticket; the statement that does it writes it to the journal. */
export interface TicketEvent {
  action: TicketAction;
  /** the ticket was created by a run of a recurring rule */
  byRule: boolean;
}

/** A deadline of a ticket comes near or has passed, as the module that keeps deadlines found. */
export interface DeadlineEvent {
  step: 'due_soon' | 'overdue';
  /** what has to be done by then */
  deadline: 'take' | 'finish';
}

/** Somebody corrected a ticket. */
export interface TicketEditedEvent {
  /** its priority may be another one */
  changesPriority: boolean;
}

declare module '../../platform/module/events.ts' {
  interface DomainEvents {
    ticket: TicketEvent;
    deadline: DeadlineEvent;
    ticket_edited: TicketEditedEvent;
    comment_added: Record<string, never>;
    attachment_added: Record<string, never>;
    hand_back: Record<string, never>;
    report_received: Record<string, never>;
    confirmation_waiting: Record<string, never>;
    rule_worker_missing: Record<string, never>;
    ticket_on_hold: Record<string, never>;
    hold_ended: Record<string, never>;
    appointment_set: Record<string, never>;
    appointment_canceled: Record<string, never>;
    appointment_soon: Record<string, never>;
    quote_sent: Record<string, never>;
    quote_answered: Record<string, never>;
    appointment_answered: Record<string, never>;
    worker_on_the_way: Record<string, never>;
  }
}

/** What the queue of a subscriber gets for an event. */
export interface TicketEventPayload {
  kind: 'ticket_event';
  ticket_id: number;
  action: TicketAction;
  /** the entry of the journal */
  event_id: number;
}

/** What the queue of a subscriber gets for a deadline. */
export interface DeadlineEventPayload extends DeadlineEvent {
  kind: 'deadline';
  ticket_id: number;
  by: string;
}

/**
 * What the queue of a subscriber gets for a comment. An internal one has a kind of its own, which the release before does not know: it
 * would notify the client.
 */
export interface CommentAddedPayload {
  kind: 'comment_added' | 'internal_comment_added';
  ticket_id: number;
  comment_id: number;
  /** null: somebody without an account who has reported the ticket */
  author_id: string | null;
  author_name: string;
  text: string;
}

/** What the queue of a subscriber gets for an attachment. */
export interface AttachmentAddedPayload {
  /** the second one: it came with an internal comment */
  kind: 'attachment_added' | 'internal_attachment_added';
  ticket_id: number;
  attachment_id: number;
}

/** What the queue of a subscriber gets when a ticket was corrected. */
export interface TicketEditedPayload {
  kind: 'ticket_edited';
  ticket_id: number;
  /** who had the ticket then */
  worker_id: string | null;
  /** of ticket_edits, one for each field */
  edit_ids: number[];
}

/** What the queue of a subscriber gets when a worker hands a ticket back. */
export interface HandBackPayload {
  kind: 'hand_back';
  ticket_id: number;
  hand_back_id: number;
}

/** What the queue of a subscriber gets when a ticket is put on hold, and when that ends. */
export interface HoldPayload {
  kind: 'ticket_on_hold' | 'hold_ended';
  ticket_id: number;
  hold_id: number;
  /** null: it has ended by itself, or with a transition */
  actor_id: string | null;
}

/** What the queue of a subscriber gets when somebody sets or cancels an appointment, and when one is near. */
export interface AppointmentPayload {
  kind: 'appointment_set' | 'appointment_canceled' | 'appointment_soon';
  ticket_id: number;
  appointment_id: number;
  /** null: nobody with an account */
  actor_id: string | null;
}

/** What the queue of a subscriber gets when somebody sends a quote, and when it is approved or declined. */
export interface QuotePayload {
  kind: 'quote_sent' | 'quote_answered';
  ticket_id: number;
  quote_id: number;
  actor_id: string;
}

/**
 * What the queue of a subscriber gets when whoever reported the problem, without an account, accepts or declines an appointment, or
 * declines all times that were offered. A time that is chosen is an appointment that is set.
 */
export interface AppointmentAnsweredPayload {
  kind: 'appointment_answered';
  ticket_id: number;
  answer: 'accepted' | 'declined';
  /** which one it is */
  appointment_id?: number;
  offer_id?: number;
  note: string;
  answered_at: string;
}

/** What the queue of a subscriber gets for an event of which it is enough to know the ticket, and who did it when. */
export interface TicketNoticePayload<Kind extends string> {
  kind: Kind;
  ticket_id: number;
  /** null: nobody with an account */
  actor_id: string | null;
  at: string;
}

/** What the queue of a subscriber gets when the worker of a ticket is on the way. */
export type OnTheWayPayload = TicketNoticePayload<'worker_on_the_way'>;

/** What the queue of a subscriber gets when finished work waits for its client. */
export interface ConfirmationWaitingPayload {
  kind: 'confirmation_waiting';
  ticket_id: number;
  /** full days since the work was done */
  days: number;
}

/** What the queue of a subscriber gets when the ticket of a rule could not be assigned to the worker whom the rule names. */
export interface RuleWorkerMissingPayload {
  kind: 'rule_worker_missing';
  ticket_id: number;
  /** null: the account was deleted */
  worker_id: string | null;
}

/** What the queue of a subscriber gets when somebody without an account has reported a problem. */
export interface ReportReceivedPayload {
  kind: 'report_received';
  report_id: string;
  /** null: the report came by mail and has no object yet */
  object_id: number | null;
  category?: string;
}

/**
 * The INSERT that delivers the events in `entry`, the CTE that writes them to the journal, to their subscribers; part of the
 * statement that changes the tickets in the CTE `changed`, so that no event is lost and none is about a change that was rolled back.
 * @returns undefined when nobody subscribed to it
 */
export function insertDeliveries(subscriptions: Subscriptions, event: TicketEvent, now: Date): RawBuilder<unknown> | undefined {
  const subscribed = subscriptions.queuesFor('ticket', event);
  if (subscribed.length === 0) return undefined;
  const queues = subscribed.filter(({ ifTicket }) => !ifTicket).map(({ queue }) => queue);
  const conditional = subscribed.flatMap(({ queue, ifTicket }) =>
    ifTicket ? [sql`union all select ${queue}::text where ${ifTicket}`] : [],
  );
  return sql`
    insert into deliveries (queue, payload, tenant, created_at, traceparent)
    select queue,
      jsonb_build_object('kind', 'ticket_event', 'ticket_id', e.ticket_id, 'action', ${event.action}::text, 'event_id', e.id),
      t.client_id, ${now}::timestamptz, ${causingSpan()}
    from entry as e join changed as t on t.id = e.ticket_id,
      lateral (select unnest(${queues}::text[]) as queue ${sql.join(conditional, sql` `)}) as subscribed`;
}
