import { sql } from 'kysely';
import type { Capability } from '../../platform/capability/capability.ts';
import { namedRows } from '../../platform/capability/personal-data.ts';
import { rulesCheck } from './health.ts';
import { recurringRoutes } from './routes.ts';
import { runDueRules } from './run-due-rules.ts';

export const recurring: Capability = {
  name: 'recurring',
  tables: ['recurring_rules', 'recurring_runs'],
  personalData: [
    namedRows('recurring_rules', 'created_by', 'created_by_name', {
      isBeforeTickets: true,
      kept: { address: 'where the building is' },
      rowsOf: (id) => sql`t.client_id = ${id} or t.created_by = ${id}`,
    }),
    { table: 'recurring_runs', kept: { address: 'where the building is' } },
  ],
  routes: recurringRoutes,
  jobs: (deps) => [
    {
      name: 'rules',
      everyMs: deps.config.recurringTickMs,
      recordAs: 'rules',
      run: (stopping) => runDueRules(deps, stopping),
    },
  ],
  healthChecks: (deps) => [rulesCheck(deps)],
};
