import { sql } from 'kysely';
import type { Db } from '../database/open.ts';
import type { QueueName } from './queue.ts';

/** The deliveries of a queue that are not sent yet. */
export interface Backlog {
  waiting: number;
  /** of these, how many have failed at least once */
  failing: number;
  /** why one of them failed; empty when none did */
  reason: string;
}

/** More rows are not counted. */
export const maxCounted = 1_000;

/** Counts the deliveries of a queue that are not sent yet. */
export async function readBacklog(db: Db, queue: QueueName): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, count(last_error)::int as failing, coalesce(max(last_error), '') as reason
    from (select last_error from deliveries where queue = ${queue} limit ${maxCounted}) as unsent`.execute(db);
  return rows[0] ?? { waiting: 0, failing: 0, reason: '' };
}
