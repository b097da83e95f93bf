import type { RecurrenceRule } from './rrule.ts';

// The dates of a recurrence rule, as numbers of days since 1970-01-01, so that a year costs some microseconds. A date is a day of
// a calendar, without a time zone.

const msPerDay = 86_400_000;

/** How far dates are looked for, which bounds the time of a calculation: a rule without a date in so many years has ended. */
export const yearsLookedAhead = 100;
const daysLookedAhead = Math.ceil(yearsLookedAhead * 365.25);

/** RFC 3339 has no years above, and the date may be a day later in UTC. */
const lastDay = Date.UTC(9999, 11, 30) / msPerDay;

export const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / msPerDay;

/** A day with what the parts of a rule ask of it. */
interface Calendar {
  day: number;
  year: number;
  /** from 1 */
  month: number;
  ofMonth: Range;
}

/** The first and the last day of a month or a year. */
interface Range {
  first: number;
  last: number;
}

const yearOf = (year: number): Range => ({ first: dayNumber(year, 1, 1), last: dayNumber(year + 1, 1, 1) - 1 });
const monthOf = (year: number, month: number): Range => ({
  first: dayNumber(year, month, 1),
  last: dayNumber(year, month + 1, 1) - 1,
});

function calendarOf(day: number): Calendar {
  const date = new Date(day * msPerDay);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  return { day, year, month, ofMonth: monthOf(year, month) };
}

/**
 * Calculates the dates of a rule, in order. COUNT counts from the first date of the rule, wherever the result begins.
 * @param start the day from which intervals are counted, and before which there is no date; it is one only if it fits
 * @param from the first day of interest
 */
export function* ruleDates(rule: RecurrenceRule, start: number, from: number): Generator<number> {
  const end = Math.min(Math.max(start, from) + daysLookedAhead, lastDay);
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  const first = calendarOf(start);
  const begin = rule.count === undefined ? Math.max(start, from) : start;
  for (const days of periods(rule, first, begin, end)) {
    for (const day of days) {
      if (day < start) continue;
      if (day > end) return;
      if (day >= from) yield day;
      if (--left === 0) return;
    }
  }
}

/** The fitting days of each period of the rule, from the one in which `begin` is. */
function periods(rule: RecurrenceRule, start: Calendar, begin: number, end: number): Generator<Iterable<number>> {
  switch (rule.freq) {
    case 'DAILY':
      return dailyPeriods(rule, start, begin, end);
    case 'WEEKLY':
      return weeklyPeriods(rule, start, begin, end);
    case 'MONTHLY':
      return monthlyPeriods(rule, start, begin, end);
    case 'YEARLY':
      return yearlyPeriods(rule, start, begin, end);
  }
}

/** The last one of `first + k * interval`, k >= 0, that is not after `value`. */
const lastStep = (first: number, interval: number, value: number): number =>
  first + Math.max(0, Math.floor((value - first) / interval)) * interval;

function* dailyPeriods(rule: RecurrenceRule, start: Calendar, begin: number, end: number): Generator<Iterable<number>> {
  if (rule.byMonth.size === 0 && rule.byMonthDay.size === 0) {
    for (let day = lastStep(start.day, rule.interval, begin); day <= end; day += rule.interval)
      yield fitsWeekday(rule, day) ? [day] : [];
    return;
  }
  // By months, of which most are left out at once: otherwise a hundred years take some 20 ms.
  for (const { month, ofMonth } of months(monthNumber(calendarOf(begin)), 1, end)) {
    if (!fitsMonth(rule, month)) continue;
    const inStep = daysOf(ofMonth).filter((day) => (day - start.day) % rule.interval === 0);
    yield inStep.filter((day) => fitsMonthDay(rule, day, ofMonth) && fitsWeekday(rule, day));
  }
}

