// Which instants are working time: those at which the wall clock of the project's zone shows a time within its working hours.
// A local day is calculated with as plain numbers, between the changes of the clocks, where local time is the instant plus an offset.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Working time that is further away than this is never reached: hours can be so few that a target takes decades. */
const maxDays = 3_660;

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** From and to as HH:MM; a day whose hours end at or before their beginning goes on over midnight. */
export type WorkingHours = Partial<Record<Weekday, [from: string, to: string] | null>>;

export interface WorkingTime {
  timezone: string;
  /** null: around the clock */
  workingHours: WorkingHours | null;
  /** days on which no working hours begin, as YYYY-MM-DD */
  holidays: readonly string[];
}

/** A stretch of working time, in milliseconds of Unix time; `to` is not part of it. */
interface Span {
  from: number;
  to: number;
}

export class WorkingClock {
  readonly #timezone: string;
  readonly #hours: readonly (Span | undefined)[];
  readonly #holidays: ReadonlySet<number>;

  constructor({ timezone, workingHours, holidays }: WorkingTime) {
    this.#timezone = timezone;
    this.#hours = weekdays.map((day) => (workingHours === null ? { from: 0, to: dayMs } : spanOf(workingHours[day])));
    this.#holidays = new Set(holidays.map((date) => Date.parse(date) / dayMs));
  }

  /** @returns the first instant at which so much working time has passed since `start`; undefined: it is too far away */
  add(start: Date, workingMs: number): Date | undefined {
    if (workingMs <= 0) return start;
    let left = workingMs;
    for (const { from, to } of this.#spans(start.getTime(), start.getTime() + maxDays * dayMs)) {
      if (to - from >= left) return new Date(from + left);
      left -= to - from;
    }
    return undefined;
  }

  /** @returns the milliseconds of working time between two instants */
  between(start: Date, end: Date): number {
    let sum = 0;
    for (const { from, to } of this.#spans(start.getTime(), end.getTime())) sum += to - from;
    return sum;
  }

  /** The working time between two instants, in order and without overlaps. */
  *#spans(start: number, end: number): Generator<Span> {
    let from = start;
    while (from < end) {
      const local = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(this.#timezone);
      const offsetMs = local.offsetNanoseconds / 1e6;
      const to = Math.min(local.getTimeZoneTransition('next')?.epochMilliseconds ?? end, end);
      for (const span of this.#localSpans(from + offsetMs, to + offsetMs))
        yield { from: span.from - offsetMs, to: span.to - offsetMs };
      from = to;
    }
  }

  /** The same in local time, which has no changes of the clocks between `start` and `end`. */
  *#localSpans(start: number, end: number): Generator<Span> {
    let reached = start;
    // Hours that began the day before may go on over midnight.
    for (let day = Math.floor(start / dayMs) - 1; day * dayMs < end; day++) {
      const hours = this.#holidays.has(day) ? undefined : this.#hours[weekdayIndex(day)];
      if (!hours) continue;
      const from = Math.max(day * dayMs + hours.from, reached);
      const to = Math.min(day * dayMs + hours.to, end);
      if (from >= to) continue;
      yield { from, to };
      reached = to;
    }
  }
}

/** @param day counted from 1970-01-01, a Thursday */
const weekdayIndex = (day: number): number => (((day + 3) % 7) + 7) % 7;

function spanOf(hours: readonly [string, string] | null | undefined): Span | undefined {
  if (!hours) return undefined;
  const [from, to] = hours.map(timeOfDay) as [number, number];
  return { from, to: to > from ? to : to + dayMs };
}

function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * minuteMs;
}
