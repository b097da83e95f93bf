import { seconds } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { indexStaleTickets } from './refresh.ts';
import { searchAdditions } from './ticket-additions.ts';

/** Words in tickets (docs/reports.md, Search). */
export const search: Module = {
  name: 'search',
  tables: ['ticket_search', 'ticket_search_stale'],
  ticketAdditions: () => searchAdditions,
  jobs: (deps) => [
    {
      name: 'search index',
      everyMs: seconds(5),
      run: async (stopping) => {
        await indexStaleTickets(deps, stopping);
      },
    },
  ],
};
