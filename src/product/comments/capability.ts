import type { Capability } from '../../platform/capability/capability.ts';
import { commentRoutes } from './routes.ts';
import { ticketFields } from './ticket-fields.ts';

/** What people write to each other about a ticket. */
export const comments: Capability = {
  name: 'comments',
  tables: ['ticket_comments'],
  routes: commentRoutes,
  ticketAdditions: () => ({ fields: ticketFields }),
};
