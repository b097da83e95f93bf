import type { Logger } from 'pino';

/** Work that comes round by itself. */
export interface Periodic {
  /** Asks for a run now; one that is under way is followed by another. */
  kick(): void;
  /** No further run; returns when the one under way has ended. */
  stop(): Promise<void>;
}

/** Runs at the start and then every so many milliseconds, never twice at once in this process. */
export function periodically(name: string, interval: number, run: () => Promise<unknown>, log: Logger): Periodic {
  let stopped = false;
  let asked = false;
  let running: Promise<void> | undefined;
  const loop = async (): Promise<void> => {
    while (asked && !stopped) {
      asked = false;
      try {
        await run();
      } catch (error) {
        log.error({ err: error, job: name }, 'a periodic job failed; it comes round again');
      }
    }
    running = undefined;
  };
  const kick = (): void => {
    asked = true;
    running ??= loop();
  };
  const timer = setInterval(kick, interval);
  timer.unref();
  kick();
  return {
    kick,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
