import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type Page, selectPage } from '../../platform/http/pagination.ts';
import type { AuditEvent, AuditQuery } from './schemas.ts';

/** Reads a page of the security events, the newest first. The total is counted over an index of the filters. */
export async function listAuditEvents(db: Db, query: AuditQuery): Promise<Page<AuditEvent>> {
  const { actor_id, subject_id, event, from, to } = query;
  let events = db.selectFrom('audit_events as e');
  if (actor_id !== undefined) events = events.where('e.actor_id', '=', actor_id);
  if (subject_id !== undefined) events = events.where('e.subject_id', '=', subject_id);
  if (event !== undefined) events = events.where('e.event', '=', event);
  if (from !== undefined) events = events.where('e.at', '>=', from);
  if (to !== undefined) events = events.where('e.at', '<', to);
  const items = events.select([
    'e.id',
    'e.at',
    'e.event',
    // The id of a deleted account is kept for the filter but is not answered, as in the journal of a ticket.
    sql<string>`coalesce((select u.id::text from users as u where u.id = e.actor_id), '')`.as('actor_id'),
    'e.actor_name',
    'e.subject_type',
    'e.subject_id',
    'e.subject_name',
    'e.ip',
    'e.request_id',
    'e.detail',
  ]);
  return selectPage(items.$castTo<AuditEvent>(), query, { column: 'e.at', id: 'e.id', direction: 'desc' });
}
