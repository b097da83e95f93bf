import type { Capability } from '../../platform/capability/capability.ts';
import { rulesCheck } from './health.ts';
import { patternRoutes } from './pattern/routes.ts';
import { recurringRoutes } from './routes.ts';
import { runDuePatterns, runDueRules } from './run-due-rules.ts';
import { patternTickMs, patternTicks } from './schedule.ts';

export const recurring: Capability = {
  name: 'recurring',
  tables: ['recurring_rules', 'recurring_runs', 'recurring_patterns'],
  routes: (api, deps) => {
    recurringRoutes(api, deps);
    patternRoutes(api, deps);
  },
  jobs: (deps) => [
    {
      name: 'rules',
      everyMs: deps.config.recurringTickMs,
      recordAs: 'rules',
      run: (stopping) => runDueRules(deps, stopping),
    },
    {
      // On each instance, so that one that fails or ends delays nothing: the lock of a rule keeps it from running twice.
      name: patternTicks,
      everyMs: patternTickMs,
      recordAs: patternTicks,
      run: (stopping) => runDuePatterns(deps, stopping),
    },
  ],
  healthChecks: (deps) => [rulesCheck(deps)],
};
