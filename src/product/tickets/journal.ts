import { type RawBuilder, sql } from 'kysely';
import { senderIdOf } from '../../platform/audit/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Subscriptions } from '../../platform/module/events.ts';
import type { Actor } from '../visibility.ts';
import { insertDeliveries } from './events.ts';
import type { TicketAction, TicketStatus } from './lifecycle.ts';

// The journal of a ticket (docs/rules.md, Journal). Entries are written by the statement that makes
// the change, so status and history cannot part. Entries after the first one also set tickets.updated_at.

interface Entry {
  action: TicketAction;
  /** an expression over the changed ticket; null for a ticket that has just been created */
  fromStatus: RawBuilder<TicketStatus | null>;
  /** its id, or an expression over the changed ticket; null: the account was deleted */
  actorId: string | null | RawBuilder<string | null>;
  /** the name of an actor whose account was deleted, or an expression over the changed ticket */
  actorName?: string | RawBuilder<string>;
  /** a reason; empty otherwise */
  comment?: string;
  /** the ticket is created by a run of a recurring rule */
  byRule?: boolean;
  /** the photo that was added or removed */
  photo?: JournalPhoto;
  now: Date;
}

interface JournalPhoto {
  id: number;
  /** of its file; only when it is added */
  sha256?: Buffer;
}

/**
 * The CTEs that write the journal entry of each ticket in `changed`, a CTE of the same statement, and deliver the event
 * to its subscribers.
 */
export function journalCtes(entry: Entry, subscriptions: Subscriptions): RawBuilder<unknown> {
  const { action, fromStatus, actorId, actorName = '', comment = '', byRule = false, photo, now } = entry;
  const deliveries = insertDeliveries(subscriptions, { action, byRule }, now);
  // The name of an account that is being deleted at this moment is missing; its id makes the statement fail instead.
  return sql`
    entry as (
      insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at,
        photo_id, photo_sha256)
      select t.id, ${action}::ticket_action, ${fromStatus}, t.status, ${actorId}::uuid,
        coalesce((select name from users where id = ${actorId}), ${actorName}), ${comment}::text, ${now}::timestamptz,
        ${photo?.id ?? null}::integer, ${photo?.sha256 ?? null}::bytea
      from changed as t
      returning id, ticket_id
    )${deliveries ? sql`, deliveries_of_event as (${deliveries})` : sql``}`;
}

interface PhotoEntry {
  ticketId: number;
  action: 'photo_added' | 'photo_removed';
  actor: Actor;
  /** the name of the file */
  comment: string;
  photo: JournalPhoto;
  now: Date;
}

/** Writes the entry of a photo, which leaves the status as it is, in the transaction that adds or removes it. */
export async function recordPhoto(tx: Tx, subscriptions: Subscriptions, entry: PhotoEntry): Promise<void> {
  const { ticketId, action, actor, comment, photo, now } = entry;
  const fromStatus = sql<TicketStatus>`t.status`;
  await sql`
    with changed as (update tickets set updated_at = ${now} where id = ${ticketId} returning id, client_id, status),
    ${journalCtes({ action, fromStatus, actorId: senderIdOf(actor), comment, photo, now }, subscriptions)}
    select`.execute(tx);
}
