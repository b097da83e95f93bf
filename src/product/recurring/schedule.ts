import { days } from '../../platform/lib/duration.ts';

/** What decides when a rule runs: the grid `anchor + k * period`, k >= 0, in UTC days of 24 hours. */
export interface Schedule {
  anchor: Date;
  periodDays: number;
  createdAt: Date;
  /** undefined: it never ran */
  lastRunAt: Date | undefined;
}

/**
 * The next run (docs/decisions/recurring.md): the first point of the grid at or after the rule's
 * creation, once it has run the first one after the last run. It may lie in the past: then the
 * rule is overdue, and runs once, however many points went by.
 */
export function nextRun({ anchor, periodDays, createdAt, lastRunAt }: Schedule): Date {
  const period = days(periodDays);
  const origin = anchor.getTime();
  const steps = lastRunAt
    ? Math.floor((lastRunAt.getTime() - origin) / period) + 1
    : Math.ceil((createdAt.getTime() - origin) / period);
  return new Date(origin + Math.max(0, steps) * period);
}
