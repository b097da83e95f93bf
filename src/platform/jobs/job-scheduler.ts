import type { Logger } from 'pino';
import type { NotificationListener } from '../database/listen.ts';
import { afterCommit } from '../database/request-transaction.ts';
import { type DeliveryDeps, type DeliveryHandler, RetryLater } from '../deliveries/attempt-delivery.ts';
import { recordJobResult } from '../deliveries/job-results.ts';
import { DeliveryWorker, type QueuePolicy } from '../deliveries/worker.ts';
import { minutes, seconds } from '../lib/duration.ts';
import type { Metrics } from '../metrics/metrics.ts';

declare module '../deliveries/queue.ts' {
  interface DeliveryPayloads {
    /** a periodic job, by its name; one row for each, which is never deleted */
    jobs: { kind: string };
  }
}

/** A failed run is retried after this time if the next one is later. */
const retryDelayMs = minutes(1);
/** With the interval in which others look for what is due, less than 30 s after the last sign of life of an instance. */
const leaseMs = seconds(20);
const sweepIntervalMs = seconds(5);
export const retries = {
  firstDelayMs: seconds(5),
  maxDelayMs: retryDelayMs,
  giveUpAfterMs: Number.POSITIVE_INFINITY,
  maxAgeMs: Number.POSITIVE_INFINITY,
  maxAttemptMs: Number.POSITIVE_INFINITY,
};

/** Work that runs when an instance starts and then at intervals, on one instance, which another one replaces within 30 s. */
export interface Job {
  /** under which the last results are recorded */
  name: string;
  everyMs: number;
  /** For what belongs to the process or its machine: each instance runs it. */
  onEveryInstance?: true;
  /** Checks the signal between the steps of a long run: the process stops, or another instance has taken over. */
  run: (ended: AbortSignal) => Promise<unknown>;
}

export interface ScheduledJob {
  /** Starts a run now, or after the current one. */
  trigger(): void;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

type JobDeps = Pick<DeliveryDeps, 'db' | 'clock' | 'metrics' | 'log'>;

/** Runs the jobs of all modules. Each is a row of the queue `jobs`, but those of every instance. */
export class JobScheduler {
  #deps: DeliveryDeps | undefined;
  #worker: DeliveryWorker<'jobs'> | undefined;
  #ofThisInstance: ScheduledJob[] = [];

  /** Makes all jobs due, and runs them until stop(). */
  async start(jobs: readonly Job[], deps: DeliveryDeps, notifications: NotificationListener): Promise<void> {
    const shared = jobs.filter(({ onEveryInstance }) => !onEveryInstance);
    this.#deps = deps;
    await deps.deliveries.addJobs(
      shared.map(({ name }) => name),
      deps.clock(),
    );
    const policy: QueuePolicy = { concurrency: shared.length, perTenant: shared.length, retries };
    const options = { visibilityTimeoutMs: leaseMs, sweepIntervalMs, policy };
    const worker = new DeliveryWorker(deps, 'jobs', createJobHandler(shared, deps), options);
    this.#worker = worker;
    notifications.on('work', (queue) => {
      if (queue === undefined || queue === 'jobs') worker.wake();
    });
    this.#ofThisInstance = jobs
      .filter(({ onEveryInstance }) => onEveryInstance)
      .map(({ name, everyMs, run }) => schedule(name, everyMs, run, deps));
  }

  /** Has a job run as soon as the changes of the caller are committed; does nothing in a process that runs no jobs. */
  trigger(name: string): void {
    const [deps, worker] = [this.#deps, this.#worker];
    if (!deps || !worker) return;
    afterCommit(() => {
      const triggered = deps.deliveries.triggerJob(name).then(() => worker.wake());
      // It runs at its next time.
      triggered.catch(({ message }: Error) => deps.log.warn({ job: name, reason: message }, 'a job cannot be triggered'));
    });
  }

  /** Starts no further run; resolves when the current ones have ended. */
  async stop(): Promise<void> {
    await Promise.all([this.#worker?.abort(), ...this.#ofThisInstance.map((job) => job.stop())]);
  }
}

/** @returns what runs the job of a row */
export function createJobHandler(jobs: readonly Job[], deps: JobDeps): DeliveryHandler<'jobs'> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  return async ({ payload: { kind: name } }, ended = new AbortController().signal) => {
    const job = byName.get(name);
    if (!job) throw new RetryLater(sweepIntervalMs, 'it is a job of another release');
    await runJob(job, deps, ended);
    ended.throwIfAborted();
    return { againInMs: job.everyMs };
  };
}

/** Runs a job and records its result, unless it was aborted. @throws the error of the job */
export async function runJob({ name, run }: Job, deps: JobDeps, ended = new AbortController().signal): Promise<unknown> {
  const { metrics, log, clock } = deps;
  const observeDuration = metrics.jobSeconds.startTimer({ name });
  try {
    const result = await run(ended);
    metrics.jobRuns.inc({ name, result: 'ok' });
    if (!ended.aborted) await recordJobResult(deps, name, 'succeeded', clock());
    return result;
  } catch (error) {
    metrics.jobRuns.inc({ name, result: 'failed' });
    log.error({ err: error, job: name }, 'a job failed and will be retried');
    await recordJobResult(deps, name, 'failed', clock());
    throw error;
  } finally {
    observeDuration();
  }
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
        await run(stopping.signal);
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
