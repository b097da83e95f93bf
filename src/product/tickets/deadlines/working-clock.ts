import { BoundedMap } from '../../../platform/lib/bounded-map.ts';

// Which instants are working time: those at which the wall clock of the project's zone shows a time within its working hours.
// A local day is calculated with as plain numbers, between the changes of the clocks, where local time is the instant plus an offset.
// Nothing is walked day by day: people choose the targets, and ten years of a minute a week would take milliseconds per ticket.

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

/** In milliseconds; `to` is not part of it. */
interface Span {
  from: number;
  to: number;
}

/** A time between two changes of the clocks, in Unix time. */
interface Period extends Span {
  /** of local time from UTC */
  offsetMs: number;
}

/** The periods of a time zone that were asked for, because looking one up takes longer than a calculation. */
class TimeZonePeriods {
  readonly #timezone: string;
  readonly #periods: Period[] = [];

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** @returns the period of an instant, which may begin later than at the change of the clocks before it */
  at(instantMs: number): Period {
    return this.#periods.find(({ from, to }) => from <= instantMs && instantMs < to) ?? this.#add(instantMs);
  }

  #add(from: number): Period {
    const local = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(this.#timezone);
    const to = local.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    const known = this.#periods.find((period) => period.to === to);
    if (known) {
      known.from = from;
      return known;
    }
    const period = { from, to, offsetMs: local.offsetNanoseconds / 1e6 };
    this.#periods.push(period);
    return period;
  }
}

/** By the name of a time zone, of which people may choose any spelling. */
const timeZones = new BoundedMap<string, TimeZonePeriods>(500);

function periodsOf(timezone: string): TimeZonePeriods {
  const known = timeZones.get(timezone);
  if (known) return known;
  const periods = new TimeZonePeriods(timezone);
  timeZones.set(timezone, periods);
  return periods;
}

/** Days are counted from 1970-01-01, a Thursday, and weekdays from that day on. */
const daysOfWeek = [0, 1, 2, 3, 4, 5, 6] as const;
const weekdayOf = (day: number): number => ((day % 7) + 7) % 7;

export class WorkingClock {
  readonly #periods: TimeZonePeriods;
  /** of a week that begins on a Thursday */
  readonly #hours: readonly (Span | undefined)[];
  readonly #holidays: ReadonlySet<number>;
  /** working time of a week without holidays */
  readonly #weekMs: number;
  /** of these weeks, before each day */
  readonly #beforeDayMs: readonly number[];
  /** days whose working time a holiday changes, in order */
  readonly #changedDays: readonly number[];
  /** by how much the holidays change the working time up to each of these days, with it */
  readonly #changesMs: readonly number[];

  constructor({ timezone, workingHours, holidays }: WorkingTime) {
    this.#periods = periodsOf(timezone);
    this.#hours = daysOfWeek.map((day) =>
      workingHours === null ? { from: 0, to: dayMs } : spanOf(workingHours[weekdays[(day + 3) % 7] ?? 'mon']),
    );
    const lengthsMs = daysOfWeek.map((day) => lengthOf(this.#spansOf(day, false, false)));
    this.#beforeDayMs = sumsBefore(lengthsMs);
    this.#weekMs = sum(lengthsMs);
    const days = holidays.map((date) => Date.parse(date) / dayMs);
    this.#holidays = new Set(days);
    // Hours that begin on a holiday would have gone on over midnight.
    this.#changedDays = [...new Set(days.flatMap((day) => [day, day + 1]))].sort((a, b) => a - b);
    this.#changesMs = sumsBefore(
      this.#changedDays.map((day) => lengthOf(this.#spansOnDay(day)) - (lengthsMs[weekdayOf(day)] ?? 0)),
    );
  }

