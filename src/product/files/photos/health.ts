import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { systemRead } from '../../../platform/database/database.ts';
import { type HealthCheck, healthResult } from '../../../platform/health/health-check.ts';
import { maxCounted } from '../../../platform/health/schemas.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { readDiskSpace } from './disk-space.ts';
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
    const [storageProblem, disk, undeletable] = await Promise.all([
      problemOf(Promise.race([storage.check(), timeout])),
      Promise.race([readDiskSpace(config), timeout]).catch((error: Error) => ({ problem: messageOf(error) })),
      systemRead(db, countUndeletable),
    ]);
    const space = 'problem' in disk ? undefined : disk;
    const kind = config.s3 ? ('s3' as const) : ('local' as const);
    const details = { kind, undeletable, free_bytes: space?.freeBytes ?? null };
    const problem = storageProblem ?? ('problem' in disk ? disk.problem : undefined);
    if (problem !== undefined) {
      log.warn({ reason: problem }, 'the photo storage cannot be reached');
      return { ...healthResult('unreachable', details), isDown: true, problem };
    }
    if (space?.state === 'full') {
      const reason = `${space.freeBytes} bytes are free on its disk, less than MIN_FREE_DISK_BYTES`;
      return { ...healthResult('full', details), isDown: true, problem: reason };
    }
    if (space?.state === 'nearly_full') return healthResult('nearly_full', details);
    return healthResult(undeletable > 0 ? 'undeletable' : 'working', details);
  },
});

const messageOf = ({ message, name }: Error): string => message || name;
const problemOf = (check: Promise<unknown>): Promise<string | undefined> => check.then(() => undefined, messageOf);

async function countUndeletable(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from pending_file_deletions where failing_since is not null limit ${maxCounted}) as kept`.execute(db);
  return rows[0]?.n ?? 0;
}
