import type { Capability } from '../../platform/capability/capability.ts';
import { countedFilters } from './counted-filters.ts';
import { statsRoutes } from './routes.ts';

/** How many tickets were created and closed, and how long it took. */
export const stats: Capability = {
  name: 'stats',
  tables: ['ticket_stats'],
  routes: statsRoutes,
  ticketAdditions: () => ({ filters: countedFilters }),
};
