import { formatClock } from '../../i18n/dates.ts';
import { localeTag } from '../../i18n/locale.ts';

// Apart from the other times, which are part of the first page. In the time zone of the device, as those are.

/** When something is, with its date and time zone. @param from, to ISO 8601 */
export const formatPeriod = (from: string, to: string): string =>
  formatRange(from, to, { weekday: 'short', year: 'numeric', timeZoneName: 'short' });

/** The same in a few characters. */
export const formatShortPeriod = (from: string, to: string): string => formatRange(from, to, { weekday: 'short' });

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
