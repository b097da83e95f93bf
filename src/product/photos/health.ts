import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Db } from '../../platform/database/database.ts';
import { systemRead } from '../../platform/database/database.ts';
import { type HealthCheck, healthResult } from '../../platform/health/health-check.ts';
import { maxCounted } from '../../platform/health/schemas.ts';
import { seconds } from '../../platform/lib/duration.ts';
import { StorageHealth } from './schemas.ts';

/** Timeout of the check: a storage server may never respond. */
const timeoutMs = seconds(5);

export const storageCheck = ({ db, config, storage, log }: Deps): HealthCheck => ({
  name: 'storage',
  level: 'healthy',
  schema: StorageHealth,
  maxAgeMs: seconds(15),
  run: async () => {
    const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${timeoutMs} ms`);
    });
    const [problem, undeletable] = await Promise.all([
      Promise.race([storage.check(), timeout]).then(
        () => undefined,
        (error: Error) => error.message || error.name,
      ),
      systemRead(db, countUndeletable),
    ]);
    const details = { kind: config.s3 ? ('s3' as const) : ('local' as const), undeletable };
    if (problem === undefined) return healthResult(undeletable > 0 ? 'undeletable' : 'working', details);
    log.warn({ reason: problem }, 'the photo storage cannot be reached');
    return { ...healthResult('unreachable', details), isDown: true, problem };
  },
});

async function countUndeletable(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from pending_file_deletions where failing_since is not null limit ${maxCounted}) as kept`.execute(db);
  return rows[0]?.n ?? 0;
}
