import type { Deps } from '../deps.ts';

/** Work that comes round by itself. */
export interface Periodic {
  /** Asks for a run now; one that is under way is followed by another. */
  kick(): void;
  /** No further run; returns when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs at the start and then every so many milliseconds (`whenAsked`: not by itself), never twice at once in this process. A run
 * that takes long looks at the signal between its steps, so that a stop need not wait for its end.
 */
export function periodically(
  name: string,
  interval: number | 'whenAsked',
  run: (stopping: AbortSignal) => Promise<unknown>,
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
): Periodic {
  const stopping = new AbortController();
  let asked = false;
  let running: Promise<void> | undefined;
  const loop = async (): Promise<void> => {
    while (asked && !stopping.signal.aborted) {
      asked = false;
      const ended = metrics.jobSeconds.startTimer({ name });
      try {
        await run(stopping.signal);
        metrics.jobRuns.inc({ name, result: 'ok' });
      } catch (error) {
        metrics.jobRuns.inc({ name, result: 'failed' });
        log.error({ err: error, job: name }, 'a periodic job failed; it comes round again');
      }
      ended();
    }
    running = undefined;
  };
  const kick = (): void => {
    asked = true;
    running ??= loop();
  };
  const timer = interval === 'whenAsked' ? undefined : setInterval(kick, interval).unref();
  if (timer) kick();
  return {
    kick,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
