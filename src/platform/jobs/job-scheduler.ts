import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { withRecordedResult } from './job-results.ts';
import { type ScheduledJob, schedule } from './scheduled-job.ts';

/** Work that runs at the start of the service and then at intervals. */
export interface Job {
  name: string;
  everyMs: number;
  /** the name under which the health page shows the last results; not shown by default */
  recordAs?: string;
  /** Checks the signal between its steps, so that a stop need not wait for the end of a long run. */
  run: (stopping: AbortSignal) => Promise<unknown>;
}

/** Runs the jobs of all capabilities in this process. */
export class JobScheduler {
  /** by name */
  readonly #jobs = new Map<string, ScheduledJob>();

  start(jobs: readonly Job[], deps: { db: Database; clock: Clock; metrics: Metrics; log: Logger }): void {
    for (const { name, everyMs, recordAs, run } of jobs) {
      const runJob = recordAs ? (stopping: AbortSignal) => withRecordedResult(deps, recordAs, () => run(stopping)) : run;
      this.#jobs.set(name, schedule(name, everyMs, runJob, deps));
    }
  }

  /** Starts a run now; does nothing in a process that does not run the job. */
  trigger(name: string): void {
    this.#jobs.get(name)?.trigger();
  }

  /** Starts no further run; resolves when the current ones have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.stop()));
  }
}
