import type { Db } from '../database/database.ts';
import { readJobResult } from '../deliveries/job-results.ts';
import { plus } from '../lib/clock.ts';
import { minutes } from '../lib/duration.ts';

/** A run counts as late when none has succeeded for this time after it was due. */
const maxDelayMs = minutes(15);

/** Checks a job that runs at intervals. @returns the reason and the details of a health result */
export async function jobHealth(db: Db, job: string, everyMs: number, now: Date) {
  const { succeededAt, hasFailed } = await readJobResult(db, job);
  // After the clock was set back a run lies ahead.
  const last = succeededAt !== null && new Date(succeededAt) > now ? now.toISOString() : succeededAt;
  const next = last === null ? null : plus(new Date(last), everyMs);
  const isLate = next === null || plus(next, maxDelayMs) < now;
  const reason = hasFailed ? 'failed' : isLate ? 'late' : 'working';
  return { reason, details: { last_run_at: last, next_run_at: next?.toISOString() ?? null } } as const;
}
