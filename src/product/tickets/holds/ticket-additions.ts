import { sql } from 'kysely';
import { Type } from 'typebox';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { TicketField, TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { isOpenHold } from './queries.ts';
import { Hold, holdStatuses } from './schemas.ts';

export const holdField: TicketField = {
  name: 'hold',
  schema: {
    ...Type.Unsafe<Hold | null>({ anyOf: [Hold, { type: 'null' }] }),
    description: 'What the work waits for; null: the ticket is not on hold.',
  },
  sparseColumn: {
    column: 'hold',
    select: (now) => sql`
      select json_build_object('reason', h.reason, 'note', h.note, 'until', h.until, 'since', h.since, 'by_name', h.by_name)
      from ticket_holds as h where h.ticket_id = t.id and ${isOpenHold(now)}
        and t.status in (${sql.join(holdStatuses.map((status) => sql.lit(status)))})`,
  },
  present: ({ hold }) => (isHold(hold) ? { ...hold, until: hold.until && toIso(hold.until), since: toIso(hold.since) } : null),
};

const isHold = (value: unknown): value is Hold => typeof value === 'object' && value !== null;
const toIso = (time: string): string => new Date(time).toISOString();

export const onHoldFilter: TicketFilter = {
  name: 'on_hold',
  schema: { ...OneOf(['true', 'false']), description: 'true: only those that are on hold.' },
  condition: (value, { now }) => {
    const isOnHold = sql`exists (select from ticket_holds as h where h.ticket_id = t.id and ${isOpenHold(now)})`;
    return value === 'true' ? sql`${isOnHold}` : sql`not ${isOnHold}`;
  },
};
