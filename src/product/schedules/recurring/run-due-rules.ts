import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { lockRule, type Publishing, runRule } from './actions.ts';
import { type Blocker, blocker, rulesWithObject } from './run-blockers.ts';
import { blockers } from './schemas.ts';

/** Of rules with patterns. A run mostly waits for the database; more of them would take connections from the requests of people. */
const runsAtOnce = 4;

/** So many rules of a client may run one after the other, in any order, before those of the next one. */
const rulesInTurn = 100;

/** The result of one evaluation of all due rules. */
export interface Evaluation {
  /** how many tickets were created */
  tickets: number;
  /** how many due rules created no ticket, by what blocks them (run-blockers.ts); the next evaluation tries them again */
  blocked: Record<Blocker, number>;
}

type RunDeps = Pick<Deps, 'db' | 'clock' | 'subscriptions' | 'deliveries' | 'metrics' | 'log'>;

/**
 * Runs all due rules, those of different clients in turns, each in a transaction of its own (docs/rules.md, Recurring rules). Each
 * rule is checked again under its lock, so that instances that evaluate at the same time create one ticket per run.
 * @throws when a rule has failed, after all others have run: the job is then retried soon
 */
export async function runDueRules(deps: RunDeps, stopping?: AbortSignal): Promise<Evaluation> {
  const { db, clock, metrics, log } = deps;
  const now = clock();
  const { tickets, failed } = await runEach(deps, await selectUnblocked(dueRules(db.read, now), 1, sql`r.id`), 1, stopping);
  const blocked = await countBlocked(db.read, now);
  for (const [blocker, n] of Object.entries(blocked)) metrics.rulesSkipped.inc({ reason: blocker }, n);
  log.info({ tickets, skipped: blocked, failed }, 'rules were evaluated');
  requireNoneFailed(failed);
  return { tickets, blocked };
}

/**
 * Runs the due rules with patterns in the same way, between the evaluations of all rules.
 * @returns how many tickets were created
 * @throws when a rule has failed, after all others have run
 */
export async function runDuePatterns(deps: RunDeps, stopping?: AbortSignal): Promise<number> {
  const withPattern = sql<boolean>`exists (select from recurring_patterns where rule_id = r.id)`;
  const due = dueRules(deps.db.read, deps.clock()).where(withPattern);
  // In no order within a turn: instances that evaluate at the same time would wait for the locks of the same rules.
  const unblocked = await selectUnblocked(due, rulesInTurn, sql`random()`);
  const { tickets, failed } = await runEach(deps, unblocked, runsAtOnce, stopping);
  if (tickets > 0) deps.log.info({ tickets, failed }, 'rules with patterns were evaluated');
  requireNoneFailed(failed);
  return tickets;
}

function requireNoneFailed(failed: number): void {
  if (failed > 0) throw new Error(`${failed} of the due rules could not run`);
}

async function runEach(
  deps: RunDeps,
  rules: readonly { id: number }[],
  atOnce: number,
  stopping?: AbortSignal,
): Promise<{ tickets: number; failed: number }> {
  const { db, clock, metrics, log } = deps;
  let tickets = 0;
  let failed = 0;
  const waiting = rules.values();
  const runWaiting = async (): Promise<void> => {
    for (const { id } of waiting) {
      if (stopping?.aborted) return;
      try {
        // Another instance may have run it since it was selected, and asking is cheaper than the locks of a run.
        if (!(await isDue(db.read, id, clock()))) continue;
        if (!(await db.transaction((tx) => runIfDue(tx, deps, id, clock())))) continue;
        tickets++;
        metrics.ruleTickets.inc({ trigger: 'schedule' });
      } catch (error) {
        failed++;
        log.error({ err: error, rule: id }, 'a rule could not run; the others do');
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return { tickets, failed };
}

async function isDue(db: Db, id: number, now: Date): Promise<boolean> {
  const due = db.selectFrom('recurring_rules').select('id').where('id', '=', id).where('next_run_at', '<=', now.toISOString());
  return (await due.executeTakeFirst()) !== undefined;
}

async function runIfDue(tx: Tx, events: Publishing, id: number, now: Date): Promise<boolean> {
  const rule = await lockRule(tx, id);
  if (!rule || rule.blocker || new Date(rule.next_run_at) > now) return false;
  await runRule(tx, events, rule, now);
  return true;
}

/** The rules whose next run has passed; one whose pattern has ended keeps its last run as the next one. */
const dueRules = (db: Db, now: Date) =>
  rulesWithObject(db)
    .where('r.next_run_at', '<=', now.toISOString())
    .where(sql<boolean>`not exists (select from recurring_patterns where rule_id = r.id and has_ended)`);

/**
 * @param inTurn how many rules of a client have the same turn
 * @param order of rules whose turn is the same
 */
function selectUnblocked(
  due: ReturnType<typeof dueRules>,
  inTurn: number,
  order: RawBuilder<unknown>,
): Promise<{ id: number }[]> {
  const active = due.where('r.is_active', '=', sql.lit(true)); // a literal, for the partial index
  const turn = sql`(row_number() over (partition by r.client_id order by r.next_run_at, r.id) - 1) / ${sql.lit(inTurn)}`;
  return active.select('r.id').where(blocker, 'is', null).orderBy(turn).orderBy(order).execute();
}

async function countBlocked(db: Db, now: Date): Promise<Record<Blocker, number>> {
  const rows = await dueRules(db, now)
    .select([blocker.as('blocker'), sql<number>`count(*)`.as('n')])
    .groupBy('blocker')
    .execute();
  const entries = blockers.map((name) => [name, rows.find((row) => row.blocker === name)?.n ?? 0]);
  return Object.fromEntries(entries);
}
