import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/request-transaction.ts';
import type { Clock } from '../lib/clock.ts';
import { minutes, seconds } from '../lib/duration.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runWithLease } from './job-lease.ts';
import { recordJobResult, withRecordedResult } from './job-results.ts';

/** A failed run is retried after this time if the next one is later. */
const retryDelayMs = minutes(1);
/** How often an instance asks whether a job that one instance runs is due, and so how soon it takes over from one that has died. */
const askIntervalMs = seconds(5);
/** What a job returns that was not run. */
const notDue = Symbol('not due');

/** Work that runs at the start of the service and then at intervals. */
export interface Job {
  name: string;
  everyMs: number;
  /** the name under which the health page shows the last results; not shown by default */
  recordAs?: string;
  /**
   * One instance runs it, for all that have started before: an instance asks at its start and every 5 s whether a run is due, and goes
   * on when another one has failed or ended. The last results are recorded under its name.
   */
  onOneInstance?: true;
  /** Checks the signal between the steps of a long run, so that it does not delay the shutdown. */
  run: (stopping: AbortSignal) => Promise<unknown>;
}

export interface ScheduledJob {
  /** Starts a run now, or after the current one. */
  trigger(): void;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

interface JobDeps {
  db: Database;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
}

/** Runs the jobs of all capabilities in this process. */
export class JobScheduler {
  /** by name */
  readonly #jobs = new Map<string, ScheduledJob>();

  start(jobs: readonly Job[], deps: JobDeps): void {
    for (const job of jobs) {
      const { name, everyMs, recordAs, run } = job;
      if (job.onOneInstance) {
        this.#jobs.set(name, schedule(name, Math.min(everyMs, askIntervalMs), onOneInstance(job, deps), deps));
      } else {
        const runJob = recordAs ? (stopping: AbortSignal) => withRecordedResult(deps, recordAs, () => run(stopping)) : run;
        this.#jobs.set(name, schedule(name, everyMs, runJob, deps));
      }
    }
  }

  /** Starts a run as soon as the changes of the caller are committed; does nothing in a process that does not run the job. */
  trigger(name: string): void {
    const job = this.#jobs.get(name);
    if (job) afterCommit(() => job.trigger());
  }

  /** Starts no further run; resolves when the current ones have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.stop()));
  }
}

/** @returns a function that runs the job when it is due: none has succeeded since the start of this instance, or for `everyMs` */
export function onOneInstance({ name, everyMs, run }: Job, deps: JobDeps): Job['run'] {
  const { db, clock } = deps;
  const startedAt = clock();
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return async (stopping) => {
    if (performance.now() - failedAtMs < retryDelayMs) return notDue;
    const dueBefore = new Date(Math.max(startedAt.getTime(), clock().getTime() - everyMs));
    const wasRun = await runWithLease(db, name, dueBefore, async (lost) => {
      const ended = AbortSignal.any([stopping, lost]);
      try {
        await run(ended);
      } catch (error) {
        failedAtMs = performance.now();
        await recordJobResult(deps, name, 'failed', clock());
        throw error;
      }
      if (!ended.aborted) await recordJobResult(deps, name, 'succeeded', clock());
    });
    return wasRun ? undefined : notDue;
  };
}

/** Runs a job at once and then at intervals, never twice at the same time in this process. */
export function schedule(
  name: string,
  everyMs: number,
  run: Job['run'],
  { log, metrics }: { log: Logger; metrics: Metrics },
): ScheduledJob {
  const stopping = new AbortController();
  let isTriggered = false;
  let running: Promise<void> | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  const runWhileTriggered = async (): Promise<void> => {
    while (isTriggered && !stopping.signal.aborted) {
      isTriggered = false;
      clearTimeout(retryTimer);
      const observeDuration = metrics.jobSeconds.startTimer({ name });
      try {
        if ((await run(stopping.signal)) === notDue) continue;
        metrics.jobRuns.inc({ name, result: 'ok' });
      } catch (error) {
        metrics.jobRuns.inc({ name, result: 'failed' });
        log.error({ err: error, job: name }, 'a job failed and will be retried');
        if (everyMs > retryDelayMs) retryTimer = setTimeout(trigger, retryDelayMs).unref();
      }
      observeDuration();
    }
    running = undefined;
  };
  const trigger = (): void => {
    isTriggered = true;
    running ??= runWhileTriggered();
  };
  const timer = setInterval(trigger, everyMs).unref();
  trigger();
  return {
    trigger,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await running;
      clearTimeout(retryTimer);
    },
  };
}