function* weeklyPeriods(rule: RecurrenceRule, start: Calendar, begin: number, end: number): Generator<Iterable<number>> {
  const firstMonday = start.day - weekdayOf(start.day);
  const isChosen = rule.byDay.size > 0 ? (day: number) => fitsWeekday(rule, day) : sameWeekday(start.day);
  const length = 7 * rule.interval;
  for (let monday = lastStep(firstMonday, length, begin); monday <= end; monday += length) {
    const week = daysOf({ first: monday, last: monday + 6 }).filter(isChosen);
    yield week.filter((day) => rule.byMonth.size === 0 || fitsMonth(rule, calendarOf(day).month));
  }
}

const sameWeekday = (one: number) => (other: number) => weekdayOf(one) === weekdayOf(other);

function* monthlyPeriods(rule: RecurrenceRule, start: Calendar, begin: number, end: number): Generator<Iterable<number>> {
  const first = lastStep(monthNumber(start), rule.interval, monthNumber(calendarOf(begin)));
  for (const { month, ofMonth } of months(first, rule.interval, end))
    yield fitsMonth(rule, month) ? daysInMonth(rule, start, ofMonth, ofMonth) : [];
}

const monthNumber = ({ year, month }: Calendar): number => year * 12 + month - 1;

/** Months from one to the one that `end` is in. @param step in months */
function* months(first: number, step: number, end: number): Generator<{ month: number; ofMonth: Range }> {
  for (let number = first; ; number += step) {
    const month = (number % 12) + 1;
    const ofMonth = monthOf(Math.floor(number / 12), month);
    if (!(ofMonth.first <= end)) return; // it is NaN after the years that dates can have
    yield { month, ofMonth };
  }
}

function* yearlyPeriods(rule: RecurrenceRule, start: Calendar, begin: number, end: number): Generator<Iterable<number>> {
  const isOfAllMonths = rule.byMonth.size > 0 || rule.byMonthDay.size > 0 || rule.byDay.size > 0;
  for (let year = lastStep(start.year, rule.interval, calendarOf(begin).year); ; year += rule.interval) {
    const ofYear = yearOf(year);
    if (!(ofYear.first <= end)) return; // as in months()
    for (let month = 1; month <= 12; month++) {
      if (isOfAllMonths ? !fitsMonth(rule, month) : month !== start.month) continue;
      const ofMonth = monthOf(year, month);
      // Numbers in BYDAY count within the month where the rule names months, otherwise within the year.
      yield daysInMonth(rule, start, ofMonth, rule.byMonth.size > 0 ? ofMonth : ofYear);
    }
  }
}

/** The days of a month that fit; without BYMONTHDAY and BYDAY the one with the number of the start, which the month may lack. */
function daysInMonth(rule: RecurrenceRule, start: Calendar, ofMonth: Range, counted: Range): number[] {
  if (rule.byMonthDay.size > 0 || rule.byDay.size > 0)
    return daysOf(ofMonth).filter((day) => fitsMonthDay(rule, day, ofMonth) && fitsWeekday(rule, day, counted));
  const day = ofMonth.first + start.day - start.ofMonth.first;
  return day <= ofMonth.last ? [day] : [];
}

const daysOf = ({ first, last }: Range): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** 0: Monday. The first of January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

const fitsMonth = ({ byMonth }: RecurrenceRule, month: number): boolean => byMonth.size === 0 || byMonth.has(month);

const fitsMonthDay = ({ byMonthDay }: RecurrenceRule, day: number, { first, last }: Range): boolean =>
  byMonthDay.size === 0 || byMonthDay.has(day - first + 1) || byMonthDay.has(day - last - 1);

/** @param counted the month or the year in which numbers count */
function fitsWeekday({ byDay }: RecurrenceRule, day: number, counted?: Range): boolean {
  if (byDay.size === 0) return true;
  const numbers = byDay.get(weekdayOf(day));
  if (!numbers || numbers.has(0) || !counted) return numbers !== undefined;
  return numbers.has(weeksBetween(counted.first, day) + 1) || numbers.has(-weeksBetween(day, counted.last) - 1);
}

const weeksBetween = (first: number, last: number): number => Math.floor((last - first) / 7);
