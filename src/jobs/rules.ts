import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { isHeldBack, lockRule, runRule } from '../recurring/actions.ts';

/** What one evaluation of all due rules came to. */
export interface Evaluation {
  tickets: number;
  /** due rules whose previous ticket is open: looked at again at the next evaluation */
  heldBack: number;
}

/**
 * Runs every rule that is due, each in a transaction of its own. Under its lock a rule is looked
 * at once more, and after its run it is due no longer: so any number of instances may evaluate at
 * once, and one that dies leaves its rule to the others.
 */
export async function runDueRules(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  stopping?: AbortSignal,
): Promise<Evaluation> {
  const now = clock();
  const evaluation: Evaluation = { tickets: 0, heldBack: 0 };
  // In the order of the ids, so that a rule which is held back is passed once.
  for (let id = await nextDue(db.read, now, 0); id !== undefined && !stopping?.aborted; id = await nextDue(db.read, now, id)) {
    const rule = id;
    const outcome = await db.transaction(async (tx) => {
      const locked = await lockRule(tx, rule);
      if (!locked?.is_active || !locked.place_active || new Date(locked.next_run_at) > now) return undefined;
      if (await isHeldBack(tx, rule)) return 'heldBack';
      await runRule(tx, locked, now);
      return 'tickets';
    });
    if (outcome) evaluation[outcome]++;
  }
  if (evaluation.tickets + evaluation.heldBack > 0) log.info(evaluation, 'due rules were evaluated');
  return evaluation;
}

async function nextDue(db: Db, now: Date, after: number): Promise<number | undefined> {
  const rule = await db
    .selectFrom('recurring_rules as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .select('r.id')
    .where('r.is_active', '=', sql.lit(true))
    .where('r.next_run_at', '<=', now.toISOString())
    .where('r.id', '>', after)
    .where('p.is_active', '=', true)
    .where('o.is_active', '=', true)
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst();
  return rule?.id;
}
