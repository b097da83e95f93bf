import { sql } from 'kysely';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows } from '../../../platform/module/personal-data.ts';
import { rulesCheck } from './health.ts';
import { patternField } from './pattern/queries.ts';
import { patternRoutes } from './pattern/routes.ts';
import { recurringRoutes } from './routes.ts';
import { runDuePatterns, runDueRules } from './run-due-rules.ts';
import { patternTickMs, patternTicks } from './schedule.ts';

export const recurring: Module = {
  name: 'recurring',
  tag: 'recurring',
  tables: ['recurring_rules', 'recurring_runs', 'recurring_patterns'],
  personalData: [
    namedRows('recurring_rules', 'created_by', 'created_by_name', {
      isBeforeTickets: true,
      kept: { address: 'where the building is' },
      rowsOf: (id) => sql`t.client_id = ${id} or t.created_by = ${id}`,
      ofOthers: {
        rows: (id) => sql`t.client_id <> ${id}`,
        columns: ['id', 'created_by', 'created_by_name', 'created_at'],
      },
    }),
    { table: 'recurring_patterns', rowsOf: (id) => sql`t.worker_id = ${id}` },
    { table: 'recurring_runs', kept: { address: 'where the building is' } },
  ],
  routes: (api, deps) => {
    recurringRoutes(api, deps);
    patternRoutes(api, deps);
  },
  ticketAdditions: () => ({ fields: [patternField] }),
  jobs: (deps) => [
    {
      name: 'rules',
      everyMs: deps.config.recurringTickMs,
      run: (stopping) => runDueRules(deps, stopping),
    },
    {
      name: patternTicks,
      onEveryInstance: true,
      everyMs: patternTickMs,
      run: (stopping) => runDuePatterns(deps, stopping),
    },
  ],
  healthChecks: (deps) => [rulesCheck(deps)],
};
