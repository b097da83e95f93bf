import { sql } from 'kysely';
import { recordAuditEvent, senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, type HttpError, notFound } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Subscriptions } from '../../../platform/module/events.ts';
import { copyChecklists } from '../../tickets/checklists/ticket-actions.ts';
import { insertTicket, insertTickets, type NewTicket } from '../../tickets/insert-ticket.ts';
import { type PresentedTicket, present } from '../../tickets/queries.ts';
import type { Recurrence } from '../../tickets/recurrence-schemas.ts';
import type { Category, Priority } from '../../tickets/tables.ts';
import { linkEquipment } from '../../tickets/ticket-equipment/actions.ts';
import { type Actor, seesProject, seesRule } from '../../visibility.ts';
import { assignPatternWorkers } from './pattern/assign-worker.ts';
import { patternOf } from './pattern/queries.ts';
import { getRule, requireRule } from './queries.ts';
import { ruleAuthor } from './rule-author.ts';
import { type Blocker, blocker, rulesWithObject } from './run-blockers.ts';
import { nextRun, type PlannedRun, planNextRun } from './schedule.ts';
import type { ChangeRule, RecurringRule } from './schemas.ts';

export interface NewRule {
  object_id: number;
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
  anchor_at: string;
  period_days: number;
}

/**
 * Creates a rule; it belongs to the owner of the object's project.
 * @returns its id
 * @throws 404 object missing or not visible, 409 project or object disabled
 */
