import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { TicketField, TicketFilter } from '../../platform/capability/ticket-fields.ts';
import { OneOf, Timestamp } from '../../platform/http/schemas.ts';

const HandedBack = Type.Object({ reason: Type.String(), at: Timestamp }, { title: 'HandedBack' });
export type HandedBack = Static<typeof HandedBack>;

export const handedBackField: TicketField = {
  name: 'handed_back',
  schema: {
    ...Type.Unsafe<HandedBack | null>({ anyOf: [HandedBack, { type: 'null' }] }),
    description: 'Its worker asks for another one; null once it was reassigned, started or cancelled.',
  },
  join: sql`left join lateral (
    select h.reason as handed_back_reason, h.created_at as handed_back_at
    from ticket_hand_backs as h where h.ticket_id = t.id and h.is_open
  ) as hand_back on true`,
  columns: sql`hand_back.handed_back_reason, hand_back.handed_back_at`,
  present: ({ handed_back_reason, handed_back_at }) =>
    handed_back_at ? { reason: handed_back_reason, at: handed_back_at } : null,
};

export const handedBackFilter: TicketFilter = {
  name: 'handed_back',
  schema: { ...OneOf(['true', 'false']), description: 'true: only those that wait for another worker.' },
  condition: (value) => {
    const isOpen = sql`exists (select from ticket_hand_backs as h where h.ticket_id = t.id and h.is_open)`;
    return value === 'true' ? sql`${isOpen}` : sql`not ${isOpen}`;
  },
};
