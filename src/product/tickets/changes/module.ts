import { sql } from 'kysely';
import { hours, seconds } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { markRenamedTickets } from './mark-renamed.ts';
import { pruneChanges } from './prune.ts';
import { changeRoutes } from './routes.ts';

/** Which tickets changed since a reader has asked last (docs/decisions/changes.md). */
export const changes: Module = {
  name: 'changes',
  tablesOfDatabase: ['ticket_changes', 'change_epochs', 'change_horizons', 'changed_scopes'],
  // The other transaction may be that of an internal comment, which the client may not see.
  personalData: [
    {
      table: 'ticket_changes',
      rowsOf: (id) => sql`t.client_id = ${id} and t.client_xid is not null`,
      secrets: ['xid'],
    },
  ],
  routes: changeRoutes,
  jobs: (deps) => [
    {
      name: 'changes by renaming',
      everyMs: seconds(5),
      run: async (stopping) => {
        await markRenamedTickets(deps, stopping);
      },
    },
    {
      name: 'prune changes',
      everyMs: hours(1),
      onOneInstance: true,
      run: async (stopping) => {
        await pruneChanges(deps, stopping);
      },
    },
  ],
};
