import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, limits, OneOf, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import { categories, priorities } from '../tables.ts';

/** What can be corrected in a ticket. */
export const editableFields = ['description', 'category', 'priority', 'floor'] as const;
export type EditableField = (typeof editableFields)[number];

/** The limits are those of `POST /tickets`. */
export const EditTicket = Changes('EditTicket', {
  description: Text(5, limits.description, ['The light in the hall flickers']),
  category: OneOf(categories),
  priority: OneOf(priorities),
  floor: Text(0, limits.floor, ['3']),
  reference: {
    ...Text(0, limits.reference, ['WO-4711']),
    description:
      'What another system calls it, unique among the tickets of the client; empty: nothing. Can be set on a closed ticket, too.',
  },
});
export type EditTicket = Static<typeof EditTicket>;

export const TicketEdit = Type.Object(
  {
    id: Type.Integer(),
    field: OneOf(editableFields),
    from: Type.String(),
    to: Type.String(),
    actor_id: Type.String({ description: 'Empty when the account was deleted.' }),
    actor_name: Type.String({ description: 'The name when the ticket was corrected.' }),
    created_at: Timestamp,
  },
  { title: 'TicketEdit' },
);
export const TicketEditPage = PageOf(TicketEdit);

export const EditQuery = Type.Object(pageParameters(['id', 'created_at'], 'id'));
export type EditQuery = Static<typeof EditQuery>;
