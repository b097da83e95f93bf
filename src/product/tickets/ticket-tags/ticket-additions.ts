import { sql } from 'kysely';
import { Type } from 'typebox';
import { Text } from '../../../platform/http/schemas.ts';
import type { TicketField, TicketFilter } from '../../../platform/module/ticket-fields.ts';

/** Room for ten tags with commas between them. */
const maxFilterLength = 410;

export const tagsField: TicketField = {
  name: 'tags',
  schema: Type.Array(Type.String(), { description: 'In the order in which they were sent.' }),
  sparseColumn: {
    column: 'tags',
    select: sql`select json_agg(g.tag order by g.position) from ticket_tags as g where g.ticket_id = t.id`,
  },
  present: ({ tags }) => tags ?? [],
};

export const tagFilter: TicketFilter = {
  name: 'tag',
  schema: {
    ...Text(1, maxFilterLength, ['warranty,storm']),
    description: 'One tag or several with commas between them, of which a ticket has any; without regard to case and accents.',
  },
  condition: (value, { caller }) => {
    const keys = sql`(select fold_text(trim(tag)) from unnest(string_to_array(${value}, ',')) as tag)`;
    const ofClient = caller.role === 'client' ? sql`and g.client_id = ${caller.id}` : sql``;
    return sql`t.id in (select g.ticket_id from ticket_tags as g where g.key in ${keys} ${ofClient})`;
  },
  isSlow: true,
};
