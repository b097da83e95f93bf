import { sql } from 'kysely';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { seesCosts } from '../../visibility.ts';

export const openQuoteFilter: TicketFilter = {
  name: 'open_quote',
  schema: { ...OneOf(['true']), description: 'true: only those with a quote that can be answered, of which you see the costs.' },
  condition: (_value, { now, caller }) => sql`(${seesCosts(caller)} and exists (
    select from ticket_quotes as q
    where q.ticket_id = t.id and q.status = 'open' and (q.expires_at is null or q.expires_at > ${now}::timestamptz)))`,
};
