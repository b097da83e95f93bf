import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Db } from '../../platform/database/open.ts';
import { systemRead } from '../../platform/database/system-read.ts';
import { maxCounted } from '../../platform/deliveries/backlog.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { jobHealth } from '../../platform/health/job-health.ts';
import { readJobResults } from '../../platform/jobs/job-results.ts';
import { seconds } from '../../platform/lib/duration.ts';
import { RulesHealth } from './schemas.ts';

export const rulesCheck = ({ db, clock, config }: Deps): HealthCheck => ({
  name: 'rules',
  level: 'shown',
  schema: RulesHealth,
  maxAgeMs: seconds(60),
  run: async () => {
    const now = clock();
    const last = (await readJobResults(db.read))('rules');
    const counts = await systemRead(db, (lane) => countDue(lane, now));
    const { reason, details } = jobHealth(last, config.recurringTickMs, now);
    return healthResult(reason, { ...details, ...counts });
  },
});

/** The rules that the next evaluation looks at, over the index that it uses. */
async function countDue(db: Db, now: Date): Promise<{ due: number; blocked: number }> {
  const { rows } = await sql<{ due: number; blocked: number }>`
    select count(*)::int as due, (count(*) filter (where is_blocked))::int as blocked
    from (
      select not p.is_active or not o.is_active or coalesce(
               (select status <> 'closed' from tickets where rule_id = r.id order by id desc limit 1), false) as is_blocked
      from recurring_rules r join projects p on p.id = r.project_id join objects o on o.id = r.object_id
      where r.is_active and r.next_run_at <= ${now.toISOString()}
      limit ${maxCounted}
    ) as due`.execute(db);
  return rows[0] ?? { due: 0, blocked: 0 };
}
