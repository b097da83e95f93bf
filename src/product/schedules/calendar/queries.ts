import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { invalidValue } from '../../../platform/http/errors.ts';
import { hours } from '../../../platform/lib/duration.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import { type Actor, seesRule } from '../../visibility.ts';
import type { StoredPattern } from '../recurring/pattern/pattern-runs.ts';
import { patternOf } from '../recurring/pattern/queries.ts';
import type { PatternDates } from '../recurring/pattern/schemas.ts';
import { blocker, rulesWithObject, unclosedPreviousTicketId } from '../recurring/run-blockers.ts';
import {
  type CalendarFeedState,
  type CalendarQuery,
  type CalendarRun,
  type CalendarRunPage,
  maxRuns,
  summaryLength,
} from './schemas.ts';
import { type Period, type UpcomingRun, upcomingRuns } from './upcoming-runs.ts';

/** Twelve months from midnight to midnight are an hour longer where clocks change in a later week of the second year. */
const clockChangeMs = hours(2);

/** @returns the period that a query names @throws 400 it ends before it begins, or has more than twelve months */
export function periodOf({ from, to }: Pick<CalendarQuery, 'from' | 'to'>): Period {
  const period = { from: new Date(from.toUpperCase()), to: new Date(to.toUpperCase()) };
  if (period.to <= period.from) throw invalidValue('to', 'must be after from');
  if (period.to.getTime() > yearAfter(period.from).getTime() + clockChangeMs) {
    throw invalidValue('to', 'must be at most twelve months after from');
  }
  return period;
}

/** The same moment of the next year. */
export function yearAfter(time: Date): Date {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + 1);
  return later;
}

/** Lists the coming runs of the rules that the actor sees. @throws 400 too many */
export async function listCalendar(db: Db, actor: Actor, query: CalendarQuery, now: Date): Promise<CalendarRunPage> {
  const period = periodOf(query);
  const rules = await selectRules(db, actor, period, now, { projectId: query.project_id, limit: maxRuns + 1 });
  // Of these rules some may have no run in the period, and further ones that were not read may have one.
  const isCut = rules.length > maxRuns && rules.some(({ pattern }) => pattern !== null);
  const runs = isCut ? undefined : await upcomingRuns(rules, period, now, maxRuns);
  if (!runs) throw invalidValue('to', `must be earlier, or project_id be given: there are more than ${maxRuns} runs`);
  return { items: await mapInSlices(runs, present), total: runs.length, limit: maxRuns, offset: 0 };
}

function present({ rule, at, dueAt, reason }: UpcomingRun<CalendarRule>): CalendarRun {
  const { id, anchor_at, period_days, created_at, next_run_at, blocker, pattern, open_ticket_id, ...shown } = rule;
  return {
    rule_id: id,
    at: at.toISOString(),
    due_at: dueAt.toISOString(),
    will_run: reason === null,
    reason,
    open_ticket_id: reason === 'previous_ticket_open' ? open_ticket_id : null,
    pattern: pattern && datesOf(pattern),
    ...shown,
  };
}

function datesOf({ set_at: _setAt, ...dates }: StoredPattern): PatternDates {
  return dates;
}

export type CalendarRule = Awaited<ReturnType<typeof selectRules>>[number];

/**
 * Reads the rules that have a run in the period, those whose first run comes soonest first. None are left out that have one;
 * some may have none where the period is over, and of those with patterns where it begins after their next run.
 */
export function selectRules(
  db: Db,
  actor: Actor,
  period: Period,
  now: Date,
  { projectId, limit }: { projectId?: number | undefined; limit: number },
) {
  const firstRun = firstRunIn(period, now);
  let rules = rulesWithObject(db)
    .leftJoin('recurring_patterns as pattern', 'pattern.rule_id', 'r.id')
    .select(['r.id', 'r.anchor_at', 'r.period_days', 'r.created_at', 'r.next_run_at'])
    .select(['r.project_id', 'p.name as project_name', 'r.object_id', 'o.name as object_name', 'r.address'])
    .select(['r.category', 'r.priority', sql<string>`left(r.description, ${summaryLength}::integer)`.as('summary')])
    .select([blocker.as('blocker'), unclosedPreviousTicketId.as('open_ticket_id'), patternOf.as('pattern')])
    .where(seesRule(actor))
    .where(sql<boolean>`pattern.has_ended is not true`)
    .where(sql<boolean>`${firstRun} < ${period.to.toISOString()}::timestamptz`)
    .orderBy(firstRun)
    .orderBy('r.id')
    .limit(limit);
  if (projectId !== undefined) rules = rules.where('r.project_id', '=', projectId);
  return rules.execute();
}

/**
 * The first due time of the rule `r` that is neither before its next run nor before the period; overdue runs come now. Of a rule with a
 * pattern it may be later.
 */
function firstRunIn({ from, to }: Period, now: Date): RawBuilder<Date> {
  const start = sql`${from.toISOString()}::timestamptz`;
  const present = sql`${now.toISOString()}::timestamptz`;
  const isNowIn = from <= now && now < to;
  return sql<Date>`case when ${isNowIn}::boolean and r.next_run_at <= ${present} then ${present}
    when pattern.rule_id is not null then greatest(r.next_run_at, ${start})
    else greatest(r.next_run_at, r.anchor_at + interval '24 hours' * r.period_days
      * greatest(0, ceil(extract(epoch from ${start} - r.anchor_at) / (r.period_days * 86400)))::float8) end`;
}

/** Reads whether an account has a feed. */
export async function getFeedState(db: Db, userId: string): Promise<CalendarFeedState> {
  const token = await db.selectFrom('calendar_tokens').select('created_at').where('user_id', '=', userId).executeTakeFirst();
  return { created_at: token?.created_at ?? null };
}
