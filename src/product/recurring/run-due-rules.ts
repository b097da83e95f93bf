import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Subscriptions } from '../../platform/capability/events.ts';
import type { Db, Tx } from '../../platform/database/open.ts';
import { isHeldBack, lockRule, runRule } from './actions.ts';
import { type Obstacle, obstacle } from './queries.ts';

/** What one evaluation of all due rules came to. */
export interface Evaluation {
  tickets: number;
  /** due rules that made no ticket, by reason; they are looked at again at the next evaluation */
  skipped: Record<Obstacle, number>;
}

/**
 * Runs every rule that is due, each in a transaction of its own. Under its lock a rule is looked
 * at once more, and after its run it is due no longer: so any number of instances may evaluate at
 * once, and one that dies leaves its rule to the others.
 * @throws when some could not run; all others did, and the next evaluation is to come soon
 */
export async function runDueRules(
  deps: Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'metrics' | 'log'>,
  stopping?: AbortSignal,
): Promise<Evaluation> {
  const { db, clock, subscriptions, metrics, log } = deps;
  const now = clock();
  let tickets = 0;
  let previousOpen = 0;
  let failed = 0;
  // In the order of the ids, so that a rule which is held back is passed once.
  for (let id = await nextDue(db.read, now, 0); id !== undefined && !stopping?.aborted; id = await nextDue(db.read, now, id)) {
    const rule = id;
    const outcome = await db
      .transaction((tx) => runIfDue(tx, subscriptions, rule, clock()))
      .catch((error) => {
        log.error({ err: error, rule }, 'a rule could not run; the others do');
        return 'failed' as const;
      });
    if (outcome === 'ran') {
      tickets++;
      metrics.ruleTickets.inc({ trigger: 'schedule' });
    }
    if (outcome === 'held back') previousOpen++;
    if (outcome === 'failed') failed++;
  }
  const skipped = { ...(await countDisabled(db.read, now)), previous_ticket_open: previousOpen };
  for (const [reason, n] of Object.entries(skipped)) metrics.rulesSkipped.inc({ reason }, n);
  log.info({ tickets, skipped, failed }, 'rules were evaluated');
  if (failed > 0) throw new Error(`${failed} of the due rules could not run`);
  return { tickets, skipped };
}

async function runIfDue(tx: Tx, subscriptions: Subscriptions, id: number, now: Date): Promise<'ran' | 'held back' | undefined> {
  const rule = await lockRule(tx, id);
  if (!rule?.is_active || !rule.place_active || new Date(rule.next_run_at) > now) return undefined;
  if (await isHeldBack(tx, id)) return 'held back';
  await runRule(tx, subscriptions, rule, now);
  return 'ran';
}

async function nextDue(db: Db, now: Date, after: number): Promise<number | undefined> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .select('r.id')
    .where('r.next_run_at', '<=', now.toISOString())
    .where('r.is_active', '=', sql.lit(true))
    .where('r.id', '>', after)
    .where('p.is_active', '=', true)
    .where('o.is_active', '=', true)
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst();
  return rule?.id;
}

/** Due rules that are disabled themselves, or whose place is. */
async function countDisabled(db: Db, now: Date): Promise<Record<Exclude<Obstacle, 'previous_ticket_open'>, number>> {
  const rows = await db
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .where('r.next_run_at', '<=', now.toISOString())
    .select([obstacle.as('reason'), sql<number>`count(*)`.as('n')])
    .where(obstacle, 'is not', null)
    .groupBy('reason')
    .execute();
  const count = (reason: Obstacle): number => rows.find((row) => row.reason === reason)?.n ?? 0;
  return {
    rule_disabled: count('rule_disabled'),
    project_disabled: count('project_disabled'),
    object_disabled: count('object_disabled'),
  };
}
