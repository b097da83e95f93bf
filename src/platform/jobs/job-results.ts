import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../database/open.ts';
import type { Clock } from '../lib/clock.ts';

export interface JobResult {
  succeeded_at: string | null;
  failed_at: string | null;
}

/** Whatever was done stays done when its outcome cannot be stored. */
export async function recordJobResult(
  { db, log }: { db: Database; log: Logger },
  work: string,
  end: 'succeeded' | 'failed',
  now: Date,
): Promise<void> {
  const at = `${end}_at` as const;
  await db
    .statement((writer) =>
      writer
        .insertInto('job_results')
        .values({ job: work, [at]: now })
        .onConflict((known) =>
          known.column('job').doUpdateSet({ [at]: sql`greatest(job_results.${sql.ref(at)}, excluded.${sql.ref(at)})` }),
        )
        .execute(),
    )
    .catch((error) => log.warn({ work, end, reason: error.message }, 'the outcome of work cannot be stored'));
}

/** Does periodic work and records how it ended. @throws what the work throws */
export async function recorded<T>(
  deps: { db: Database; clock: Clock; log: Logger },
  work: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    const result = await run();
    await recordJobResult(deps, work, 'succeeded', deps.clock());
    return result;
  } catch (error) {
    await recordJobResult(deps, work, 'failed', deps.clock());
    throw error;
  }
}

/** @returns how the last runs of work ended, by its name */
export async function readJobResults(db: Db): Promise<(work: string) => JobResult> {
  const rows = await db.selectFrom('job_results').select(['job', 'succeeded_at', 'failed_at']).execute();
  return (work) => rows.find((row) => row.job === work) ?? { succeeded_at: null, failed_at: null };
}

/** Whether the last run failed: no later one has succeeded. */
export const isFailure = ({ failed_at, succeeded_at }: JobResult): boolean =>
  failed_at !== null && (succeeded_at === null || failed_at > succeeded_at);
