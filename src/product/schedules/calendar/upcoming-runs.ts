import { slicedWork } from '../../../platform/lib/slices.ts';
import { patternDates, type StoredPattern } from '../recurring/pattern/pattern-runs.ts';
import type { Blocker } from '../recurring/run-blockers.ts';
import { nextRun } from '../recurring/schedule.ts';

// Which runs of rules come in a period. Nothing here knows the database or the present time.

/** What the runs of a rule follow from. */
export interface ScheduledRule {
  anchor_at: string;
  period_days: number;
  created_at: string;
  next_run_at: string;
  blocker: Blocker | null;
  pattern: StoredPattern | null;
}

/** From `from` to before `to`. */
export interface Period {
  from: Date;
  to: Date;
}

export interface UpcomingRun<Rule> {
  rule: Rule;
  /** by the schedule */
  dueAt: Date;
  /** when it is due; for an overdue run the present time, because the next evaluation of the rules makes its ticket */
  at: Date;
  /** why it creates no ticket; null: it creates one */
  reason: Blocker | null;
}

/**
 * The runs of a rule in a period. An open ticket blocks the next run only: each later one is expected to find the ticket of
 * the run before it closed. An overdue rule runs once for all periods that it missed.
 */
function* runsOf<Rule extends ScheduledRule>(rule: Rule, { from, to }: Period, now: Date): Generator<UpcomingRun<Rule>> {
  const next = new Date(rule.next_run_at);
  const at = next < now ? now : next;
  if (from <= at && at < to) yield { rule, dueAt: next, at, reason: rule.blocker };
  const reason = rule.blocker === 'previous_ticket_open' ? null : rule.blocker;
  for (const dueAt of dueTimesAfter(rule, new Date(Math.max(at.getTime(), from.getTime() - 1)))) {
    if (dueAt >= to) return;
    yield { rule, dueAt, at: dueAt, reason };
  }
}

/** The due times of a rule after a run, each of which is supposed to be kept. */
function* dueTimesAfter({ pattern, ...rule }: ScheduledRule, lastRunAt: Date): Generator<Date> {
  let last = lastRunAt;
  if (pattern) {
    for (const { createAt } of patternDates(pattern, lastRunAt)) {
      if (createAt <= last) continue;
      yield createAt;
      last = createAt;
    }
    return;
  }
  const schedule = {
    anchor: new Date(rule.anchor_at),
    periodDays: rule.period_days,
    createdAt: new Date(rule.created_at),
  };
  for (;;) {
    last = nextRun({ ...schedule, lastRunAt: last });
    yield last;
  }
}

/**
 * Lists the runs of rules in a period, in the order of time. Other work of the process runs in between, because those of thousands of
 * patterns take a tenth of a second.
 * @returns undefined: there are more than `max`
 */
export async function upcomingRuns<Rule extends ScheduledRule & { id: number }>(
  rules: readonly Rule[],
  period: Period,
  now: Date,
  max: number,
): Promise<UpcomingRun<Rule>[] | undefined> {
  const letOthersRun = slicedWork();
  const runs: UpcomingRun<Rule>[] = [];
  for (const rule of rules) {
    await letOthersRun();
    for (const run of runsOf(rule, period, now)) {
      if (runs.length === max) return undefined;
      runs.push(run);
    }
  }
  return runs.sort((a, b) => a.at.getTime() - b.at.getTime() || a.rule.id - b.rule.id);
}

/** RFC 3339 cannot express later times. */
export const endOfTimes = new Date('9999-12-31T23:59:59.999Z');

/** The next runs of a rule. */
export function nextRuns<Rule extends ScheduledRule>(rule: Rule, now: Date, count: number): UpcomingRun<Rule>[] {
  return runsOf(rule, { from: now, to: endOfTimes }, now).take(count).toArray();
}
