import { BoundedMap } from '../../../platform/lib/bounded-map.ts';
import { minutes, seconds } from '../../../platform/lib/duration.ts';

const slowAfterMs = seconds(1);
/** What took some time is not tried again for so many times as long. */
const pauseFactor = 6;
const maxPauseMs = minutes(15);
const maxKept = 10_000;

interface Pause {
  /** by performance.now() */
  untilMs: number;
  /** how often in a row there was no answer */
  failures: number;
}

/**
 * Who is not sent anything for a while. Messages are sent one after the other, to addresses that people choose: one that does not
 * answer, or takes its time, must not delay the messages of all others.
 */
export class ResponsePauses {
  readonly #pauses = new BoundedMap<string, Pause>(maxKept);

  /** @returns how long to wait; 0: not at all */
  remainingMs(key: string): number {
    return Math.max(0, (this.#pauses.get(key)?.untilMs ?? 0) - performance.now());
  }

  /**
   * Records an attempt; a fast one ends the pause.
   * @param hasAnswer each further time without an answer doubles the pause
   */
  record(key: string, durationMs: number, hasAnswer: boolean): void {
    if (durationMs < slowAfterMs) {
      this.#pauses.delete(key);
      return;
    }
    const failures = hasAnswer ? 0 : (this.#pauses.get(key)?.failures ?? 0) + 1;
    const pauseMs = durationMs * pauseFactor * 2 ** Math.max(0, failures - 1);
    this.#pauses.set(key, { untilMs: performance.now() + Math.min(pauseMs, maxPauseMs), failures });
  }
}
