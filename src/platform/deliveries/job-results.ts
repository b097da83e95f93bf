import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { plus } from '../lib/clock.ts';
import { minutes } from '../lib/duration.ts';

/** @param first a SELECT of one row that is run before @returns a statement that stores when a run ended */
export function insertJobResult(
  job: string,
  result: 'succeeded' | 'failed',
  now: Date,
  first: RawBuilder<unknown> = sql`select`,
): RawBuilder<unknown> {
  const column = sql.ref(`${result}_at`);
  return sql`insert into job_results (job, ${column}) select ${job}, ${now}::timestamptz from (${first}) as first
    on conflict (job) do update set ${column} = greatest(job_results.${column}, excluded.${column})`;
}

/** Stores when a run ended, without an error when the database fails: the job itself must not fail because of it. */
export async function recordJobResult(
  { db, log }: { db: Database; log: Logger },
  job: string,
  result: 'succeeded' | 'failed',
  now: Date,
): Promise<void> {
  await db
    .statement((writer) => insertJobResult(job, result, now).execute(writer))
    .catch((error) => log.warn({ job, result, reason: error.message }, 'the result of a job cannot be stored'));
}

/** @returns when a run of a job last succeeded, and whether one has failed since */
export async function readJobResult(db: Db, job: string): Promise<{ succeededAt: string | null; hasFailed: boolean }> {
  const results = db.selectFrom('job_results').select(['succeeded_at', 'failed_at']).where('job', '=', job);
  const { succeeded_at, failed_at } = (await results.executeTakeFirst()) ?? { succeeded_at: null, failed_at: null };
  return { succeededAt: succeeded_at, hasFailed: failed_at !== null && (succeeded_at === null || failed_at > succeeded_at) };
}

/** @returns what the job has kept; undefined before the first time */
export async function readJobState(db: Db, job: string): Promise<unknown> {
  const row = await db.selectFrom('job_results').select('state').where('job', '=', job).executeTakeFirst();
  return row?.state ?? undefined;
}

/** Keeps a value for the next run of the job, which may be on another instance. */
export async function saveJobState(db: Database, job: string, state: object): Promise<void> {
  const value = JSON.stringify(state);
  await db.statement((writer) =>
    writer
      .insertInto('job_results')
      .values({ job, state: value })
      .onConflict((conflict) => conflict.column('job').doUpdateSet({ state: value }))
      .execute(),
  );
}

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
