import { sql } from 'kysely';
import type { TicketFilter } from '../../platform/capability/ticket-fields.ts';
import { OneOf } from '../../platform/http/schemas.ts';
import { seesCosts } from '../visibility.ts';

export const openQuoteFilter: TicketFilter = {
  name: 'open_quote',
  schema: { ...OneOf(['true']), description: 'true: only those with a quote that can be answered, of which you see the costs.' },
  condition: (_value, { now, caller }) => sql`(${seesCosts(caller)} and exists (
    select from ticket_quotes as q
    where q.ticket_id = t.id and q.status = 'open' and (q.expires_at is null or q.expires_at > ${now}::timestamptz)))`,
};
