import { sql } from 'kysely';
import { systemRead } from '../../../platform/database/database.ts';
import { jobHealth } from '../../../platform/deliveries/job-results.ts';
import { type HealthCheck, healthResult } from '../../../platform/health/health-check.ts';
import { maxCounted } from '../../../platform/health/schemas.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { DeadlinesHealth } from './schemas.ts';

export const deadlinesJob = 'deadlines';
/** Apart from the notifications of all, because one client can have thousands of tickets whose targets it changes. */
export const targetsJob = 'changed targets';
export const jobIntervalMs = seconds(15);

export const deadlinesCheck = ({ db, clock }: Deps): HealthCheck => ({
  name: 'deadlines',
  level: 'shown',
  schema: DeadlinesHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const now = clock();
    const due = await systemRead(db, (lane) =>
      lane
        .selectFrom(
          lane
            .selectFrom('ticket_deadlines')
            .select('ticket_id')
            .where('next_step_at', '<=', now.toISOString())
            .limit(maxCounted)
            .as('due'),
        )
        .select(sql<number>`count(*)::int`.as('waiting'))
        .executeTakeFirstOrThrow(),
    );
    const { reason, details } = await jobHealth(db.read, deadlinesJob, jobIntervalMs, now);
    return healthResult(reason, { ...details, ...due });
  },
});
