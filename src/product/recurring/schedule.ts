import { days } from '../../platform/lib/duration.ts';

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
