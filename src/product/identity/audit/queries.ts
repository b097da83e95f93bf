import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { directionOf, type Page } from '../../../platform/http/pagination.ts';
import type { AuditEvent, AuditQuery } from './schemas.ts';

/**
 * Reads a page of the security events, the newest first. Ids are found and counted over an index, then only the rows of the
 * page are read. A generic plan would take all events for equally frequent, though most are sign-ins.
 */
export async function listAuditEvents(db: Db, query: AuditQuery): Promise<Page<AuditEvent>> {
  const { actor_id, subject_id, event, from, to, limit, offset } = query;
  let events = db.selectFrom('audit_events').modifyFront(forceCustomPlan);
  if (actor_id !== undefined) events = events.where('actor_id', '=', actor_id);
  if (subject_id !== undefined) events = events.where('subject_id', '=', subject_id);
  if (event !== undefined) events = events.where('event', '=', event);
  if (from !== undefined) events = events.where('at', '>=', from);
  if (to !== undefined) events = events.where('at', '<', to);
  const direction = directionOf(query, 'desc');
  const page = events.select('id').orderBy('at', direction).orderBy('id', direction).limit(limit).offset(offset);
  const items = db
    .selectFrom(page.as('page'))
    .innerJoin('audit_events as e', 'e.id', 'page.id')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .leftJoin('users as p', 'p.id', 'e.principal_id')
    .select([
      'e.id',
      'e.at',
      'e.event',
      // The id of a deleted account is kept for the filter but is not answered, as in the journal of a ticket.
      sql<string>`coalesce(u.id::text, '')`.as('actor_id'),
      'e.actor_name',
      sql<string | null>`case when e.principal_id is not null then coalesce(p.id::text, '') end`.as('principal_id'),
      'e.principal_name',
      'e.subject_type',
      'e.subject_id',
      'e.subject_name',
      'e.ip',
      'e.request_id',
      'e.detail',
    ])
    .$castTo<StoredEvent>()
    .orderBy('e.at', direction)
    .orderBy('e.id', direction);
  const count = events.select(sql<number>`count(*)`.as('total'));
  const [rows, { total }] = await Promise.all([items.execute(), count.executeTakeFirstOrThrow()]);
  return { items: rows.map(presentEvent), total, limit, offset };
}

type StoredEvent = Omit<AuditEvent, 'principal_id' | 'principal_name'> & { principal_id: string | null; principal_name: string };

/** Only events of requests that acted for somebody name a principal. */
function presentEvent({ principal_id, principal_name, ...event }: StoredEvent): AuditEvent {
  return principal_id === null ? event : { ...event, principal_id, principal_name };
}
