import { type Insertable, sql } from 'kysely';
import { recordAuditEvent, senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, type HttpError, notFound } from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Subscriptions } from '../../../platform/module/events.ts';
import { copyChecklist } from '../../tickets/checklists/ticket-actions.ts';
import { insertTicket, type NewTicket } from '../../tickets/insert-ticket.ts';
import { type PresentedTicket, present } from '../../tickets/queries.ts';
import type { Recurrence } from '../../tickets/recurrence-schemas.ts';
import type { Category, Priority } from '../../tickets/tables.ts';
import { linkEquipment } from '../../tickets/ticket-equipment/actions.ts';
import { type Actor, seesProject, seesRule } from '../../visibility.ts';
import { assignPatternWorker } from './pattern/assign-worker.ts';
import { patternOf } from './pattern/queries.ts';
import { getRule, requireRule } from './queries.ts';
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
  await storeNextRun(tx, id, planned);
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
 * Stores when a rule runs next; one whose pattern has ended is disabled and keeps the last date.
 * @param run the one that was just made
 */
export async function storeNextRun(
  tx: Tx,
  id: number,
  { nextRunAt, hasEnded }: PlannedRun,
  run?: Pick<Insertable<Tables['recurring_runs']>, 'ticket_id' | 'address' | 'category'> & { run_at: Date },
): Promise<void> {
  const recorded = run ? tx.with('run', (db) => db.insertInto('recurring_runs').values({ rule_id: id, ...run })) : tx;
  await recorded
    .with('pattern', (db) =>
      db
        .updateTable('recurring_patterns')
        .set({ has_ended: hasEnded })
        .where('rule_id', '=', id)
        .where('has_ended', '!=', hasEnded),
    )
    .updateTable('recurring_rules')
    .set({ next_run_at: nextRunAt, ...(hasEnded && { is_active: false }), ...(run && { last_run_at: run.run_at }) })
    .where('id', '=', id)
    .execute();
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
  return runRule(tx, events, rule, now);
}

// Listed, because a prepared statement with `*` fails after an upgrade has added a column.
const lockedColumns = [
  'r.id',
  'r.object_id',
  'r.client_id',
  'r.category',
  'r.priority',
  'r.description',
  'r.floor',
  'r.anchor_at',
  'r.period_days',
  'r.last_run_at',
  'r.next_run_at',
  'r.created_by',
  'r.created_by_name',
  'r.created_at',
] as const;

/** A rule that is locked until the end of the transaction. */
export type LockedRule = Awaited<ReturnType<typeof lockRules>>[number];

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
 * Creates the ticket of a locked rule that nothing blocks, copies the checklist of its pattern, assigns its worker, and records the run.
 * @returns the id of the ticket
 */
export async function runRule(tx: Tx, events: Publishing, rule: LockedRule, now: Date): Promise<number> {
  const author = { authorId: rule.created_by, authorName: rule.created_by_name };
  const origin = { ownerId: rule.client_id, ...author, ruleId: rule.id, byRule: true, now };
  const ticket = await insertTicket(tx, events.subscriptions, rule, origin);
  if (!ticket) throw placeDisabled();
  if (rule.equipment_id !== null) await linkEquipment(tx, ticket.id, rule.equipment_id);
  if (rule.checklist_id !== null) await copyChecklist(tx, ticket.id, rule.checklist_id);
  if (rule.has_worker) await assignPatternWorker(tx, events, { ...rule, ...author, ticketId: ticket.id }, now);
  const run = { run_at: now, ticket_id: ticket.id, address: ticket.address, category: ticket.category };
  await storeNextRun(tx, rule.id, planNextRun({ ...rule, last_run_at: now.toISOString() }, now), run);
  return ticket.id;
}
