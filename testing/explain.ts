import pg from 'pg';
import { isPrepared } from '../src/platform/database/prepared-statements.ts';
import type { Statement } from './service-statements.ts';

/** A node of an executed plan, as EXPLAIN (ANALYZE, FORMAT JSON) returns it. */
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

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

/** Number of executions after which PostgreSQL chooses between a generic and a custom plan. */
const untilDecided = 5;

/**
 * Executes a prepared statement until PostgreSQL has chosen its generic or custom plan, as on a long-lived
 * connection, and then explains it.
 * @param mode one of `plan_cache_mode`; of a forced plan nothing is to be decided
 */
export async function explain(db: pg.Client, { text, values }: Statement, times = 1, mode = 'auto'): Promise<Explained[]> {
  await db.query(`set plan_cache_mode = ${isPrepared(text) ? mode : 'force_custom_plan'}`);
  const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  await db.query(`prepare looked_at as ${text}`);
  try {
    for (let i = 0; i < untilDecided && mode === 'auto'; i++) await db.query(`execute looked_at${list}`);
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

/** @returns all nodes of a plan, the root first */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
