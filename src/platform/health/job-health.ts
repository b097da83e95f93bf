import type { Db } from '../database/open.ts';
import { isFailure, readJobResult } from '../jobs/job-results.ts';
import { plus } from '../lib/clock.ts';
import { minutes } from '../lib/duration.ts';

/** A run counts as late when none has succeeded for this time after it was due. */
const maxDelayMs = minutes(15);

/** Checks a job that runs at intervals. @returns the reason and the details of a health result */
export async function jobHealth(db: Db, job: string, everyMs: number, now: Date) {
  const last = await readJobResult(db, job);
  const next = last.succeeded_at === null ? null : plus(new Date(last.succeeded_at), everyMs);
  const isLate = next === null || plus(next, maxDelayMs) < now;
  const reason = isFailure(last) ? 'failed' : isLate ? 'late' : 'working';
  return { reason, details: { last_run_at: last.succeeded_at, next_run_at: next?.toISOString() ?? null } } as const;
}