export async function createRule(tx: Tx, actor: Actor, rule: NewRule, now: Date): Promise<number> {
  const object = await tx
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(['o.project_id', 'o.address', 'p.client_id', sql<boolean>`o.is_active and p.is_active`.as('active')])
    .where('o.id', '=', rule.object_id)
    .where(seesProject(actor))
    .forShare(['p', 'o'])
    .executeTakeFirst();
  if (!object) throw notFound('object');
  const { active, ...location } = object;
  if (!active) throw placeDisabled();
  const { anchor_at, period_days } = rule;
  const anchor = new Date(anchor_at);
  const { id } = await tx
    .insertInto('recurring_rules')
    .values({
      ...rule,
      ...location,
      anchor_at: anchor,
      next_run_at: nextRun({ anchor, periodDays: period_days, createdAt: now, lastRunAt: undefined }),
      created_by: senderIdOf(actor),
      created_by_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Creates a rule together with its first ticket.
 * @throws 404 object missing or not visible, 409 project or object disabled
 */
export async function createRecurringTicket(
  tx: Tx,
  subscriptions: Subscriptions,
  actor: Actor,
  ticket: NewTicket,
  recurrence: Recurrence,
  now: Date,
): Promise<PresentedTicket> {
  const ruleId = await createRule(tx, actor, { ...ticket, ...recurrence }, now);
  const row = await insertTicket(tx, subscriptions, ticket, { ownerId: actor.id, authorId: senderIdOf(actor), ruleId, now });
  if (!row) throw placeDisabled();
  return present(row);
}

/**
 * Changes a rule; its next run follows from the last one by the new schedule, or by its pattern. One whose pattern has ended stays
 * disabled.
 * @throws 404 missing or not visible
 */
export async function changeRule(tx: Tx, actor: Actor, id: number, changes: ChangeRule, now: Date): Promise<RecurringRule> {
  const rule = await lockSchedule(tx, actor, id);
  const { anchor_at = rule.anchor_at, period_days = rule.period_days } = changes;
  const planned = planNextRun({ ...rule, anchor_at, period_days }, now);
  await tx
    .updateTable('recurring_rules')
    .set({ ...changes, anchor_at: new Date(anchor_at) })
    .where('id', '=', id)
    .execute();
  await storeNextRuns(tx, [{ id, ...planned }]);
  return getRule(tx, actor, id);
}

/** Locks a rule. @returns what its runs follow from @throws 404 missing or not visible */
export async function lockSchedule(tx: Tx, actor: Actor, id: number) {
  const visible = tx.selectFrom('recurring_rules as r').where('r.id', '=', id).where(seesRule(actor));
  await visible.select('r.id').forUpdate().execute();
  // A statement of its own, which sees the pattern of whoever had the lock before.
  const rule = await visible
    .select([
      'r.project_id',
      'r.object_id',
      'r.client_id',
      'r.anchor_at',
      'r.period_days',
      'r.created_at',
      'r.last_run_at',
      'r.next_run_at',
    ])
    .select(patternOf.as('pattern'))
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
  return rule;
}

/**
 * Stores when rules run next; those whose pattern has ended are disabled and keep the last date.
 * @param run the one that has just created these tickets
 */
export async function storeNextRuns(
  tx: Tx,
  planned: readonly (PlannedRun & { id: number })[],
  run?: { at: Date; ticketIds: readonly number[] },
): Promise<void> {
  await sql`
    with next as (
      select * from unnest(${planned.map(({ id }) => id)}::integer[], ${planned.map(({ nextRunAt }) => nextRunAt)}::timestamptz[],
        ${planned.map(({ hasEnded }) => hasEnded)}::boolean[]) as next (id, next_run_at, has_ended)
    ), pattern as (
      update recurring_patterns as p set has_ended = next.has_ended
      from next where p.rule_id = next.id and p.has_ended <> next.has_ended
    ), run as (
      insert into recurring_runs (rule_id, run_at, ticket_id, address, category)
      select rule_id, ${run?.at ?? null}::timestamptz, id, address, category from tickets where id = any(${run?.ticketIds ?? []}::integer[])
      order by id
    )
    update recurring_rules as r set next_run_at = next.next_run_at, is_active = r.is_active and not next.has_ended,
      last_run_at = coalesce(${run?.at ?? null}::timestamptz, r.last_run_at)
    from next where r.id = next.id`.execute(tx);
}

/** Rules have no name: the audit log shows the beginning of the description. */
const maxRuleNameLength = 100;

/** Deletes a rule with its history; its tickets stay. @throws 404 missing or not visible */
export async function deleteRule(tx: Tx, actor: Actor, id: number, now: Date): Promise<void> {
  // The foreign key updates the tickets of the rule, which the deletion of a project locks before its rules: without the
  // lock of the project both transactions could deadlock.
  await tx
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select('p.id')
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .forShare('p')
    .execute();
  const deleted = await tx
    .deleteFrom('recurring_rules as r')
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .returning('r.description')
    .executeTakeFirst();
  if (!deleted) throw notFound('rule');
  const subject = { type: 'rule', id: String(id), name: [...deleted.description].slice(0, maxRuleNameLength).join('') };
  await recordAuditEvent(tx, { event: 'rule_deleted', at: now, actor, subject });
}

const placeDisabled = () => conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled);

const blockedErrors: Record<Blocker, () => HttpError> = {
  rule_disabled: () => conflict('rule_disabled', errorMessages.ruleDisabled),
  project_disabled: placeDisabled,
  object_disabled: placeDisabled,
  previous_ticket_open: () => conflict('previous_ticket_open', errorMessages.previousTicketOpen),
};

/**
 * Runs a rule on request of a user (docs/rules.md, Recurring rules).
 * @returns the id of the new ticket
 * @throws 404 missing or not visible, 409 the rule is blocked
 */
export async function runNow(tx: Tx, events: Publishing, actor: Actor, id: number, now: Date): Promise<number> {
  await requireRule(tx, actor, id);
  const [rule] = await lockRules(tx, [id]);
  if (!rule) throw notFound('rule');
  if (rule.blocker) throw blockedErrors[rule.blocker]();
  const [ticketId] = await runRules(tx, events, [rule], now);
  if (ticketId === undefined) throw placeDisabled();
  return ticketId;
}

// Listed, because a prepared statement with `*` fails after an upgrade has added a column.
const lockedColumns = ['r.id', 'r.anchor_at', 'r.period_days', 'r.last_run_at', 'r.next_run_at', 'r.created_at'] as const;

/** A rule that is locked until the end of the transaction. */
type LockedRule = Awaited<ReturnType<typeof lockRules>>[number];

/**
 * Locks rules after their creators, the workers of their patterns, their projects, objects, equipment and checklists; deletions of these
 * lock in the same order. The last statement begins after the locks were granted, so that it sees the tickets of concurrent runs.
 * @returns those that are there, in the order of their ids
 */
export async function lockRules(tx: Tx, ids: readonly number[]) {
  const ofRules = (column: string) => sql`(select ${sql.ref(column)} from recurring_rules where id = any(${ids}::integer[]))`;
  const ofPatterns = (column: string) =>
    sql`(select ${sql.ref(column)} from recurring_patterns where rule_id = any(${ids}::integer[]))`;
  // One after the other, as an append without parallel workers runs. The journal of a ticket references the creator, whose deletion
  // updates the rule; the worker is locked as the assignment does.
  await sql`
    select from (select from users where id in ${ofRules('created_by')} order by id for key share) as creators
    union all select from (select from users where id in ${ofPatterns('worker_id')} order by id for share) as workers
    union all select from (select from projects where id in ${ofRules('project_id')} order by id for share) as projects
    union all select from (select from objects where id in ${ofRules('object_id')} order by id for share) as objects
    union all select from (select from equipment where id in ${ofPatterns('equipment_id')} order by id for key share) as equipment
    union all select from (select from checklists where id in ${ofPatterns('checklist_id')} order by id for key share) as checklists
    union all select from (select from recurring_rules where id = any(${ids}::integer[]) order by id for update) as rules`.execute(
    tx,
  );
  return rulesWithObject(tx)
    .leftJoin('recurring_patterns as pattern', 'pattern.rule_id', 'r.id')
    .select([...lockedColumns, blocker.as('blocker'), patternOf.as('pattern')])
    .select(['pattern.has_worker', 'pattern.worker_id', 'pattern.equipment_id', 'pattern.checklist_id'])
    .where(sql<boolean>`r.id = any(${ids}::integer[])`)
    .orderBy('r.id')
    .execute();
}

/** What a run needs to publish events. */
export type Publishing = Pick<Deps, 'subscriptions' | 'deliveries'>;

/**
 * Creates the tickets of locked rules that nothing blocks, copies the checklists of their patterns, assigns their workers, and records the
 * runs. Each statement is for all of them, because the first one locks the counters of the client until the commit.
 * @returns the ids of the tickets
 */
export async function runRules(tx: Tx, events: Publishing, rules: readonly LockedRule[], now: Date): Promise<number[]> {
  const wanted = sql`
    select object_id, client_id, category, priority, description, floor, id as rule_id
    from recurring_rules where id = any(${rules.map(({ id }) => id)}::integer[])`;
  const columns = sql<{ id: number; rule_id: number }>`t.id, t.rule_id`;
  const tickets = await insertTickets(tx, events.subscriptions, { wanted, ...ruleAuthor, byRule: true, now, columns });
  const runs = tickets.flatMap(({ id: ticketId, rule_id }) =>
    rules.filter(({ id }) => id === rule_id).map((rule) => ({ ...rule, ticketId })),
  );
  await linkEquipment(
    tx,
    runs.flatMap(({ ticketId, equipment_id: equipmentId }) => (equipmentId === null ? [] : [{ ticketId, equipmentId }])),
  );
  await copyChecklists(
    tx,
    runs.flatMap(({ ticketId, checklist_id: checklistId }) => (checklistId === null ? [] : [{ ticketId, checklistId }])),
  );
  const withWorker = runs.filter(({ has_worker }) => has_worker);
  await assignPatternWorkers(
    tx,
    events,
    withWorker.map(({ ticketId, worker_id: workerId }) => ({ ticketId, workerId })),
    now,
  );
  const planned = runs.map((rule) => ({ id: rule.id, ...planNextRun({ ...rule, last_run_at: now.toISOString() }, now) }));
  const ticketIds = runs.map(({ ticketId }) => ticketId);
  await storeNextRuns(tx, planned, { at: now, ticketIds });
  return ticketIds;
}
