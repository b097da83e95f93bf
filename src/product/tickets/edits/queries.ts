import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { selectPage } from '../../../platform/http/pagination.ts';
import type { EditQuery } from './schemas.ts';
import './tables.ts';

/** The corrections of a ticket, whose visibility the caller has checked; the oldest first. */
export function listEdits(db: Db, ticketId: number, query: EditQuery) {
  const edits = db
    .selectFrom('ticket_edits')
    .select(['id', 'field', 'old_value as from', 'new_value as to', 'actor_name', 'created_at'])
    .select(sql<string>`coalesce(actor_id::text, '')`.as('actor_id'))
    .where('ticket_id', '=', ticketId);
  return selectPage(edits, query, { column: query.sort, id: 'id', direction: 'asc' });
}
