import { sql } from 'kysely';
import type { WritableDb } from '../../platform/database/database.ts';
import type { Subscriptions } from '../../platform/module/events.ts';
import { journalCtes } from './journal.ts';
import { type TicketRow, ticketColumns } from './queries.ts';
import type { Category, Priority } from './tables.ts';

/** What the caller says of a new ticket. */
export interface NewTicket {
  object_id: number;
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
}

interface Origin {
  /** the client whose project it must be in */
  ownerId: string;
  /** the actor of the journal entry; null: the account was deleted, and `authorName` names it */
  authorId: string | null;
  authorName?: string;
  ruleId?: number;
  /** a run of that rule creates it */
  byRule?: boolean;
  now: Date;
}

/**
 * Creates a ticket with its first journal entry, in one statement.
 * @returns undefined when the owner has no such object, or object or project are disabled
 */
export async function insertTicket(
  db: WritableDb,
  subscriptions: Subscriptions,
  ticket: NewTicket,
  origin: Origin,
): Promise<TicketRow | undefined> {
  const { object_id, category, priority, description, floor } = ticket;
  const { ownerId, authorId, authorName = '', ruleId = null, byRule = false, now } = origin;
  const fromStatus = sql<null>`null::ticket_status`;
  const { rows } = await sql<TicketRow>`
    with place as (
      select o.id, o.project_id, o.address, p.client_id
      from objects as o join projects as p on p.id = o.project_id
      where o.id = ${object_id} and p.client_id = ${ownerId} and o.is_active and p.is_active
      for share of p, o
    ), changed as (
      insert into tickets
        (object_id, project_id, client_id, address, category, priority, description, floor, rule_id, created_at)
      select id, project_id, client_id, address, ${category}::ticket_category, ${priority}::ticket_priority,
        ${description}::text, ${floor}::text, ${ruleId}::integer, ${now}::timestamptz
      from place
      returning *
    ), ${journalCtes({ action: 'created', fromStatus, actorId: authorId, actorName: authorName, byRule, now }, subscriptions)}
    select ${ticketColumns} from changed as t`.execute(db);
  return rows[0];
}
