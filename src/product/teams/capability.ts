import type { Capability } from '../../platform/capability/capability.ts';
import { rightOfLeads, teamFilter } from './queries.ts';
import { teamRoutes } from './routes.ts';

/** Teams of workers, whose leads act for the members. */
export const teams: Capability = {
  name: 'teams',
  tables: ['teams', 'team_members'],
  routes: teamRoutes,
  actingRight: rightOfLeads,
  ticketAdditions: () => ({ filters: [teamFilter] }),
};
