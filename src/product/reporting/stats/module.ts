import { minutes } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { countedFilters } from './counted-filters.ts';
import { relativeDayFilters } from './relative-days.ts';
import { statsRoutes } from './routes.ts';
import { sumWeeks } from './sum-weeks.ts';

/** How many tickets were created and closed, and how long it took. */
export const stats: Module = {
  name: 'stats',
  tag: 'tickets',
  tables: ['ticket_stats', 'ticket_stats_weeks', 'ticket_stats_late', 'ticket_stats_sums'],
  routes: statsRoutes,
  ticketAdditions: () => ({ filters: [...relativeDayFilters, ...countedFilters] }),
  jobs: (deps) => [
    {
      name: 'sums of numbers',
      everyMs: minutes(10),
      run: async (stopping) => {
        await sumWeeks(deps, stopping);
      },
    },
  ],
};
