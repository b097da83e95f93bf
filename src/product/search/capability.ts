import type { Capability } from '../../platform/capability/capability.ts';
import { seconds } from '../../platform/lib/duration.ts';
import { indexStaleTickets } from './refresh.ts';
import { searchAdditions } from './ticket-additions.ts';

/** Words in tickets (docs/reports.md, Search). */
export const search: Capability = {
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
