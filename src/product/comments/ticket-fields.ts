import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TicketField } from '../../platform/capability/ticket-fields.ts';

export const ticketFields: readonly TicketField[] = [
  {
    name: 'comments',
    schema: Type.Integer({ description: 'How many comments it has.' }),
    columns: sql`(select count(*) from ticket_comments as c where c.ticket_id = t.id) as comment_count`,
    present: ({ comment_count }) => comment_count,
  },
];
