import type { Capability } from '../../platform/capability/capability.ts';
import { rulesCheck } from './health.ts';
import { recurringRoutes } from './routes.ts';
import { runDueRules } from './run-due-rules.ts';

export const recurring: Capability = {
  name: 'recurring',
  tables: ['recurring_rules', 'recurring_runs'],
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
