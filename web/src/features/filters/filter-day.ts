import { formatDateTime, formatDay } from '../../i18n/dates.ts';
import { isInstant, localDate, startOfLocalDay } from '../../lib/calendar-date.ts';

/** What a chip says of a filter by days. */
export const daysText = (from: string | undefined, to: string | undefined): string =>
  `${filterDayText(from)} – ${filterDayText(to)}`;

/** What a chip says of a filter by a day; a view of another time zone has instants. */
function filterDayText(value: string | undefined): string {
  if (!value) return '…';
  return isInstant(value) ? formatDateTime(value) : formatDay(startOfLocalDay(value));
}

/** The day that a date field shows for a filter. */
export const dayOfFilter = (value: string | undefined, isLast: boolean): string | undefined =>
  value && isInstant(value) ? localDate(new Date(Date.parse(value) - (isLast ? 1 : 0))) : value;
