import { sql } from 'kysely';
import type { Db } from '../database/open.ts';
import type { Deliveries } from './deliveries.ts';

/** What of a queue has not left yet. */
export interface Backlog {
  waiting: number;
  /** of these, tried at least once */
  failing: number;
  /** why one of them failed, as the log says it; empty: none did */
  reason: string;
}

/** More than this is not counted. */
export const mostCounted = 1_000;

/** Looks into pg-boss's own table, over the index by which it fetches: its own figures are up to an hour old. */
export async function readBacklog(db: Db, queue: keyof Deliveries): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting,
           (count(*) filter (where state = 'retry'))::int as failing,
           coalesce(max(output ->> 'message') filter (where state = 'retry'), '') as reason
    from (
      select state, output from pgboss.job where name = ${queue} and state < 'active' and not blocked limit ${mostCounted}
    ) as unsent`.execute(db);
  return rows[0] ?? { waiting: 0, failing: 0, reason: '' };
}
