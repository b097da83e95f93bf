import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/open.ts';
import type { Slots } from '../../platform/database/shapes.ts';
import type { Actor } from '../visibility.ts';
import type { TicketAction, TicketStatus } from './lifecycle.ts';

// The journal of a ticket (docs/rules.md, Journal). Entries are written by the statement that makes
// the change, so status and history cannot part.

export const journalColumns = [
  'ticket_id',
  'action',
  'from_status',
  'to_status',
  'actor_id',
  'actor_name',
  'comment',
  'created_at',
] as const;

interface Details {
  /** absent for a ticket that has just come into being */
  fromStatus?: RawBuilder<TicketStatus | null>;
  /** how the author was called, for one whose account is gone */
  authorName?: RawBuilder<string>;
  /** a reason or a file name; empty otherwise */
  comment?: RawBuilder<string>;
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

/** What to insert into `journalColumns` for the ticket in alias `t`, as it is after the change. */
export function journalEntry(action: TicketAction, slot: Slots<{ me: string | null; now: Date }>, details: Details = {}) {
  const {
    fromStatus = sql<TicketStatus | null>`null::ticket_status`,
    authorName = sql<string>`''`,
    comment = sql<string>`''`,
  } = details;
  return [
    't.id',
    sql<TicketAction>`${sql.lit(action)}::ticket_action`.as('action'),
    fromStatus.as('from_status'),
    't.status',
    sql<string | null>`${slot('me')}::uuid`.as('actor_id'),
    // Of an account that is deleted at this moment the reference speaks, not a missing name.
    sql<string>`coalesce((select name from users where id = ${slot('me')}), ${authorName}::text)`.as('actor_name'),
    comment.as('comment'),
    sql<Date>`${slot('now')}::timestamptz`.as('created_at'),
  ] as const;
}
