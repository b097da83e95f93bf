import { type SqlBool, sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows, replaceNames } from '../../../platform/module/personal-data.ts';
import { quoteRoutes } from './routes.ts';
import { openQuoteFilter } from './ticket-additions.ts';

/** What work would cost, for the client to answer (docs/decisions/costs.md). */
export const quotes: Module = {
  name: 'quotes',
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
