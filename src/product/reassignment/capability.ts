import type { Capability } from '../../platform/capability/capability.ts';
import { reassignmentRoutes } from './routes.ts';
import { handedBackField, handedBackFilter } from './ticket-additions.ts';

/** Another worker for a ticket: given by client or admin, or asked for by the worker. */
export const reassignment: Capability = {
  name: 'reassignment',
  tables: ['ticket_hand_backs'],
  routes: reassignmentRoutes,
  ticketAdditions: () => ({ fields: [handedBackField], filters: [handedBackFilter] }),
};
