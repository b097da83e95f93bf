import type { Capability } from '../../platform/capability/capability.ts';
import { coreFields, coreFilters } from './core-fields.ts';
import { ticketDetailRoutes } from './routes.ts';

/** Tickets with what other capabilities know of them. */
export const ticketDetails: Capability = {
  name: 'ticket-details',
  routes: ticketDetailRoutes,
  ticketAdditions: () => ({ fields: coreFields, filters: coreFilters }),
};
