import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { smallestUuid } from '../../platform/database/batches.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { readJobState, saveJobState } from '../../platform/deliveries/job-results.ts';
import type { Job } from '../../platform/jobs/job-scheduler.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { type Counter, counterDrift, counters, endOfRange } from './recount-counters.ts';
import { statDifferences } from './recount-stats.ts';
import { summaryDifferences } from './recount-summaries.ts';

// The daily check whether counters, summaries and numbers are what the tickets say: in parts, so that it slows nobody down, and with
// cursors, which have a longer timeout than other reads and connections of their own.

const jobName = 'counter check';
/** Tickets of one statement, or all of an account that has more. */
const maxTicketsPerStatement = 50_000;
const pauseMs = 20;

/** What the job keeps. */
interface CheckState {
  /** the result of the last check that came to its end */
  drift: number;
  /** where a check goes on that was interrupted: the number of its step, what was compared in it, and the differences so far */
  interrupted?: { step: number; after: string; drift: number };
}

/** Compares what comes after a key. @returns the last key that was compared; undefined: there is nothing after it */
type Step = (db: Database, after: string, maxTickets: number) => Promise<{ drift: number; last: string | undefined }>;

const compareCounters =
  (counter: Counter): Step =>
  async (db, after, maxTickets) => {
    const start = after === '' ? smallestUuid : after;
    const { last } = await readOne(db, endOfRange(counter, start, maxTickets));
    const { drift } = await readOne(db, counterDrift(counter, { after: start, last: last ?? undefined }));
    return { drift, last: last ?? undefined };
  };

/** @param differences of a range of tickets, both ids included */
const compareTickets =
  (differences: (range: { first: number; last: number }) => RawBuilder<unknown>): Step =>
  async (db, after, maxTickets) => {
    const first = Number(after) + 1;
    const last = first + maxTickets - 1;
    const { drift } = await readOne(
      db,
      sql<{ drift: number }>`select count(*)::float8 as drift from (${differences({ first, last })}) as different`,
    );
    const next = await db.read
      .selectFrom('tickets')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return { drift, last: next && String(next.id - 1) };
  };

/** Added ones come last: an interrupted check remembers the number of its step. */
const steps: readonly Step[] = [
  ...counters.map(compareCounters),
  compareTickets(summaryDifferences),
  compareTickets(statDifferences),
];

/** The job that compares, and reports by a metric and a log line that `callout recount` is needed. */
export const counterCheck = (deps: Pick<Deps, 'db' | 'log'>): Job => ({
  name: jobName,
  everyMs: days(1),
  run: (stopping) => checkCounters(deps, stopping),
});

/** Goes on where the check before was interrupted, by an error as by the end of its process. */
export async function checkCounters(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  stopping?: AbortSignal,
  maxTickets = maxTicketsPerStatement,
): Promise<void> {
  const before = await readState(db.read);
  let { step: number, after, drift } = before?.interrupted ?? { step: 0, after: '', drift: 0 };
  for (let step = steps[number]; step; step = steps[number]) {
    if (stopping?.aborted) return;
    const compared = await step(db, after, maxTickets);
    drift += compared.drift;
    if (compared.last === undefined) number++;
    after = compared.last ?? '';
    await saveJobState(db, jobName, {
      drift: before?.drift ?? 0,
      interrupted: { step: number, after, drift },
    } satisfies CheckState);
    await sleep(pauseMs);
  }
  await saveJobState(db, jobName, { drift } satisfies CheckState);
  if (drift > 0) log.error({ drift }, 'counters of tickets differ from the tickets; `callout recount` repairs them');
}

const readState = async (db: Db): Promise<CheckState | undefined> => (await readJobState(db, jobName)) as CheckState | undefined;

/** How far the counters were from the tickets at the last check that came to its end, added up; 0 before. */
export const readCounterDrift = async (db: Db): Promise<number> => (await readState(db))?.drift ?? 0;

async function readOne<Row>(db: Database, query: RawBuilder<Row>): Promise<Row> {
  const [row] = (await Array.fromAsync(db.readInBatches(query))).flat();
  if (row === undefined) throw new Error('a row is missing');
  return row;
}
