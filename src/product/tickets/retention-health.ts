import type { Deps } from '../../platform/capability/deps.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { jobHealth } from '../../platform/health/job-health.ts';
import { readJobResults } from '../../platform/jobs/job-results.ts';
import { days, seconds } from '../../platform/lib/duration.ts';
import { RetentionHealth } from './schemas.ts';

export const retentionCheck = ({ db, clock, config }: Deps): HealthCheck => ({
  name: 'retention',
  level: 'shown',
  schema: RetentionHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const last = (await readJobResults(db.read))('retention');
    const kept = { days: config.ticketRetentionDays };
    if (kept.days === 0) {
      return healthResult('switched_off', { ...kept, last_run_at: last.succeeded_at, next_run_at: null });
    }
    const { reason, details } = jobHealth(last, days(1), clock());
    return healthResult(reason, { ...kept, ...details });
  },
});
