import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { jobHealth } from '../../../platform/deliveries/job-results.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { type Actor, seesRule } from '../../visibility.ts';
import { shownPattern } from './pattern/queries.ts';
import type { ListedRule } from './pattern/schemas.ts';
import { blocker, rulesWithObject, unclosedPreviousTicketId } from './run-blockers.ts';
import { evaluationAt, patternTickMs } from './schedule.ts';
import type { NextRunStatus, RecurringRule, RecurringRun, RuleQuery, RuleSearch, RunQuery } from './schemas.ts';

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

const visibleRules = (db: Db, actor: Actor) => db.selectFrom('recurring_rules as r').select(columns).where(seesRule(actor));

/** Reads a rule. @throws 404 missing or not visible */
export async function getRule(db: Db, actor: Actor, id: number): Promise<RecurringRule> {
  const rule = await visibleRules(db, actor).where('r.id', '=', id).executeTakeFirst();
  if (!rule) throw notFound('rule');
  return rule;
}

/** Reads a rule with its pattern. @throws 404 missing or not visible */
export async function getListedRule(db: Db, actor: Actor, id: number): Promise<ListedRule> {
  const rule = await visibleRules(db, actor).select(shownPattern.as('pattern')).where('r.id', '=', id).executeTakeFirst();
  if (!rule) throw notFound('rule');
  return rule;
}

/** Lists the rules that the actor sees. */
export async function listRules(db: Db, actor: Actor, query: RuleQuery): Promise<Page<RecurringRule>> {
  const { project_id } = query;
  let rules = visibleRules(db, actor);
  if (project_id !== undefined) rules = rules.where('r.project_id', '=', project_id);
  return selectPage(rules, query, orderOf(query));
}

/** Lists the rules that the actor sees, with their patterns. */
export async function listRulesWithPatterns(db: Db, actor: Actor, query: RuleSearch): Promise<Page<ListedRule>> {
  const { project_id, object_id } = query;
  let rules = visibleRules(db, actor).select(shownPattern.as('pattern'));
  if (project_id !== undefined) rules = rules.where('r.project_id', '=', project_id);
  if (object_id !== undefined) rules = rules.where('r.object_id', '=', object_id);
  return selectPage(rules, query, orderOf(query));
}

const orderOf = ({ sort }: Pick<RuleQuery, 'sort'>) =>
  ({ column: sort === 'date' ? 'r.next_run_at' : `r.${sort}`, id: 'r.id', direction: 'desc' }) as const;

/** Checks that the actor sees a rule. @throws 404 missing or not visible */
export async function requireRule(db: Db, actor: Actor, id: number): Promise<void> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .select('r.id')
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .executeTakeFirst();
  if (!rule) throw notFound('rule');
}

/** Lists the runs of a rule, whose visibility the caller has checked. */
export async function listRuns(db: Db, ruleId: number, query: RunQuery): Promise<Page<RecurringRun>> {
  const runs = db
    .selectFrom('recurring_runs')
    .select(['id', 'rule_id', 'run_at', 'ticket_id', 'address', 'category'])
    .where('rule_id', '=', ruleId);
  return selectPage(runs, query, { column: query.sort, id: 'id', direction: 'desc' });
}

/**
 * Reads when a rule runs next, when its ticket is expected and what blocks it.
 * @param ruleTickMs time between two evaluations of all rules
 * @throws 404 missing or not visible
 */
export async function getNextRunStatus(db: Db, actor: Actor, id: number, now: Date, ruleTickMs: number): Promise<NextRunStatus> {
  const found = await rulesWithObject(db)
    .leftJoin('recurring_patterns as pattern', 'pattern.rule_id', 'r.id')
    .select(['r.id as rule_id', 'r.last_run_at', 'r.next_run_at', 'pattern.has_ended'])
    .select([blocker.as('blocker'), unclosedPreviousTicketId.as('open_ticket_id')])
    .where('r.id', '=', id)
    .where(seesRule(actor))
    .executeTakeFirst();
  if (!found) throw notFound('rule');
  const { has_ended: hasEnded, ...rule } = found;
  const hasPattern = hasEnded !== null;
  const evaluationIntervalMs = hasPattern ? patternTickMs : ruleTickMs;
  const nextRunAt = new Date(rule.next_run_at);
  const canRun = rule.blocker === null || rule.blocker === 'previous_ticket_open';
  const lastEvaluation = canRun && (hasPattern ? now : await lastEvaluationOfGrids(db, ruleTickMs, now));
  const expectedAt = lastEvaluation ? evaluationAt(lastEvaluation, evaluationIntervalMs, nextRunAt) : null;
  return {
    ...rule,
    due: nextRunAt <= now && hasEnded !== true,
    evaluation_interval_seconds: Math.round(evaluationIntervalMs / 1000),
    expected_at: expectedAt?.toISOString() ?? null,
  };
}

/** @returns when the job last succeeded; null while it does not work. Each instance evaluates patterns, so the one that answers does. */
async function lastEvaluationOfGrids(db: Db, ruleTickMs: number, now: Date): Promise<Date | null> {
  const { reason, details } = await jobHealth(db, 'rules', ruleTickMs, now);
  return reason === 'working' && details.last_run_at !== null ? new Date(details.last_run_at) : null;
}
