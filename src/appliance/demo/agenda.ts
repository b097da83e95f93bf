import { plus } from '../../platform/lib/clock.ts';
import { days, hours, minutes } from '../../platform/lib/duration.ts';

/** What happens in the city, in the order of its moments; what would come after the end does not happen. */
export class Agenda {
  readonly end: Date;
  /** the moment of what happens now */
  now: Date;
  readonly #entries: { at: Date; happen: () => Promise<unknown> }[] = [];

  constructor(end: Date) {
    this.end = end;
    this.now = end;
  }

  plan(at: Date, happen: () => Promise<unknown>): void {
    if (at > this.end) return;
    const later = this.#entries.findIndex((entry) => entry.at > at);
    this.#entries.splice(later === -1 ? this.#entries.length : later, 0, { at, happen });
  }

  async run(): Promise<void> {
    for (let entry = this.#entries.shift(); entry; entry = this.#entries.shift()) {
      this.now = entry.at;
      await entry.happen();
    }
    this.now = this.end;
  }

  /** A moment before the end. */
  ago(span: { days?: number; hours?: number; minutes?: number }): Date {
    return plus(this.end, -days(span.days ?? 0) - hours(span.hours ?? 0) - minutes(span.minutes ?? 0));
  }
}

const [morning, evening] = [5, 19]; // UTC

/** The moment itself by day, in the night one of the evening before. */
export function byDay(moment: Date): Date {
  const hour = moment.getUTCHours();
  if (hour >= morning && hour < evening) return moment;
  const back = hour < morning ? hour + 24 - evening + 1 : hour - evening + 1;
  return plus(moment, -hours(back));
}

/** The same sequence at each call: the city looks alike wherever it is built. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
