import { plus } from '../../platform/lib/clock.ts';
import { days, hours, minutes } from '../../platform/lib/duration.ts';

/** Runs actions in the order of their times; those after the end do not run. */
export class Timeline {
  readonly end: Date;
  /** the time of the action that runs */
  now: Date;
  readonly #entries: { at: Date; action: () => Promise<unknown> }[] = [];

  constructor(end: Date) {
    this.end = end;
    this.now = end;
  }

  schedule(at: Date, action: () => Promise<unknown>): void {
    if (at > this.end) return;
    const next = this.#entries.findIndex((entry) => entry.at > at);
    this.#entries.splice(next === -1 ? this.#entries.length : next, 0, { at, action });
  }

  async run(): Promise<void> {
    for (let entry = this.#entries.shift(); entry; entry = this.#entries.shift()) {
      this.now = entry.at;
      await entry.action();
    }
    this.now = this.end;
  }

  /** A time before the end. */
  ago(before: { days?: number; hours?: number; minutes?: number }): Date {
    return plus(this.end, -days(before.days ?? 0) - hours(before.hours ?? 0) - minutes(before.minutes ?? 0));
  }
}

const workdayHoursUtc = { start: 5, end: 19 };

/** @returns the same time in the day, or an earlier one of the last workday for a time in the night */
export function toWorkingHours(time: Date): Date {
  const { start, end } = workdayHoursUtc;
  const hour = time.getUTCHours();
  if (hour >= start && hour < end) return time;
  const hoursBack = hour < start ? hour + 24 - end + 1 : hour - end + 1;
  return plus(time, -hours(hoursBack));
}

/** Random integers below a limit; the same seed gives the same sequence, so every demo is alike. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
