import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../platform/capability/ticket-fields.ts';
import { Timestamp } from '../../platform/http/schemas.ts';

/** What the journal and the photos tell of a ticket. */
export const coreFields: readonly TicketField[] = [
  {
    name: 'updated_at',
    schema: { ...Timestamp, description: 'When the newest entry of its journal was written.' },
    columns: sql`(
      select e.created_at from ticket_events as e where e.ticket_id = t.id order by e.id desc limit 1) as last_event_at`,
    present: ({ last_event_at, created_at }) => last_event_at ?? created_at,
  },
  {
    name: 'photos',
    schema: Type.Integer({ description: 'How many photos prove the work.' }),
    join: sql`left join lateral (
      select count(*) as photo_count, max(p.id) as newest_photo_id from ticket_photos as p where p.ticket_id = t.id) as of_photos on true`,
    columns: sql`of_photos.*`,
    present: ({ photo_count }) => photo_count,
  },
];
