import type { Capability } from '../../platform/capability/capability.ts';
import { days } from '../../platform/lib/duration.ts';
import { gaugeTickets } from './gauges.ts';
import { removeOldTickets } from './retention.ts';
import { ticketRoutes } from './routes.ts';

export const tickets: Capability = {
  name: 'tickets',
  tables: ['tickets', 'ticket_events', 'ticket_counts', 'ticket_totals', 'ticket_closings', 'ticket_spans'],
  routes: ticketRoutes,
  jobs: (deps) => [
    { name: 'retention', everyMs: days(1), recordAs: 'retention', run: (stopping) => removeOldTickets(deps, stopping) },
  ],
  gauges: gaugeTickets,
};
