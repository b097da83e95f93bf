import { formatClock, shortWeekdayName } from '../../i18n/dates.ts';
import { localeTag } from '../../i18n/locale.ts';

// Apart from the other times, which are part of the first page. In the time zone of the device, as those are.

/** When something is, with its date and time zone. @param from, to ISO 8601 */
export const formatPeriod = (from: string, to: string): string =>
  formatRange(from, to, { weekday: 'short', year: 'numeric', timeZoneName: 'short' });

/** The same in a few characters. */
export const formatShortPeriod = (from: string, to: string): string => formatRange(from, to, { weekday: 'short' });

/** The same for a narrow column: the weekday alone from today to six days ahead, and whole hours without minutes. @param now milliseconds */
export function formatBriefPeriod(from: string, to: string, now = Date.now()): string {
  const [start, end] = [new Date(from), new Date(to)];
  const daysAhead = dayNumber(start) - dayNumber(new Date(now));
  const day = daysAhead >= 0 && daysAhead <= 6 ? shortWeekdayName(start.getDay()) : formatDayOfMonth(start);
  if (start.toDateString() !== end.toDateString()) return `${day} ${formatClock(from)}`;
  const isWhole = start.getMinutes() + end.getMinutes() === 0;
  const hours = new Intl.DateTimeFormat(localeTag(), { hour: 'numeric', ...(!isWhole && { minute: '2-digit' }) });
  return `${day} ${hours.formatRange(start, end)}`;
}

/** Of the local calendar, whose days may have 23 or 25 hours. */
const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;

/** From when to when, without the day. */
export const formatClockPeriod = (from: string, to: string): string => `${formatClock(from)}–${formatClock(to)}`;

const formatRange = (from: string, to: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeTag(), {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    ...options,
  }).formatRange(new Date(from), new Date(to));

/** The day and the month, in numbers. */
export const formatDayOfMonth = (date: Date): string =>
  new Intl.DateTimeFormat(localeTag(), { day: 'numeric', month: 'numeric' }).format(date);
