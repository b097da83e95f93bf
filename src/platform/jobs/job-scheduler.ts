import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { recorded } from './job-results.ts';
import { type Periodic, periodically } from './periodic.ts';

/** Work that is repeated: at the start of the service, then every so often. */
export interface Job {
  name: string;
  everyMs: number;
  /** the name under which the health page shows how the last run ended; not shown unless given */
  recordAs?: string;
  /** Looks at the signal between its steps, so that a stop need not wait for its end. */
  run: (stopping: AbortSignal) => Promise<unknown>;
}

/** Runs the jobs of all capabilities in this process. */
export class JobScheduler {
  readonly #jobs = new Map<string, Periodic>();

  start(jobs: readonly Job[], deps: { db: Database; clock: Clock; metrics: Metrics; log: Logger }): void {
    for (const { name, everyMs, recordAs, run } of jobs) {
      const work = recordAs ? (stopping: AbortSignal) => recorded(deps, recordAs, () => run(stopping)) : run;
      this.#jobs.set(name, periodically(name, everyMs, work, deps));
    }
  }

  /** Asks for a run now; does nothing in a process that does not run the job. */
  trigger(name: string): void {
    this.#jobs.get(name)?.kick();
  }

  /** Starts no further run; resolves when those under way have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.stop()));
  }
}
