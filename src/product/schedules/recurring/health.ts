import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { systemRead } from '../../../platform/database/database.ts';
import { jobHealth } from '../../../platform/deliveries/job-results.ts';
import { type HealthCheck, healthResult } from '../../../platform/health/health-check.ts';
import { maxCounted } from '../../../platform/health/schemas.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { blocker, rulesWithObject } from './run-blockers.ts';
import { RulesHealth } from './schemas.ts';

export const rulesCheck = ({ db, clock, config }: Deps): HealthCheck => ({
  name: 'rules',
  level: 'shown',
  schema: RulesHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const now = clock();
    const counts = await systemRead(db, (lane) => countDue(lane, now));
    const { reason, details } = await jobHealth(db.read, 'rules', config.recurringTickMs, now);
    return healthResult(reason, { ...details, ...counts });
  },
});

/** Counts the active rules that are due, and those of them that are blocked. */
function countDue(db: Db, now: Date): Promise<{ due: number; blocked: number }> {
  const rules = rulesWithObject(db)
    .select(blocker.as('blocker'))
    .where('r.is_active', '=', sql.lit(true)) // a literal, for the partial index
    .where('r.next_run_at', '<=', now.toISOString())
    .limit(maxCounted);
  return db
    .selectFrom(rules.as('due'))
    .select([sql<number>`count(*)::int`.as('due'), sql<number>`count(blocker)::int`.as('blocked')])
    .executeTakeFirstOrThrow();
}
