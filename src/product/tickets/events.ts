import { type RawBuilder, sql } from 'kysely';
import type { Subscriptions } from '../../platform/capability/events.ts';
import type { TicketAction } from './lifecycle.ts';

/** Something that happened to a ticket; the statement that does it writes it to the journal. */
export interface TicketEvent {
  action: TicketAction;
  /** the ticket was created by a run of a recurring rule */
  byRule: boolean;
}

declare module '../../platform/capability/events.ts' {
  interface DomainEvents {
    ticket: TicketEvent;
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

/**
 * The INSERT that delivers the event in `entry`, the CTE that writes it to the journal, to its subscribers; part of the
 * statement that changes the ticket, so that no event is lost and none is told of a change that was not.
 * @returns undefined when nobody subscribed to it
 */
export function insertDeliveries(subscriptions: Subscriptions, event: TicketEvent, now: Date): RawBuilder<unknown> | undefined {
  const queues = subscriptions.queuesFor('ticket', event);
  if (queues.length === 0) return undefined;
  return sql`
    insert into deliveries (queue, payload, created_at)
    select queue,
      jsonb_build_object('kind', 'ticket_event', 'ticket_id', e.ticket_id, 'action', ${event.action}::text, 'event_id', e.id),
      ${now}::timestamptz
    from entry as e, unnest(${queues}::text[]) as queue`;
}
