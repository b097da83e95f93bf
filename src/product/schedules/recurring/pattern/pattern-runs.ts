import { localTimes } from './local-times.ts';
import { parseRecurrenceRule, type RecurrenceRule } from './rrule.ts';
import { dayNumber, ruleDates } from './rule-dates.ts';

// When a rule with a pattern runs (docs/rules.md, Patterns). Nothing here knows the database or the present time.

/** Dates in local time. */
export interface LocalDates {
  rrule: string;
  /** such as 2027-01-31 */
  starts_on: string;
  /** such as 08:00 */
  time: string;
  timezone: string;
}

/** What a stored pattern has of a schedule. */
export interface StoredPattern extends LocalDates {
  lead_days: number;
  /** when it was set */
  set_at: string;
}

/** A date of a pattern. */
export interface PatternDate {
  at: Date;
  /** when its ticket is created: `lead_days` before, at the same local time */
  createAt: Date;
}

const msPerDay = 86_400_000;

/** Local dates differ by a day from those in UTC, and a gap of clocks may move one by a day more. */
const maxDayDifference = 2;

/**
 * Calculates the dates of a pattern, in order.
 * @param from the earliest `createAt` of interest; some of the two days before may be among the dates
 * @throws RecurrenceRuleError
 */
export function* patternDates(pattern: LocalDates & { lead_days?: number }, from: Date): Generator<PatternDate> {
  const { rrule, starts_on, time, timezone, lead_days: leadDays = 0 } = pattern;
  const rule = parseRecurrenceRule(rrule);
  const [toMoment, toCreation] = [localTimes(timezone), localTimes(timezone)];
  const fromDay = Math.floor(from.getTime() / msPerDay) + leadDays - maxDayDifference;
  for (const day of ruleDates(rule, dayOf(starts_on), fromDay)) {
    const localMs = day * msPerDay + timeOf(time);
    const at = toMoment(localMs);
    if (isAfterEnd(rule, day, at)) return;
    yield { at: new Date(at), createAt: new Date(toCreation(localMs - leadDays * msPerDay)) };
  }
}

function isAfterEnd({ until }: RecurrenceRule, day: number, at: number): boolean {
  if (!until) return false;
  if ('moment' in until) return at > until.moment.getTime();
  return day > dayNumber(until.date.year, until.date.month, until.date.day);
}

function dayOf(date: string): number {
  const { year, month, day } = Temporal.PlainDate.from(date);
  return dayNumber(year, month, day);
}

function timeOf(time: string): number {
  const { hour, minute } = Temporal.PlainTime.from(time);
  return (hour * 60 + minute) * 60_000;
}

/**
 * Calculates the next run of a rule with a pattern: of a rule that has run, the first creation of a ticket after its last run. A rule that
 * never ran is due for the first date that was ahead when the pattern was set, at once where its ticket should be there already.
 * It may be in the past: the rule is overdue and runs once for all missed dates.
 * @returns undefined: there is none
 */
export function nextPatternRun(pattern: StoredPattern, lastRunAt: Date | undefined): Date | undefined {
  const setAt = new Date(pattern.set_at);
  if (!lastRunAt) return firstOf(pattern, setAt, ({ at }) => at >= setAt);
  if (lastRunAt < setAt) return firstOf(pattern, setAt, ({ createAt }) => createAt >= setAt);
  return firstOf(pattern, lastRunAt, ({ createAt }) => createAt > lastRunAt);
}

function firstOf(pattern: StoredPattern, from: Date, fits: (date: PatternDate) => boolean): Date | undefined {
  // A date is not before the creation of its ticket, so that none is missed here whose own moment counts.
  const earliest = new Date(from.getTime() - pattern.lead_days * msPerDay);
  for (const date of patternDates(pattern, earliest)) if (fits(date)) return date.createAt;
  return undefined;
}

/** Calculates when the last ticket of a pattern without coming dates was to be created. @param from a run of it, or a time before */
export function lastPatternRun(pattern: StoredPattern, from: Date): Date {
  let last = from;
  for (const { createAt } of patternDates(pattern, from)) last = createAt;
  return last;
}
