import type { Logger } from 'pino';
import { minutes } from '../lib/duration.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A failed run is retried after this time if the next one is later. */
const retryDelayMs = minutes(1);

export interface ScheduledJob {
  /** Starts a run now, or after the current one. */
  trigger(): void;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs a job at once and then at intervals, never twice at the same time in this process.
 * @param run is given a signal that aborts at the stop, to be checked between the steps of a long run
 */
export function schedule(
  name: string,
  intervalMs: number,
  run: (stopping: AbortSignal) => Promise<unknown>,
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
        if (intervalMs > retryDelayMs) retryTimer = setTimeout(trigger, retryDelayMs).unref();
      }
      observeDuration();
    }
    running = undefined;
  };
  const trigger = (): void => {
    isTriggered = true;
    running ??= runWhileTriggered();
  };
  const timer = setInterval(trigger, intervalMs).unref();
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
