import type { Capability } from '../../platform/capability/capability.ts';
import { days } from '../../platform/lib/duration.ts';
import { counterCheck } from './check-counters.ts';
import { gaugeTickets } from './metrics.ts';
import { deleteExpiredTickets } from './retention.ts';
import { retentionField } from './retention-field.ts';
import { retentionCheck } from './retention-health.ts';
import { type CreateRecurringTicket, ticketRoutes } from './routes.ts';

export const ticketsCapability = (createRecurringTicket: CreateRecurringTicket): Capability => ({
  name: 'tickets',
  tables: [
    'tickets',
    'ticket_events',
    'ticket_status_counts',
    'worker_closed_counts',
    'ticket_id_date_ranges',
    'ticket_summaries',
  ],
  routes: (api, deps) => ticketRoutes(api, deps, createRecurringTicket),
  jobs: (deps) => [
    counterCheck(deps),
    {
      name: 'retention',
      everyMs: days(1),
      onOneInstance: true,
      run: (stopping) => deleteExpiredTickets(deps, stopping, deps.archiveTickets),
    },
  ],
  ticketAdditions: ({ config }) => ({ fields: [retentionField(config)] }),
  gauges: gaugeTickets,
  healthChecks: (deps) => [retentionCheck(deps)],
});
