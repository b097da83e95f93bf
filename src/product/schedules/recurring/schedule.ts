import { days, seconds } from '../../../platform/lib/duration.ts';
import { lastPatternRun, nextPatternRun, type StoredPattern } from './pattern/pattern-runs.ts';

/** The name of the evaluations of rules with patterns. */
export const patternTicks = 'rules with patterns';
/** Time between two of them: with the time that they take less than the minute within which a due rule runs. */
export const patternTickMs = seconds(5);

/** The runs of a rule are due at `anchor + k * period`, k >= 0, in UTC days of 24 hours. */
export interface Schedule {
  anchor: Date;
  periodDays: number;
  createdAt: Date;
  /** undefined: the rule never ran */
  lastRunAt: Date | undefined;
}

/**
 * Calculates the next run (docs/rules.md, Recurring rules): the first due time at or after the creation of the rule, later
 * the first one after its last run. It may be in the past: the rule is overdue and runs once for all missed periods.
 */
export function nextRun({ anchor, periodDays, createdAt, lastRunAt }: Schedule): Date {
  const periodMs = days(periodDays);
  const anchorMs = anchor.getTime();
  const steps = lastRunAt
    ? Math.floor((lastRunAt.getTime() - anchorMs) / periodMs) + 1
    : Math.ceil((createdAt.getTime() - anchorMs) / periodMs);
  return new Date(anchorMs + Math.max(0, steps) * periodMs);
}

/** What a stored rule has of a schedule. */
export interface StoredSchedule {
  anchor_at: string;
  period_days: number;
  created_at: string;
  last_run_at: string | null;
}

/**
 * Calculates the next run of a stored rule without a pattern, or of one that somebody considers. A last run that lies ahead counts as one at present: the
 * clock of the service was wrong then, and the rule would not run for as long.
 */
export function nextRunOf(stored: StoredSchedule, now: Date): Date {
  return nextRun({
    anchor: new Date(stored.anchor_at),
    periodDays: stored.period_days,
    createdAt: new Date(stored.created_at),
    lastRunAt: lastRunOf(stored, now),
  });
}

const lastRunOf = ({ last_run_at }: StoredSchedule, now: Date): Date | undefined =>
  last_run_at === null ? undefined : new Date(Math.min(Date.parse(last_run_at), now.getTime()));

/** When a rule runs next. */
export interface PlannedRun {
  nextRunAt: Date;
  /** its pattern has no coming date, and `nextRunAt` is the last one */
  hasEnded: boolean;
}

/** Calculates the next run of a stored rule by its pattern, or by its grid when it has none. */
export function planNextRun(
  rule: StoredSchedule & { next_run_at: string; pattern: StoredPattern | null },
  now: Date,
): PlannedRun {
  if (!rule.pattern) return { nextRunAt: nextRunOf(rule, now), hasEnded: false };
  const nextRunAt = nextPatternRun(rule.pattern, lastRunOf(rule, now));
  if (nextRunAt) return { nextRunAt, hasEnded: false };
  return { nextRunAt: lastPatternRun(rule.pattern, new Date(rule.next_run_at)), hasEnded: true };
}

/**
 * Calculates which evaluation of all rules finds a rule due: the first one after the last that is not before the next run.
 * It is an estimate: a start of the service and further instances evaluate at other times as well.
 * @param intervalMs time between two evaluations
 * @returns null after the year 9999, which RFC 3339 cannot express
 */
export function evaluationAt(lastEvaluation: Date, intervalMs: number, nextRunAt: Date): Date | null {
  const intervals = Math.max(1, Math.ceil((nextRunAt.getTime() - lastEvaluation.getTime()) / intervalMs));
  const evaluation = new Date(lastEvaluation.getTime() + intervals * intervalMs);
  return evaluation.getUTCFullYear() <= 9999 ? evaluation : null;
}
