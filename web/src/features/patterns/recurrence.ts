// The recurrence rules of RFC 5545 that the service takes, as the console shows and changes them.

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A day of the week. */
export interface RuleDay {
  /** as `Date.getDay` numbers them: 0 is Sunday */
  weekday: number;
  /** which one of the month or the year, counted from the end when negative; 0: each */
  nth: number;
}

export interface Recurrence {
  frequency: Frequency;
  interval: number;
  weekdays: RuleDay[];
  /** counted from the end when negative */
  monthDays: number[];
  /** from 1 */
  months: number[];
  count: number | undefined;
  /** the last day that can be a date; that of a moment is the day of the device */
  until: string | undefined;
}

/** As `Date.getDay` numbers them. */
const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Monday first. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0];
const byWeekOrder = (one: number, other: number): number => weekOrder.indexOf(one) - weekOrder.indexOf(other);

/** Reads a rule that the service has accepted. */
export function parseRecurrence(rrule: string): Recurrence {
  const parts = new Map(rrule.split(';').map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  const list = (name: string): string[] => parts.get(name)?.split(',') ?? [];
  const count = parts.get('COUNT');
  return {
    frequency: frequencies.find((name) => name === parts.get('FREQ')) ?? 'DAILY',
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays: list('BYDAY')
      .map((text) => ({ weekday: dayNames.indexOf(text.slice(-2)), nth: Number(text.slice(0, -2)) }))
      .sort((one, other) => one.nth - other.nth || byWeekOrder(one.weekday, other.weekday)),
    monthDays: list('BYMONTHDAY').map(Number).sort(fromBeginToEnd),
    months: list('BYMONTH')
      .map(Number)
      .sort((one, other) => one - other),
    count: count === undefined ? undefined : Number(count),
    until: untilOf(parts.get('UNTIL')),
  };
}

/** Days that are counted from the end of a month come last. */
const fromBeginToEnd = (one: number, other: number): number => Number(one < 0) - Number(other < 0) || one - other;

function untilOf(value: string | undefined): string | undefined {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})Z)?$/.exec(value ?? '') ?? [];
  if (!year) return undefined;
  const date = `${year}-${month}-${day}`;
  if (!time) return date;
  const [hours, minutes, seconds] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)];
  const moment = new Date(`${date}T${hours}:${minutes}:${seconds}Z`);
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Writes a rule as the service takes it. Its end is a local date, which is included. */
export function formatRecurrence({ frequency, interval, weekdays, monthDays, months, count, until }: Recurrence): string {
  const part = (name: string, values: readonly (string | number)[]): string[] =>
    values.length > 0 ? [`${name}=${values.join(',')}`] : [];
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...part('BYMONTH', months),
    ...part('BYMONTHDAY', monthDays),
    ...part(
      'BYDAY',
      weekdays.map(({ weekday, nth }) => `${nth === 0 ? '' : nth}${dayNames[weekday]}`),
    ),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(until === undefined ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';');
}

/** The parts of a date such as 2027-01-31, without a time zone. */
export function dateParts(date: string): { weekday: number; day: number; month: number } {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(), day, month };
}

/**
 * The same rule with what follows from its start, and as the people say it: each Monday is weekly, also where a rule says of each day
 * that it has to be a Monday.
 */
export function simplified(rule: Recurrence, startsOn: string): Recurrence {
  const { frequency, interval, weekdays, monthDays, months } = rule;
  const start = dateParts(startsOn);
  const hasDays = weekdays.length > 0 || monthDays.length > 0;
  if (frequency === 'WEEKLY' && !hasDays) return { ...rule, weekdays: [{ weekday: start.weekday, nth: 0 }] };
  if (frequency === 'MONTHLY' && !hasDays) return { ...rule, monthDays: [start.day] };
  if (frequency === 'YEARLY' && !hasDays)
    return { ...rule, monthDays: [start.day], months: months.length > 0 ? months : [start.month] };
  const isEach = weekdays.length > 0 && weekdays.every(({ nth }) => nth === 0);
  if (interval !== 1 || frequency === 'WEEKLY') return rule;
  if (isEach && monthDays.length === 0) return { ...rule, frequency: 'WEEKLY' };
  if (monthDays.length > 0 && (frequency === 'DAILY' || months.length === 0) && weekdays.every(({ nth }) => nth === 0))
    return { ...rule, frequency: 'MONTHLY' };
  return rule;
}

/** Days of a month that some months do not have, such as the 31st. */
export function missingMonthDays({ frequency, monthDays, months }: Recurrence): number[] {
  if (frequency === 'WEEKLY') return [];
  return monthDays.filter((day) => day > 28 && (months.length === 0 || months.some((month) => day > daysOf(month))));
}

/** The days that a month has each year. @param month from 1 */
const daysOf = (month: number): number => (month === 2 ? 28 : [4, 6, 9, 11].includes(month) ? 30 : 31);
