import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/open.ts';
import type { Actor } from '../visibility.ts';
import type { TicketAction, TicketStatus } from './lifecycle.ts';

// The journal of a ticket (docs/rules.md, Journal). Entries are written by the statement that makes
// the change, so status and history cannot part.

interface Entry {
  action: TicketAction;
  /** an expression over the changed ticket; null for a ticket that has just been created */
  fromStatus: RawBuilder<TicketStatus | null>;
  /** null: the account was deleted */
  actorId: string | null;
  /** the name of an actor whose account was deleted */
  actorName?: string;
  /** a reason; empty otherwise */
  comment?: string;
  now: Date;
}

/** The INSERT of a journal entry for the ticket in `changed`, a CTE of the statement that changes it. */
export function insertEntry({ action, fromStatus, actorId, actorName = '', comment = '', now }: Entry): RawBuilder<unknown> {
  // The name of an account that is being deleted at this moment is missing; its id makes the statement fail instead.
  return sql`
    insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
    select t.id, ${action}::ticket_action, ${fromStatus}, t.status, ${actorId}::uuid,
      coalesce((select name from users where id = ${actorId}), ${actorName}), ${comment}::text, ${now}::timestamptz
    from changed as t`;
}

/** An entry for something that leaves the status as it is, in the transaction that does it. */
export async function record(
  tx: Tx,
  entry: { ticketId: number; action: TicketAction; status: TicketStatus; actor: Actor; comment: string; now: Date },
): Promise<void> {
  const { ticketId, action, status, actor, comment, now } = entry;
  await tx
    .insertInto('ticket_events')
    .values({
      ticket_id: ticketId,
      action,
      from_status: status,
      to_status: status,
      actor_id: actor.id,
      actor_name: sql<string>`coalesce((select name from users where id = ${actor.id}), '')`,
      comment,
      created_at: now,
    })
    .execute();
}
