import { sql } from 'kysely';
import type { Subscriptions } from '../../platform/capability/events.ts';
import type { Tx } from '../../platform/database/open.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { insertTicket, type NewTicket } from '../tickets/insert.ts';
import { type PresentedTicket, present } from '../tickets/queries.ts';
import type { Recurrence } from '../tickets/recurrence.ts';
import type { Category, Priority } from '../tickets/tables.ts';
import { type Actor, seesProject, seesRule } from '../visibility.ts';
import { getRule, requireRule } from './queries.ts';
import { nextRun } from './schedule.ts';
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
 * Makes a rule for the owner of the object's project.
 * @returns its id
 * @throws 404 object missing or foreign, 409 project or object disabled
 */
export async function createRule(tx: Tx, actor: Actor, rule: NewRule, now: Date): Promise<number> {
  const place = await tx
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(['o.project_id', 'o.address', 'p.client_id', sql<boolean>`o.is_active and p.is_active`.as('active')])
    .where('o.id', '=', rule.object_id)
    .where(seesProject(actor))
    .forShare(['p', 'o'])
    .executeTakeFirst();
  if (!place) throw notFound('object');
  const { active, ...at } = place;
  if (!active) throw conflict('the project or the object is disabled');
  const { anchor_at, period_days } = rule;
  const anchor = new Date(anchor_at);
  const { id } = await tx
    .insertInto('recurring_rules')
    .values({
      ...rule,
      ...at,
      anchor_at: anchor,
      next_run_at: nextRun({ anchor, periodDays: period_days, createdAt: now, lastRunAt: undefined }),
      created_by: actor.id,
      created_by_name: sql<string>`coalesce((select name from users where id = ${actor.id}), '')`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Creates a rule together with its first ticket.
 * @throws 404 object missing or foreign, 409 project or object disabled
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
  const row = await insertTicket(tx, subscriptions, ticket, { ownerId: actor.id, authorId: actor.id, ruleId, now });
  if (!row) throw conflict('the project or the object is disabled');
  return present(row);
}

/** The next run follows from the last one by the new schedule. @throws 404 missing or foreign */
export async function changeRule(tx: Tx, actor: Actor, id: number, changes: ChangeRule): Promise<RecurringRule> {
  const rule = await tx
    .selectFrom('recurring_rules as r')
    .select(['r.anchor_at', 'r.period_days', 'r.created_at', 'r.last_run_at'])
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
  const anchor = new Date(changes.anchor_at ?? rule.anchor_at);
  const next_run_at = nextRun({
    anchor,
    periodDays: changes.period_days ?? rule.period_days,
    createdAt: new Date(rule.created_at),
    lastRunAt: rule.last_run_at === null ? undefined : new Date(rule.last_run_at),
  });
  await tx
    .updateTable('recurring_rules')
    .set({ ...changes, anchor_at: anchor, next_run_at })
    .where('id', '=', id)
    .execute();
  return getRule(tx, actor, id);
}

/** Removes a rule with its history; its tickets stay. @throws 404 missing or foreign */
export async function deleteRule(tx: Tx, actor: Actor, id: number): Promise<void> {
  // The foreign key changes the rule's tickets. A deletion of the project locks these before its rules.
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
    .returning('r.id')
    .executeTakeFirst();
  if (!deleted) throw notFound('rule');
}

/**
 * Runs a rule now, by hand.
 * @returns the ticket's id
 * @throws 404 missing or foreign, 409 something is disabled, or the previous ticket is open
 */
export async function runByHand(tx: Tx, subscriptions: Subscriptions, actor: Actor, id: number, now: Date): Promise<number> {
  await requireRule(tx, actor, id);
  const rule = await lockRule(tx, id);
  if (!rule) throw notFound('rule');
  if (!rule.is_active) throw conflict('the rule is disabled');
  if (!rule.place_active) throw conflict('the project or the object is disabled');
  if (await isHeldBack(tx, id)) throw conflict('the previous ticket of the rule is still open');
  return runRule(tx, subscriptions, rule, now);
}

// By name, not all: a prepared statement must not change its shape when an upgrade adds a column.
const lockedColumns = [
  'id',
  'object_id',
  'client_id',
  'category',
  'priority',
  'description',
  'floor',
  'anchor_at',
  'period_days',
  'is_active',
  'next_run_at',
  'created_by',
  'created_by_name',
  'created_at',
] as const;

/** A rule that is locked until the end of the transaction, after its creator, its project and its object. */
export type LockedRule = NonNullable<Awaited<ReturnType<typeof lockRule>>>;

export async function lockRule(tx: Tx, id: number) {
  // The journal of the ticket refers to the creator. A deletion of that account changes the rule, so the account comes first.
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('recurring_rules').select('created_by').where('id', '=', id))
    .forKeyShare()
    .execute();
  const place = await tx
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .select(sql<boolean>`p.is_active and o.is_active`.as('place_active'))
    .where('r.id', '=', id)
    .forShare(['p', 'o'])
    .executeTakeFirst();
  const rule =
    place && (await tx.selectFrom('recurring_rules').select(lockedColumns).where('id', '=', id).forUpdate().executeTakeFirst());
  return rule && { ...rule, ...place };
}

/**
 * Whether the newest ticket of a rule waits to be closed; one that is gone does not. To be asked
 * once the rule is locked, in a statement of its own: one that waited for the lock does not see
 * the ticket that was made meanwhile.
 */
export async function isHeldBack(tx: Tx, id: number): Promise<boolean> {
  const previous = await tx
    .selectFrom('tickets')
    .select('status')
    .where('rule_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return previous !== undefined && previous.status !== 'closed';
}

/** Creates the ticket of a rule that is locked and may run, and records the run. */
export async function runRule(tx: Tx, subscriptions: Subscriptions, rule: LockedRule, now: Date): Promise<number> {
  const author = { authorId: rule.created_by, authorName: rule.created_by_name };
  const origin = { ownerId: rule.client_id, ...author, ruleId: rule.id, byRule: true, now };
  const ticket = await insertTicket(tx, subscriptions, rule, origin);
  if (!ticket) throw conflict('the project or the object is disabled');
  await tx
    .insertInto('recurring_runs')
    .values({ rule_id: rule.id, run_at: now, ticket_id: ticket.id, address: ticket.address, category: ticket.category })
    .execute();
  const next_run_at = nextRun({
    anchor: new Date(rule.anchor_at),
    periodDays: rule.period_days,
    createdAt: new Date(rule.created_at),
    lastRunAt: now,
  });
  await tx.updateTable('recurring_rules').set({ last_run_at: now, next_run_at }).where('id', '=', rule.id).execute();
  return ticket.id;
}
