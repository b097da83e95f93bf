import { systemRead } from '../../../platform/database/database.ts';
import { jobHealth } from '../../../platform/deliveries/job-results.ts';
import { type HealthCheck, healthResult } from '../../../platform/health/health-check.ts';
import { minutes, seconds } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { countMails } from './queries.ts';
import { IntakeHealth } from './schemas.ts';

export const mailboxJob = 'mailbox';
export const readIntervalMs = minutes(1);

const neverRun = { last_run_at: null, next_run_at: null, taken: 0, left: 0 };

/** Fails while the mailbox cannot be read, or some of its messages cannot be stored. */
export const intakeCheck = ({ db, clock, config }: Deps): HealthCheck => ({
  name: 'intake',
  level: 'shown',
  schema: IntakeHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    if (!config.intake) return healthResult('not_configured', neverRun);
    return systemRead(db, async (lane) => {
      const { reason, details } = await jobHealth(lane, mailboxJob, readIntervalMs, clock());
      return healthResult(reason, { ...details, ...(await countMails(lane)) });
    });
  },
});
