import { type SqlBool, sql } from 'kysely';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows, replaceNames } from '../../../platform/module/personal-data.ts';
import type { TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { seesCosts } from '../../visibility.ts';
import { quoteRoutes } from './routes.ts';

/** What work would cost, for the client to answer (docs/decisions/costs.md). */
export const quotes: Module = {
  name: 'quotes',
  tag: 'tickets',
  tables: ['ticket_quotes'],
  personalData: [
    namedRows('ticket_quotes', 'sent_by', 'sent_by_name', {
      ticketColumn: 'ticket_id',
      replaced: ['sent_by_name', 'answered_by_name'],
      kept: { lines: 'what is quoted' },
      rowsOf: (account) => sql<SqlBool>`${account} in (t.sent_by, t.answered_by)`,
      anonymize: async (tx, account) => {
        await replaceNames(tx, 'ticket_quotes', 'sent_by', 'sent_by_name', account);
        await replaceNames(tx, 'ticket_quotes', 'answered_by', 'answered_by_name', account);
      },
    }),
  ],
  routes: quoteRoutes,
  ticketAdditions: () => ({ filters: [openQuoteFilter] }),
};

export const openQuoteFilter: TicketFilter = {
  name: 'open_quote',
  schema: { ...OneOf(['true']), description: 'true: only those with a quote that can be answered, of which you see the costs.' },
  condition: (_value, { now, caller }) => sql`(${seesCosts(caller)} and exists (
    select from ticket_quotes as q
    where q.ticket_id = t.id and q.status = 'open' and (q.expires_at is null or q.expires_at > ${now}::timestamptz)))`,
};
