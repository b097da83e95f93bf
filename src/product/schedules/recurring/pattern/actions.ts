import type { Tx } from '../../../../platform/database/database.ts';
import { notFound } from '../../../../platform/http/errors.ts';
import { lockEquipmentOf } from '../../../places/equipment/actions.ts';
import { lockUsableChecklist } from '../../../tickets/checklists/ticket-actions.ts';
import { assigneeError } from '../../../tickets/transition-errors.ts';
import type { Actor } from '../../../visibility.ts';
import { lockSchedule, storeNextRuns } from '../actions.ts';
import { planNextRun } from '../schedule.ts';
import type { StoredPattern } from './pattern-runs.ts';
import { comingDates, noComingDates } from './queries.ts';
import type { PatternBody } from './schemas.ts';

/**
 * Lets a rule follow a pattern instead of its grid, or another pattern than before.
 * @throws 400 no pattern, one without coming dates, a worker who cannot be assigned, equipment of another object, or a checklist of another client;
 * 404 rule or checklist missing or not visible
 */
export async function setPattern(tx: Tx, actor: Actor, ruleId: number, body: PatternBody, now: Date): Promise<void> {
  const { worker_id = null, equipment_id = null, checklist_id = null, lead_days = 0, time, ...dates } = body;
  comingDates(body, now, 1);
  if (worker_id !== null) await tx.selectFrom('users').select('id').where('id', '=', worker_id).forKeyShare().execute();
  const rule = await lockSchedule(tx, actor, ruleId);
  const error = worker_id === null ? undefined : await assigneeError(tx, rule.project_id, worker_id);
  if (error) throw error;
  if (equipment_id !== null) await lockEquipmentOf(tx, rule.object_id, equipment_id);
  if (checklist_id !== null) await lockUsableChecklist(tx, actor, checklist_id, rule.client_id);
  const pattern: StoredPattern = { ...dates, time, lead_days, set_at: setAtOf({ ...body, lead_days }, rule.pattern, now) };
  const planned = planNextRun({ ...rule, pattern }, now);
  if (planned.hasEnded) throw noComingDates();
  const values = {
    ...dates,
    lead_days,
    set_at: new Date(pattern.set_at),
    local_time: time,
    worker_id,
    equipment_id,
    checklist_id,
  };
  const row = { ...values, has_worker: worker_id !== null };
  await tx
    .insertInto('recurring_patterns')
    .values({ rule_id: ruleId, ...row })
    .onConflict((conflict) => conflict.column('rule_id').doUpdateSet(row))
    .execute();
  await storeNextRuns(tx, [{ id: ruleId, ...planned }]);
}

/** Another worker alone does not change which dates were missed. */
function setAtOf(body: Omit<StoredPattern, 'set_at'>, before: StoredPattern | null, now: Date): string {
  const fields = ['rrule', 'starts_on', 'time', 'timezone', 'lead_days'] as const;
  return before && fields.every((field) => body[field] === before[field]) ? before.set_at : now.toISOString();
}

/** Lets a rule follow its grid again. @throws 404 rule missing or not visible, or without a pattern */
export async function removePattern(tx: Tx, actor: Actor, ruleId: number, now: Date): Promise<void> {
  const rule = await lockSchedule(tx, actor, ruleId);
  if (!rule.pattern) throw notFound('pattern');
  await tx.deleteFrom('recurring_patterns').where('rule_id', '=', ruleId).execute();
  await storeNextRuns(tx, [{ id: ruleId, ...planNextRun({ ...rule, pattern: null }, now) }]);
}
