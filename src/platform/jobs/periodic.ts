import type { Logger } from 'pino';
import { minutes } from '../lib/duration.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A run that failed is not left for the next turn, which may be a day away. */
const retryAfter = minutes(1);

/** Work that comes round by itself. */
export interface Periodic {
  /** Asks for a run now; one that is under way is followed by another. */
  kick(): void;
  /** No further run; returns when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs at the start and then every so many milliseconds never twice at once in this process. A run
 * that takes long looks at the signal between its steps, so that a stop need not wait for its end.
 */
export function periodically(
  name: string,
  interval: number,
  run: (stopping: AbortSignal) => Promise<unknown>,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Periodic {
  const stopping = new AbortController();
  let asked = false;
  let running: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  const loop = async (): Promise<void> => {
    while (asked && !stopping.signal.aborted) {
      asked = false;
      clearTimeout(retry);
      const ended = metrics.jobSeconds.startTimer({ name });
      try {
        await run(stopping.signal);
        metrics.jobRuns.inc({ name, result: 'ok' });
      } catch (error) {
        metrics.jobRuns.inc({ name, result: 'failed' });
        log.error({ err: error, job: name }, 'a periodic job failed; it comes round again');
        if (interval > retryAfter) retry = setTimeout(kick, retryAfter).unref();
      }
      ended();
    }
    running = undefined;
  };
  const kick = (): void => {
    asked = true;
    running ??= loop();
  };
  const timer = setInterval(kick, interval).unref();
  kick();
  return {
    kick,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await running;
      clearTimeout(retry);
    },
  };
}