  /** @returns the first instant at which so much working time has passed since `start`; undefined: it is too far away */
  add(start: Date, workingMs: number): Date | undefined {
    if (workingMs <= 0) return start;
    let left = workingMs;
    for (const { from, to, offsetMs } of this.#periodsBetween(start.getTime(), start.getTime() + maxDays * dayMs)) {
      const before = this.#workedAt(from + offsetMs);
      const worked = this.#workedAt(to + offsetMs) - before;
      if (worked >= left) return new Date(this.#localTimeOf(before + left, from + offsetMs, to + offsetMs) - offsetMs);
      left -= worked;
    }
    return undefined;
  }

  /** @returns the milliseconds of working time between two instants */
  between(start: Date, end: Date): number {
    let worked = 0;
    for (const { from, to, offsetMs } of this.#periodsBetween(start.getTime(), end.getTime()))
      worked += this.#workedAt(to + offsetMs) - this.#workedAt(from + offsetMs);
    return worked;
  }

  /** The times without changes of the clocks between two instants, in order. */
  *#periodsBetween(start: number, end: number): Generator<Period> {
    for (let from = start; from < end; ) {
      const { to, offsetMs } = this.#periods.at(from);
      yield { from, to: Math.min(to, end), offsetMs };
      from = to;
    }
  }

  /** The working time before a local time, counted from any day on. */
  #workedAt(localMs: number): number {
    const day = Math.floor(localMs / dayMs);
    const timeMs = localMs - day * dayMs;
    return this.#spansOnDay(day).reduce(
      (worked, { from, to }) => worked + Math.max(0, Math.min(timeMs, to) - from),
      this.#workedBefore(day),
    );
  }

  /** The same before a day. */
  #workedBefore(day: number): number {
    const ofWeeks = Math.floor(day / 7) * this.#weekMs + (this.#beforeDayMs[weekdayOf(day)] ?? 0);
    return ofWeeks + (this.#changesMs[countBelow(this.#changedDays, day)] ?? 0);
  }

  /** @returns the first local time between `start` and `end` before which there was so much working time */
  #localTimeOf(workedMs: number, start: number, end: number): number {
    let first = Math.floor(start / dayMs);
    let last = Math.floor(end / dayMs);
    while (first < last) {
      const middle = Math.floor((first + last) / 2);
      if (this.#workedBefore(middle + 1) >= workedMs) last = middle;
      else first = middle + 1;
    }
    let left = workedMs - this.#workedBefore(first);
    for (const { from, to } of this.#spansOnDay(first)) {
      if (to - from >= left) return first * dayMs + from + left;
      left -= to - from;
    }
    return end;
  }

  #spansOnDay(day: number): Span[] {
    return this.#spansOf(weekdayOf(day), this.#holidays.has(day - 1), this.#holidays.has(day));
  }

  /** The working time of a calendar day, in order and without overlaps: hours that began the day before may go on over midnight. */
  #spansOf(weekday: number, isAfterHoliday: boolean, isHoliday: boolean): Span[] {
    const before = isAfterHoliday ? undefined : this.#hours[weekdayOf(weekday - 1)];
    const today = isHoliday ? undefined : this.#hours[weekday];
    const untilMs = Math.max(0, (before?.to ?? 0) - dayMs);
    const spans = untilMs > 0 ? [{ from: 0, to: untilMs }] : [];
    if (!today) return spans;
    const from = Math.max(today.from, untilMs);
    const to = Math.min(today.to, dayMs);
    return from < to ? [...spans, { from, to }] : spans;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const lengthOf = (spans: readonly Span[]): number => sum(spans.map(({ from, to }) => to - from));

/** @returns for each number the sum of those before it, and then the sum of all */
function sumsBefore(numbers: readonly number[]): number[] {
  const sums = [0];
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number);
  return sums;
}

/** @param sorted ascending @returns how many of them are below a limit */
function countBelow(sorted: readonly number[], limit: number): number {
  let first = 0;
  let last = sorted.length;
  while (first < last) {
    const middle = (first + last) >> 1;
    if ((sorted[middle] ?? limit) < limit) first = middle + 1;
    else last = middle;
  }
  return first;
}

function spanOf(hours: readonly [string, string] | null | undefined): Span | undefined {
  if (!hours) return undefined;
  const [from, to] = hours.map(timeOfDay) as [number, number];
  return { from, to: to > from ? to : to + dayMs };
}

function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * minuteMs;
}
