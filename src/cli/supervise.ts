import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// systemd and container engines restart `callout serve` themselves; `callout start` has only this process.

const minBackoffMs = 1_000;
const maxBackoffMs = 30_000;
/** A process that ran for so long has started well, so the backoff begins again. */
const stableAfterMs = 60_000;

/** How a process ended. */
interface Exit {
  /** 128 and the number of the signal for one that a signal ended, as in a shell */
  exitCode: number;
  reason: string;
}

const program = join(import.meta.dirname, '..', '..', 'bin', 'callout.js');
const stopRequested = new AbortController();
let service: ChildProcess | undefined;
let wasReady = false;

/**
 * Runs the service until it ends for good.
 * @returns the exit code of `callout start`
 */
export async function supervise(): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopRequested.signal.aborted) return;
      stopRequested.abort();
      service?.kill(signal);
    });
  }
  let backoffMs = minBackoffMs;
  let exit = await runService([]);
  while (!isFinal(exit)) {
    console.error(`callout: the service ended (${exit.reason}) and is restarted in ${backoffMs / 1000} s`);
    await sleep(backoffMs, undefined, { signal: stopRequested.signal }).catch(() => {});
    if (stopRequested.signal.aborted) return 0;
    const startedAtMs = performance.now();
    exit = await runService(['--restarted']);
    const wasStable = performance.now() - startedAtMs > stableAfterMs;
    backoffMs = wasStable ? minBackoffMs : Math.min(2 * backoffMs, maxBackoffMs);
  }
  return exit.exitCode;
}

/** A first start that failed is not repeated: the same settings would fail again. */
function isFinal({ exitCode }: Exit): boolean {
  return exitCode === 0 || stopRequested.signal.aborted || !wasReady;
}

/** Runs the service once, with the Node flags of this process. */
async function runService(args: string[]): Promise<Exit> {
  try {
    // Detached: Ctrl-C in a terminal signals the whole process group, and the service must get each signal once.
    service = fork(program, ['start', '--unsupervised', ...args], { detached: true });
    service.once('message', () => {
      wasReady = true;
    });
    const [code, signal] = (await once(service, 'exit')) as [number, null] | [null, NodeJS.Signals];
    if (signal === null) return { exitCode: code, reason: `exit code ${code}` };
    return { exitCode: 128 + constants.signals[signal], reason: signal };
  } catch (error) {
    console.error(`callout: the service cannot be started: ${(error as Error).message}`);
    return { exitCode: 1, reason: (error as Error).message };
  }
}
