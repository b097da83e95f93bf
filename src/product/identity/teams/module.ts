import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { rightOfLeads, teamFilter } from './queries.ts';
import { teamRoutes } from './routes.ts';

/** Teams of workers, whose leads act for the members. */
export const teams: Module = {
  name: 'teams',
  tables: ['teams', 'team_members'],
  personalData: [{ table: 'teams', kept: { name: 'the team' } }, ownRows('team_members', 'worker_id')],
  routes: teamRoutes,
  actingRight: rightOfLeads,
  ticketAdditions: () => ({ filters: [teamFilter] }),
};
