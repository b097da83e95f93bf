import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { seconds } from '../lib/duration.ts';

// The lease of a job gives one instance the right to run it. Times are those of the database, so that instances with different
// clocks agree.

/** How long a lease lasts when its holder does not renew it. With the interval in which others ask for it, less than 30 s. */
const leaseMs = seconds(20);
const renewIntervalMs = seconds(6);

const expiry = sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`;

/**
 * Runs a job if no other instance does.
 * @param dueBefore nothing is done when a run has succeeded since then, on whichever instance
 * @param run gets a signal that is aborted when the lease is lost
 * @returns whether it was run
 * @throws whatever the job throws
 */
export async function runWithLease(
  db: Database,
  job: string,
  dueBefore: Date,
  run: (lost: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  const holder = crypto.randomUUID();
  if (!(await takeLease(db, job, holder, dueBefore))) return false;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    if (!(await extendLease(db, job, holder))) lost.abort(new Error(`another instance runs the job ${job}`));
  };
  // A renewal that fails is followed by another one before the lease ends.
  const timer = setInterval(() => void renew().catch(() => {}), renewIntervalMs).unref();
  try {
    await run(lost.signal);
    return true;
  } finally {
    clearInterval(timer);
    await endLease(db, job, holder).catch(() => {}); // it ends by itself
  }
}

async function takeLease(db: Database, job: string, holder: string, dueBefore: Date): Promise<boolean> {
  const isFree = sql<boolean>`(job_results.leased_until is null or job_results.leased_until < now())`;
  const isDue = sql<boolean>`(job_results.succeeded_at is null or job_results.succeeded_at < ${dueBefore})`;
  const { numInsertedOrUpdatedRows = 0n } = await db.statement((writer) =>
    writer
      .insertInto('job_results')
      .values({ job, holder, leased_until: expiry })
      .onConflict((conflict) => conflict.column('job').doUpdateSet({ holder, leased_until: expiry }).where(isFree).where(isDue))
      .executeTakeFirst(),
  );
  return numInsertedOrUpdatedRows > 0n;
}

async function extendLease(db: Database, job: string, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await db.statement((writer) =>
    writer.updateTable('job_results').set({ leased_until: expiry }).where(isHeldBy(job, holder)).executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

async function endLease(db: Database, job: string, holder: string): Promise<void> {
  await db.statement((writer) =>
    writer.updateTable('job_results').set({ holder: null, leased_until: null }).where(isHeldBy(job, holder)).execute(),
  );
}

const isHeldBy = (job: string, holder: string) => sql<boolean>`job = ${job} and holder = ${holder}`;

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
