import { localeTag } from './locale.ts';

// Times are shown in the time zone of the device. Where days matter the zone is named.

/** The IANA name of the device's time zone. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * A relative time, such as `3 hours ago` or `in 2 days`.
 * @param at ISO 8601
 * @param now milliseconds
 */
export function formatRelative(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' });
  const [unit, unitSeconds] = units.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? (['second', 1] as const);
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.trunc(seconds / unitSeconds), unit);
}

/** How long ago a time is, in its largest unit. @param at ISO 8601 */
export function formatAge(at: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const [unit, unitSeconds] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? (['minute', 60] as const);
  return formatUnit(Math.floor(seconds / unitSeconds), unit);
}

/** A number of units of time, as short as people write it: `3h`, `3 Std.`, `2 Tage`. The short forms of German and Polish for days are not used. */
export function formatUnit(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const isClockUnit = unit === 'hour' || unit === 'minute';
  const english = unit === 'month' ? 'short' : 'narrow'; // the narrow month is `m`, as the minute is
  const unitDisplay = localeTag().startsWith('en') ? english : isClockUnit ? 'short' : 'long';
  return new Intl.NumberFormat(localeTag(), { style: 'unit', unit, unitDisplay }).format(value);
}

/** A date with its time and time zone. */
export function formatDateTime(at: string): string {
  return new Intl.DateTimeFormat(localeTag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));
}

/** A time in a few characters: the hour alone today, with the day otherwise, and with the year in another year. */
export const formatShort = (at: string, now = new Date()): string => formatShortTime(at, now, {});

/** The same with the time zone. */
export const formatShortWithZone = (at: string, now = new Date()): string => formatShortTime(at, now, { timeZoneName: 'short' });

function formatShortTime(at: string, now: Date, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(localeTag(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { day: 'numeric', month: 'short' }),
    ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    ...options,
  }).format(date);
}

/** A month with its year. */
export const formatMonth = (date: Date): string =>
  new Intl.DateTimeFormat(localeTag(), { month: 'long', year: 'numeric' }).format(date);

/** A date without its time. */
export function formatDay(at: string | number | Date): string {
  return new Intl.DateTimeFormat(localeTag(), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(at),
  );
}

/**
 * The time of day, with the day of the week when it is not today.
 * @param at milliseconds, at most a week ago
 */
export function formatTimeOfDay(at: number, now = new Date()): string {
  const time = new Date(at);
  const isToday = time.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(localeTag(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { weekday: 'short' }),
  }).format(time);
}

/** The time of day. @param at ISO 8601 */
export const formatClock = (at: string): string =>
  new Intl.DateTimeFormat(localeTag(), { hour: '2-digit', minute: '2-digit' }).format(new Date(at));

/** An hour of the day, such as `9 AM` or `09 Uhr`. @param hour 0 to 23 */
export const formatHour = (hour: number): string =>
  new Intl.DateTimeFormat(localeTag(), { hour: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(2023, 0, 1, hour)));

/** The name of a day of the week. @param weekday as `Date.getDay` numbers them: 0 is Sunday */
export const weekdayName = (weekday: number): string => nameOfWeekday(weekday, 'long');

/** The same in a few characters. */
export const shortWeekdayName = (weekday: number): string => nameOfWeekday(weekday, 'short');

const nameOfWeekday = (weekday: number, length: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(localeTag(), { weekday: length, timeZone: 'UTC' }).format(new Date(Date.UTC(2023, 0, 1 + weekday)));
/** The value of an `<input type="datetime-local">` for a time. */
export function toLocalInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The ISO 8601 time of such a value. */
export const fromLocalInput = (text: string): string => new Date(text).toISOString();

/**
 * The next runs of a rule.
 * @param anchor the first run
 * @param from the first moment that counts
 */
export function nextRunDates(anchor: string, periodDays: number, from: Date, count: number): Date[] {
  const periodMs = periodDays * 86_400_000;
  const origin = Date.parse(anchor);
  if (Number.isNaN(origin) || !(periodMs > 0)) return [];
  const first = Math.max(0, Math.ceil((from.getTime() - origin) / periodMs));
  return Array.from({ length: count }, (_, index) => new Date(origin + (first + index) * periodMs));
}
