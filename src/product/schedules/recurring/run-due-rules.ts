import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { lockRules, runRules } from './actions.ts';
import { type Blocker, blocker, rulesWithObject } from './run-blockers.ts';
import { blockers } from './schemas.ts';

/** Of rules with patterns. A run mostly waits for the database; more of them would take connections from the requests of people. */
const runsAtOnce = 4;

/** At most so many rules of a client may run, in any order, before those of the next one. */
const rulesInTurn = 100;

/**
 * Rules of a client with patterns that run in one transaction: each ticket locks the counters of its client until the commit, so that
 * they run one after the other anyway, and other changes of the client's tickets wait meanwhile.
 */
const patternsInTransaction = 20;

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
  const { tickets, failed } = await runAll(
    deps,
    await selectUnblocked(dueRules(db.read, now), 1),
    { inTransaction: 1, atOnce: 1 },
    stopping,
  );
  const blocked = await countBlocked(db.read, now);
  for (const [blocker, n] of Object.entries(blocked)) metrics.rulesSkipped.inc({ reason: blocker }, n);
  log.info({ tickets, skipped: blocked, failed }, 'rules were evaluated');
  requireNoneFailed(failed);
  return { tickets, blocked };
}

/**
 * Runs the due rules with patterns in the same way, some of a client in one transaction, between the evaluations of all rules.
 * @returns how many tickets were created
 * @throws when a rule has failed, after all others have run
 */
export async function runDuePatterns(deps: RunDeps, stopping?: AbortSignal): Promise<number> {
  const withPattern = sql<boolean>`exists (select from recurring_patterns where rule_id = r.id)`;
  const due = dueRules(deps.db.read, deps.clock()).where(withPattern);
  const unblocked = await selectUnblocked(due, rulesInTurn);
  const { tickets, failed } = await runAll(
    deps,
    unblocked,
    { inTransaction: patternsInTransaction, atOnce: runsAtOnce },
    stopping,
  );
  if (tickets > 0) deps.log.info({ tickets, failed }, 'rules with patterns were evaluated');
  requireNoneFailed(failed);
  return tickets;
}

function requireNoneFailed(failed: number): void {
  if (failed > 0) throw new Error(`${failed} of the due rules could not run`);
}

/** @param rules sorted by turn */
async function runAll(
  deps: RunDeps,
  rules: readonly DueRule[],
  { inTransaction, atOnce }: { inTransaction: number; atOnce: number },
  stopping?: AbortSignal,
): Promise<{ tickets: number; failed: number }> {
  const { metrics, log } = deps;
  let tickets = 0;
  let failed = 0;
  const run = async (ids: number[]): Promise<void> => {
    try {
      const created = await runIfDue(deps, ids);
      tickets += created;
      metrics.ruleTickets.inc({ trigger: 'schedule' }, created);
    } catch (error) {
      if (ids.length > 1) {
        log.warn({ err: error, rules: ids }, 'rules could not run together; they run one by one');
        for (const id of ids) if (!stopping?.aborted) await run([id]);
        return;
      }
      failed++;
      log.error({ err: error, rule: ids[0] }, 'a rule could not run; the others do');
    }
  };
  const waiting = groupsOf(rules, inTransaction).values();
  const runWaiting = async (): Promise<void> => {
    for (const ids of waiting) {
      if (stopping?.aborted) return;
      await run(ids);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return { tickets, failed };
}

/**
 * Groups of rules whose tickets lock the same counters, and therefore in the same order (004_counters.sql). Those of a turn are in no
 * order, because instances that evaluate at the same time would wait for the locks of the same rules.
 */
function groupsOf(rules: readonly DueRule[], size: number): number[][] {
  if (size === 1) return rules.map(({ id }) => [id]);
  return [...Map.groupBy(rules, ({ turn }) => turn).values()].flatMap((ofTurn) => {
    const ofCounters = Map.groupBy(ofTurn, ({ client_id, category, priority }) => `${client_id} ${category} ${priority}`);
    return shuffled([...ofCounters.values()].flatMap((same) => slicesOf(same, size).map((slice) => slice.map(({ id }) => id))));
  });
}

const slicesOf = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));

const shuffled = <T>(values: T[]): T[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** @returns how many tickets were created */
async function runIfDue(deps: RunDeps, ids: readonly number[]): Promise<number> {
  // Another instance may have run them since they were selected, and asking is cheaper than the locks of a run.
  const due = await stillDue(deps.db.read, ids, deps.clock());
  if (due.length === 0) return 0;
  return deps.db.transaction(async (tx) => {
    const rules = await lockRules(tx, due);
    const now = deps.clock();
    const toRun = rules.filter(({ blocker, next_run_at }) => !blocker && new Date(next_run_at) <= now);
    if (toRun.length === 0) return 0;
    const tickets = await runRules(tx, deps, toRun, now);
    if (tickets.length < toRun.length) throw new Error('a rule is of another client than its object');
    return tickets.length;
  });
}

async function stillDue(db: Db, ids: readonly number[], now: Date): Promise<number[]> {
  const due = db
    .selectFrom('recurring_rules')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .where('next_run_at', '<=', now.toISOString());
  return (await due.execute()).map(({ id }) => id);
}

/** The rules whose next run has passed; one whose pattern has ended keeps its last run as the next one. */
const dueRules = (db: Db, now: Date) =>
  rulesWithObject(db)
    .where('r.next_run_at', '<=', now.toISOString())
    .where(sql<boolean>`not exists (select from recurring_patterns where rule_id = r.id and has_ended)`);

type DueRule = Pick<Selectable<Tables['recurring_rules']>, 'id' | 'client_id' | 'category' | 'priority'> & { turn: number };

/** @param inTurn how many rules of a client have the same turn */
function selectUnblocked(due: ReturnType<typeof dueRules>, inTurn: number): Promise<DueRule[]> {
  const active = due.where('r.is_active', '=', sql.lit(true)); // a literal, for the partial index
  const turn = sql<number>`((row_number() over (partition by r.client_id order by r.next_run_at, r.id) - 1) / ${sql.lit(inTurn)})::integer`;
  return active
    .select(['r.id', 'r.client_id', 'r.category', 'r.priority', turn.as('turn')])
    .where(blocker, 'is', null)
    .orderBy(turn)
    .orderBy('r.id')
    .execute();
}

async function countBlocked(db: Db, now: Date): Promise<Record<Blocker, number>> {
  const rows = await dueRules(db, now)
    .select([blocker.as('blocker'), sql<number>`count(*)`.as('n')])
    .groupBy('blocker')
    .execute();
  const entries = blockers.map((name) => [name, rows.find((row) => row.blocker === name)?.n ?? 0]);
  return Object.fromEntries(entries);
}
