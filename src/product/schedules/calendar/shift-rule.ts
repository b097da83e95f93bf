import type { Db, Tx } from '../../../platform/database/database.ts';
import { etagOf } from '../../../platform/http/entity-tag.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { days } from '../../../platform/lib/duration.ts';
import { type Actor, seesRule } from '../../visibility.ts';
import { changeRule } from '../recurring/actions.ts';
import { patternOf } from '../recurring/pattern/queries.ts';
import { blocker, rulesWithObject } from '../recurring/run-blockers.ts';
import { nextRun, nextRunOf, type StoredSchedule } from '../recurring/schedule.ts';
import { previewedRuns, type RuleShift, type ShiftRule } from './schemas.ts';
import { endOfTimes, nextRuns, type ScheduledRule, type UpcomingRun } from './upcoming-runs.ts';

/**
 * Calculates the runs of a rule as they would be after a shift.
 * @throws 400 to a time that has passed, 404 missing or not visible, 409 the schedule has changed or the rule follows a pattern
 */
export async function previewShift(db: Db, actor: Actor, id: number, shift: ShiftRule, now: Date): Promise<RuleShift> {
  const rule = await selectRule(db, actor, id).executeTakeFirst();
  if (!rule) throw notFound('rule');
  return planShift(rule, shift, now);
}

/** Moves all coming runs of a rule: a change of its anchor. @throws as previewShift() */
export async function shiftRule(tx: Tx, actor: Actor, id: number, shift: ShiftRule, now: Date): Promise<RuleShift> {
  const rule = await selectRule(tx, actor, id).forUpdate('r').executeTakeFirst();
  if (!rule) throw notFound('rule');
  const planned = planShift(rule, shift, now);
  await changeRule(tx, actor, id, { anchor_at: planned.new_anchor_at }, now);
  return planned;
}

interface ShiftedRule extends ScheduledRule, StoredSchedule {
  id: number;
}

const selectRule = (db: Db, actor: Actor, id: number) =>
  rulesWithObject(db)
    .select(['r.id', 'r.anchor_at', 'r.period_days', 'r.created_at', 'r.last_run_at', 'r.next_run_at'])
    .select([blocker.as('blocker'), patternOf.as('pattern')])
    .where('r.id', '=', id)
    .where(seesRule(actor));

function planShift(rule: ShiftedRule, { due_at, to, version }: ShiftRule, now: Date): RuleShift {
  const [dueAt, target] = [due_at, to].map((time) => new Date(time.toUpperCase())) as [Date, Date];
  if (rule.pattern) throw conflict('rule_follows_pattern', errorMessages.ruleFollowsPattern);
  if (target <= now || target > endOfTimes) throw invalidValue('to', 'must be in the future and before the year 10000');
  const present = versionOf(rule);
  if (!isRunOf(rule, dueAt) || (version !== undefined && version !== present))
    throw conflict('schedule_changed', errorMessages.scheduleChanged);
  const new_anchor_at = shiftedAnchor(rule, target.getTime() - dueAt.getTime(), now).toISOString();
  const shifted = { ...rule, anchor_at: new_anchor_at };
  const next_run_at = nextRunOf(shifted, now).toISOString();
  return {
    rule_id: rule.id,
    anchor_at: rule.anchor_at,
    new_anchor_at,
    version: present,
    before: nextRuns(rule, now, previewedRuns).map(presentRun),
    after: nextRuns({ ...shifted, next_run_at }, now, previewedRuns).map(presentRun),
  };
}

/** What the coming runs follow from. */
const versionOf = ({ anchor_at, period_days, next_run_at }: ShiftedRule): string =>
  etagOf(JSON.stringify([anchor_at, period_days, next_run_at])).replaceAll('"', '');

function isRunOf({ next_run_at, period_days }: ShiftedRule, dueAt: Date): boolean {
  const later = dueAt.getTime() - Date.parse(next_run_at);
  return later >= 0 && later % days(period_days) === 0;
}

/**
 * The next run, moved by so much. The new anchor is the next run and not an earlier one, because a due time between the last run
 * and the present would make the rule overdue. For the same reason runs that would be in the past are left out.
 */
function shiftedAnchor({ next_run_at, period_days }: ShiftedRule, byMs: number, now: Date): Date {
  const anchor = new Date(Date.parse(next_run_at) + byMs);
  return nextRun({ anchor, periodDays: period_days, createdAt: now, lastRunAt: undefined });
}

const presentRun = ({ at, dueAt, reason }: UpcomingRun<ScheduledRule>): RuleShift['after'][number] => ({
  at: at.toISOString(),
  due_at: dueAt.toISOString(),
  will_run: reason === null,
  reason,
});
