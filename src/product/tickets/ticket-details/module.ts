import type { Module } from '../../../platform/module/module.ts';
import { coreFields, coreFilters } from './core-fields.ts';
import { ticketDetailRoutes } from './routes.ts';

/** Tickets with what other modules know of them. */
export const ticketDetails: Module = {
  name: 'ticket-details',
  routes: ticketDetailRoutes,
  ticketAdditions: () => ({ fields: coreFields, filters: coreFilters }),
};
