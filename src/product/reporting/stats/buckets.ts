import { invalidValue } from '../../../platform/http/errors.ts';
import { requireTimeZone } from '../../../platform/http/validation.ts';
import { maxBuckets } from './schemas.ts';

export type BucketSize = 'day' | 'week' | 'month';

const stepOf = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } };

/**
 * The beginnings of all days, weeks or months that a range touches, in a time zone. They are calculated here and not by the
 * database, whose time zones may be of another year. A day that the zone skips has no bucket.
 * @param to the moment after the range
 * @throws 400 unknown time zone, or too many of them
 */
export function bucketStarts(from: Date, to: Date, size: BucketSize, timezone: string): Date[] {
  const end = to.getTime();
  const starts: Date[] = [];
  let day = firstDayOf(size, localDay(from, timezone));
  for (let at = startOf(day, timezone); at < end; at = startOf(day, timezone)) {
    if (starts.length === maxBuckets) throw invalidValue('to', `must be at most ${maxBuckets} buckets after from`);
    if (starts.at(-1)?.getTime() !== at) starts.push(new Date(at));
    day = day.add(stepOf[size]);
  }
  return starts;
}

/** When a day begins that comes so many days after that of a time. @throws 400 unknown time zone */
export const startOfDay = (at: Date, timezone: string, addedDays: number): number =>
  startOf(localDay(at, timezone).add({ days: addedDays }), timezone);

/** When the month begins that comes so many months after that of a time. @throws 400 unknown time zone */
export const startOfMonth = (at: Date, timezone: string, addedMonths: number): number =>
  startOf(firstDayOf('month', localDay(at, timezone)).add({ months: addedMonths }), timezone);

function localDay(at: Date, timezone: string): Temporal.PlainDate {
  requireTimeZone(timezone);
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
}

function firstDayOf(size: BucketSize, day: Temporal.PlainDate): Temporal.PlainDate {
  if (size === 'month') return day.with({ day: 1 });
  return size === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day;
}

const startOf = (day: Temporal.PlainDate, timezone: string): number => day.toZonedDateTime(timezone).epochMilliseconds;
