import type { RecurringPatternDates } from '../../contract/schemas.ts';
import { timeZone } from '../../i18n/dates.ts';
import { parseRecurrence, type Recurrence, type RuleDay, simplified } from './recurrence.ts';
import type { PatternTexts } from './texts/en.ts';
import { usePatternTexts } from './texts/texts.ts';
import { formatWallDate, formatWallTime } from './wall-time.ts';

/**
 * Says when a rule with a pattern runs, such as `on the first Monday of each month at 08:00`. The time zone is named where it is not that
 * of the device.
 */
export function patternSentence(pattern: RecurringPatternDates, texts: PatternTexts, ownZone = timeZone()): string {
  const { rrule, starts_on, time, timezone, lead_days } = pattern;
  const rule = simplified(parseRecurrence(rrule), starts_on);
  const zone = timezone === ownZone ? [] : [`(${timezone})`];
  const rest = [
    ...(rule.until === undefined ? [] : [texts.until(formatWallDate(rule.until))]),
    ...(rule.count === undefined ? [] : [texts.times(rule.count)]),
    ...(lead_days === 0 ? [] : [texts.createdBefore(lead_days)]),
  ];
  return [[datesOf(rule, texts), texts.at(formatWallTime(time)), ...zone].join(' '), ...rest].join(', ');
}

/** The same in the current language. */
export function usePatternSentence(): (pattern: RecurringPatternDates) => string {
  const texts = usePatternTexts();
  return (pattern) => patternSentence(pattern, texts);
}

function datesOf(rule: Recurrence, texts: PatternTexts): string {
  const { frequency } = rule;
  if (frequency === 'MONTHLY') return monthly(rule, texts);
  if (frequency === 'YEARLY') return yearly(rule, texts);
  return [frequency === 'WEEKLY' ? weekly(rule, texts) : daily(rule, texts), ...onlyInMonths(rule, texts)].join(', ');
}

const onlyInMonths = ({ months }: Recurrence, texts: PatternTexts): string[] =>
  months.length > 0 ? [texts.onlyInMonths(months)] : [];

function daily({ interval, weekdays, monthDays }: Recurrence, texts: PatternTexts): string {
  const conditions = [
    ...(monthDays.length > 0 ? [monthDays.map(texts.monthDay)] : []),
    ...(weekdays.length > 0 ? [namesOf(weekdays, texts)] : []),
  ];
  return [texts.everyDays(interval), ...conditions.map((days) => texts.onlyOn(days))].join(', ');
}

function weekly({ interval, weekdays }: Recurrence, texts: PatternTexts): string {
  const days = weekdays.map(({ weekday }) => weekday);
  if (interval === 1) return days.length === 7 ? texts.everyDays(1) : texts.everyWeekdays(days);
  return `${texts.everyWeeks(interval)} ${texts.on(days.map(texts.weekday))}`;
}

const namesOf = (days: readonly RuleDay[], texts: PatternTexts): string[] =>
  days.map(({ nth, weekday }) => texts.nthWeekday(nth, weekday));

function monthly(rule: Recurrence, texts: PatternTexts): string {
  const { interval } = rule;
  const days = daysInMonth(rule, texts);
  const dates = interval === 1 ? `${days} ${texts.ofEachMonth}` : `${texts.everyMonths(interval)} ${days}`;
  return [dates, ...onlyOnMonthDays(rule, texts), ...onlyInMonths(rule, texts)].join(', ');
}

/** Days of the week where the rule has any, because a day of the month then restricts them. */
const daysInMonth = ({ weekdays, monthDays }: Recurrence, texts: PatternTexts): string =>
  texts.on(weekdays.length > 0 ? namesOf(weekdays, texts) : monthDays.map(texts.monthDay));

const onlyOnMonthDays = ({ weekdays, monthDays }: Recurrence, texts: PatternTexts): string[] =>
  weekdays.length > 0 && monthDays.length > 0 ? [texts.onlyOn(monthDays.map(texts.monthDay))] : [];

function yearly(rule: Recurrence, texts: PatternTexts): string {
  const { interval, weekdays, monthDays, months } = rule;
  const every = texts.everyYears(interval);
  const isOfDates = weekdays.length === 0 && months.length > 0 && monthDays.every((day) => day > 0);
  if (isOfDates) {
    const dates = months.flatMap((month) => monthDays.map((day) => texts.dayOfYear(day, month)));
    return `${every} ${texts.on(dates)}`;
  }
  const part = months.length > 0 ? texts.ofMonths(months) : weekdays.length > 0 ? texts.ofTheYear : texts.ofEachMonth;
  return [`${every} ${daysInMonth(rule, texts)} ${part}`, ...onlyOnMonthDays(rule, texts)].join(', ');
}
