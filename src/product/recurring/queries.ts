import { sql } from 'kysely';
import type { Db } from '../../platform/database/open.ts';
import { notFound } from '../../platform/http/errors.ts';
import { directionOf, type Page } from '../../platform/http/pagination.ts';
import { type Actor, seesRule } from '../visibility.ts';
import type { obstacles, RecurringRule, RecurringRun, RuleOutlook, RuleQuery, RunQuery } from './schemas.ts';

const columns = [
  'r.id',
  'r.project_id',
  sql<string>`(select name from projects where id = r.project_id)`.as('project_name'),
  'r.object_id',
  sql<string>`(select name from objects where id = r.object_id)`.as('object_name'),
  'r.address',
  'r.category',
  'r.description',
  'r.floor',
  'r.priority',
  'r.anchor_at',
  'r.period_days',
  'r.is_active',
  'r.last_run_at',
  'r.next_run_at',
  'r.client_id',
  sql<string>`(select name from users where id = r.client_id)`.as('client_name'),
  sql<string>`coalesce(r.created_by::text, '')`.as('created_by'),
  'r.created_by_name',
  'r.created_at',
] as const;

/** @throws 404 missing or foreign */
export async function getRule(db: Db, actor: Actor, id: number): Promise<RecurringRule> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .select(columns)
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
  return rule;
}

export async function listRules(db: Db, actor: Actor, query: RuleQuery): Promise<Page<RecurringRule>> {
  const { project_id, sort, limit, offset } = query;
  const direction = directionOf(query, 'desc');
  let rules = db.selectFrom('recurring_rules as r').where(seesRule(actor));
  if (project_id !== undefined) rules = rules.where('r.project_id', '=', project_id);
  const [items, { total }] = await Promise.all([
    rules
      .select(columns)
      .orderBy(sort === 'date' ? 'r.next_run_at' : `r.${sort}`, direction)
      .orderBy('r.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    rules.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}

/** @throws 404 missing or foreign */
export async function requireRule(db: Db, actor: Actor, id: number): Promise<void> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .select('r.id')
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
}

/** The history of a rule that the caller was seen to see. */
export async function listRuns(db: Db, ruleId: number, query: RunQuery): Promise<Page<RecurringRun>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'desc');
  const runs = db.selectFrom('recurring_runs as n').where('n.rule_id', '=', ruleId);
  const [items, { total }] = await Promise.all([
    runs
      .select(['n.id', 'n.rule_id', 'n.run_at', 'n.ticket_id', 'n.address', 'n.category'])
      .orderBy(`n.${sort}`, direction)
      .orderBy('n.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    runs.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}

export type Obstacle = (typeof obstacles)[number];

/** What is disabled around a rule `r` in its project `p` and object `o`; null: nothing. */
export const obstacle = sql<Obstacle | null>`
  case when not r.is_active then 'rule_disabled' when not p.is_active then 'project_disabled'
       when not o.is_active then 'object_disabled' end`;

/**
 * Why a rule will run or not, as the next evaluation would find it.
 * @param evaluatedEvery milliseconds
 * @throws 404 missing or foreign
 */
export async function getOutlook(db: Db, actor: Actor, id: number, now: Date, evaluatedEvery: number): Promise<RuleOutlook> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .select(['r.id', 'r.last_run_at', 'r.next_run_at', obstacle.as('disabled')])
    .select(
      sql<number | null>`(
        select case when status <> 'closed' then id end from tickets where rule_id = r.id order by id desc limit 1
      )`.as('open_ticket_id'),
    )
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
  const { last_run_at, next_run_at, disabled, open_ticket_id } = rule;
  return {
    rule_id: rule.id,
    last_run_at,
    next_run_at,
    due: new Date(next_run_at) <= now,
    obstacle: disabled ?? (open_ticket_id === null ? null : 'previous_ticket_open'),
    open_ticket_id,
    evaluated_every: Math.round(evaluatedEvery / 1000),
  };
}
