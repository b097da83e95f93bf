import { formatDay } from '../../i18n/dates.ts';
import { startOfLocalDay } from '../../lib/calendar-date.ts';

// Days of documents and warranties are those of UTC, as in the notices of the service.

const dayMs = 86_400_000;

/** The day of a time, or of so many days later. @param offsetDays may be negative */
export const utcDay = (now: Date, offsetDays = 0): string =>
  new Date(now.getTime() + offsetDays * dayMs).toISOString().slice(0, 10);

/** Whether the last day of something is over. */
export const hasPassed = (lastDay: string, now = new Date()): boolean => lastDay < utcDay(now);

/** The service tells of a document so many days before it expires. */
const noticeDays = 30;

type Validity = 'expired' | 'today' | 'soon' | 'valid';

/** How far a document is from its last day. */
export function validityOf(lastDay: string, now = new Date()): Validity {
  if (hasPassed(lastDay, now)) return 'expired';
  if (lastDay === utcDay(now)) return 'today';
  return lastDay <= utcDay(now, noticeDays) ? 'soon' : 'valid';
}

/** A day as people read it. */
export const dayText = (day: string): string => formatDay(startOfLocalDay(day));
