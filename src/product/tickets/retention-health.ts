import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { jobHealth } from '../../platform/health/job-health.ts';
import { days, seconds } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { RetentionHealth } from './schemas.ts';

export const retentionCheck = ({ db, clock, config }: Deps): HealthCheck => ({
  name: 'retention',
  level: 'shown',
  schema: RetentionHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const { reason, details } = await jobHealth(db.read, 'retention', days(1), clock());
    const shown = { days: config.ticketRetentionDays, archive: config.archive, ...details };
    return shown.days === 0 ? healthResult('switched_off', { ...shown, next_run_at: null }) : healthResult(reason, shown);
  },
});
