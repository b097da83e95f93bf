import { sql } from 'kysely';
import { Type } from 'typebox';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { TicketField, TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { handBackStatuses } from './hand-back.ts';
import { HandedBack } from './schemas.ts';

export const handedBackField: TicketField = {
  name: 'handed_back',
  schema: {
    ...Type.Unsafe<HandedBack | null>({ anyOf: [HandedBack, { type: 'null' }] }),
    description: 'Its worker asks for another one; null once it was reassigned, started or cancelled.',
  },
  sparseColumn: {
    column: 'handed_back',
    select: sql`
      select json_build_object('reason', h.reason, 'at', h.created_at) from ticket_hand_backs as h
      where h.ticket_id = t.id and h.is_open and t.status in (${sql.join(handBackStatuses.map((status) => sql.lit(status)))})`,
  },
  present: ({ handed_back: open }) => (isHandBack(open) ? { ...open, at: new Date(open.at).toISOString() } : null),
};

const isHandBack = (value: unknown): value is HandedBack => typeof value === 'object' && value !== null;

export const handedBackFilter: TicketFilter = {
  name: 'handed_back',
  schema: { ...OneOf(['true', 'false']), description: 'true: only those that wait for another worker.' },
  condition: (value) => {
    const isOpen = sql`exists (select from ticket_hand_backs as h where h.ticket_id = t.id and h.is_open)`;
    return value === 'true' ? sql`${isOpen}` : sql`not ${isOpen}`;
  },
};
