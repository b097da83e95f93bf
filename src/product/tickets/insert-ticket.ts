import { type RawBuilder, sql } from 'kysely';
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
  /** the actor of the journal entry */
  authorId: string;
  ruleId?: number;
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
  { ownerId, authorId, ruleId, now }: Origin,
): Promise<TicketRow | undefined> {
  const { object_id, category, priority, description, floor } = ticket;
  const wanted = sql`
    select ${object_id}::integer as object_id, ${ownerId}::uuid as client_id, ${category}::ticket_category as category,
      ${priority}::ticket_priority as priority, ${description}::text as description, ${floor}::text as floor,
      ${ruleId ?? null}::integer as rule_id`;
  const [row] = await insertTickets(db, subscriptions, { wanted, actorId: authorId, now, columns: ticketColumns });
  return row;
}

interface NewTickets<Row> {
  /** a SELECT of object_id, client_id, category, priority, description, floor and rule_id of each ticket */
  wanted: RawBuilder<unknown>;
  /** as in the journal */
  actorId: string | RawBuilder<string | null>;
  actorName?: RawBuilder<string>;
  /** runs of the rules create them */
  byRule?: boolean;
  now: Date;
  /** what is returned of the new tickets `t` */
  columns: RawBuilder<Row>;
}

/**
 * Creates tickets with their first journal entries, in one statement and in the order of their rules.
 * @returns those whose object is one of their client, and enabled like its project
 */
export async function insertTickets<Row>(
  db: WritableDb,
  subscriptions: Subscriptions,
  { wanted, columns, ...entry }: NewTickets<Row>,
): Promise<Row[]> {
  const fromStatus = sql<null>`null::ticket_status`;
  const { rows } = await sql<Row>`
    with place as (
      select o.id, o.project_id, p.client_id, o.address, category, priority, description, floor, rule_id
      from (${wanted}) as wanted join objects as o on o.id = wanted.object_id join projects as p on p.id = o.project_id
      where p.client_id = wanted.client_id and o.is_active and p.is_active
      order by rule_id
      for share of p, o
    ), changed as (
      insert into tickets
        (object_id, project_id, client_id, address, category, priority, description, floor, rule_id, created_at)
      select place.*, ${entry.now}::timestamptz from place
      returning *
    ), ${journalCtes({ ...entry, action: 'created', fromStatus }, subscriptions)}
    select ${columns} from changed as t`.execute(db);
  return rows;
}
