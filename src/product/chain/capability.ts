import type { Capability } from '../../platform/capability/capability.ts';
import { chainRoutes } from './routes.ts';

/** A hash chain over the journal of each ticket. */
export const chain: Capability = {
  name: 'chain',
  tables: ['ticket_chains', 'journal_replacements'],
  routes: chainRoutes,
};
