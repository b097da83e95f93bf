import { type RawBuilder, sql } from 'kysely';
import type { WritableDb } from '../../platform/database/database.ts';
import { postgresChannel } from '../../platform/database/listen.ts';

/**
 * Lets consoles reload a ticket when the transaction commits, for changes that are not in the journal, which live updates poll. Do not
 * call it for transitions: NOTIFY makes the commits of all writers wait for each other.
 */
export async function notifyTicketChanged(db: WritableDb, ticketId: number): Promise<void> {
  await sql`select ${ticketChangeNotice(sql`${ticketId}::integer`)}`.execute(db);
}

/**
 * A column of a statement that changes a ticket: lets consoles reload the ticket when the transaction commits.
 * @param ticketId an expression of the ticket's id
 */
export const ticketChangeNotice = (ticketId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_notify(${postgresChannel}, 'tickets ' || ${ticketId})`;

/** A column of a statement that makes a change of internal comments: lets consoles of those who read them reload the ticket. */
export const internalChangeNotice = (ticketId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_notify(${postgresChannel}, 'internal_comments ' || ${ticketId})`;
