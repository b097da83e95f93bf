import pg from 'pg';
import { isPrepared } from '../src/platform/database/statements.ts';
import type { Statement } from './service-statements.ts';

/** A node of a plan as PostgreSQL tells it, after it ran. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Heap Fetches'?: number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

export interface Explained {
  /** milliseconds in the database, planning included */
  time: number;
  plan: PlanNode;
}

const literal = (value: unknown): string =>
  value === null ? 'null' : pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));

/** After so many executions the server decides whether one plan serves all values. */
const untilDecided = 5;

/**
 * Runs a statement as often as it takes until its plan is the one that a long-lived connection
 * would have, then once more to look at it.
 */
export async function explain(db: pg.Client, { text, values }: Statement, times = 1, mode = 'auto'): Promise<Explained[]> {
  await db.query(`set plan_cache_mode = ${isPrepared(text) ? mode : 'force_custom_plan'}`);
  const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  await db.query(`prepare looked_at as ${text}`);
  try {
    for (let i = 0; i < untilDecided; i++) await db.query(`execute looked_at${list}`);
    const found: Explained[] = [];
    for (let i = 0; i < times; i++) {
      const { rows } = await db.query(`explain (analyze, timing off, format json) execute looked_at${list}`);
      const [{ Plan, 'Planning Time': planning, 'Execution Time': execution }] = rows[0]['QUERY PLAN'];
      found.push({ time: planning + execution, plan: Plan });
    }
    return found;
  } finally {
    await db.query('deallocate looked_at');
  }
}

/** All nodes of a plan, the topmost first. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
