import { localeTag } from '../../i18n/locale.ts';

// Times as clocks on a wall show them, without a time zone.

/** A time of day. @param time such as 08:00 */
export const formatWallTime = (time: string): string => format(`2023-01-01T${time}`, { hour: '2-digit', minute: '2-digit' });

/** A day. @param date such as 2027-01-31 */
export const formatWallDate = (date: string): string =>
  format(`${date}T00:00`, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** A day with its time. @param local such as 2027-01-31T08:00 */
export const formatWallDateTime = (local: string): string =>
  format(local, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

const format = (local: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeTag(), { ...options, timeZone: 'UTC' }).format(new Date(`${local}:00Z`));

/** What clocks do with a time on a day. */
export interface ClockChange {
  /** such as 2027-03-28 */
  date: string;
  /** the first time after those that do not exist, such as 03:00; undefined: the time comes twice */
  instead: string | undefined;
}

const msPerDay = 86_400_000;
const msPerMinute = 60_000;
/** A change of clocks that comes every year is among them. */
const daysLookedAhead = 400;

/**
 * Finds the next change of clocks of a zone that skips or repeats a time of day.
 * @param time such as 02:30
 */
export function nextClockChange(timezone: string, time: string, from: Date): ClockChange | undefined {
  const offsetAt = zoneOffsets(timezone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  for (let day = 0; day < daysLookedAhead; day++) {
    const start = from.getTime() + day * msPerDay;
    const before = offsetAt(start);
    if (offsetAt(start + msPerDay) === before) continue;
    const change = changeBetween(start, start + msPerDay, offsetAt);
    const [first, end] = [change + before, change + offsetAt(change)].sort((one, other) => one - other);
    const midnight = Math.floor((first ?? 0) / msPerDay) * msPerDay;
    const local = [0, 1].map((days) => midnight + days * msPerDay + (hours * 60 + minutes) * msPerMinute);
    const hit = local.find((ms) => ms >= (first ?? 0) && ms < (end ?? 0));
    if (hit === undefined) continue;
    const isSkipped = offsetAt(change) > before;
    return { date: textOf(hit).slice(0, 10), instead: isSkipped ? textOf(end ?? 0).slice(11) : undefined };
  }
  return undefined;
}

const textOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 16);

/** The minute of the change of the offset in a day. */
function changeBetween(from: number, to: number, offsetAt: (ms: number) => number): number {
  const before = offsetAt(from);
  let [low, high] = [Math.floor(from / msPerMinute), Math.ceil(to / msPerMinute)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * msPerMinute) === before) low = middle;
    else high = middle;
  }
  return high * msPerMinute;
}

/** @returns a function that calculates how far the local time of a zone is ahead of UTC, in milliseconds */
function zoneOffsets(timeZone: string): (ms: number) => number {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const formatter = new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23' });
  return (ms) => {
    const whole = Math.floor(ms / msPerMinute) * msPerMinute;
    const values = Object.fromEntries(formatter.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = values;
    return Date.UTC(year, month - 1, day, hour, minute) - whole;
  };
}

/** @param month from 1 */
export const shortMonthName = (month: number): string =>
  new Intl.DateTimeFormat(localeTag(), { month: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2023, month - 1, 1)));
