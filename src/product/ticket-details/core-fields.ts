import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../platform/capability/ticket-fields.ts';
import { Timestamp } from '../../platform/http/schemas.ts';

/** What the journal and the photos tell of a ticket. */
export const coreFields: readonly TicketField[] = [
  {
    name: 'updated_at',
    schema: { ...Timestamp, description: 'When the newest entry of its journal was written.' },
    columns: sql`coalesce(t.updated_at, t.created_at) as updated_at`,
  },
  {
    name: 'photos',
    schema: Type.Integer({ description: 'How many photos prove the work.' }),
    // With what other capabilities count (026_ticket_summaries.sql), because each table more that is read costs a list time.
    join: sql`left join ticket_summaries as summary on summary.ticket_id = t.id`,
    columns: sql`coalesce(summary.photos, 0) as photos, coalesce(summary.attachments, 0) as attachments,
      coalesce(summary.comments, 0) as comments`,
  },
];
