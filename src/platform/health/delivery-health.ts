import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { readJobResult } from '../deliveries/job-results.ts';
import type { QueueName } from '../deliveries/queue.ts';
import { maxCounted } from './schemas.ts';

/**
 * Checks the delivery queues of a channel.
 * @param queues the first is the name under which the results of all of them are recorded
 * @param publicUrl PUBLIC_URL; empty: links in what is sent lead to localhost
 * @returns the reason and the details of a health result
 */
export async function deliveryHealth(db: Db, queues: readonly [QueueName, ...QueueName[]], publicUrl: string) {
  const { succeededAt, hasFailed } = await readJobResult(db, queues[0]);
  const { rows } = await sql<{ waiting: number; failing: number; failure: string }>`
    select count(*)::int as waiting, count(last_error)::int as failing, coalesce(max(last_error), '') as failure
    from (select last_error from deliveries where queue = any(${queues}::text[]) limit ${maxCounted}) as unsent`.execute(db);
  const { waiting, failing, failure } = rows[0] ?? { waiting: 0, failing: 0, failure: '' };
  const reason = failing > 0 ? 'failing' : hasFailed ? 'given_up' : publicUrl === '' ? 'no_public_url' : ('working' as const);
  return { reason, details: { waiting, failing, failure, last_sent_at: succeededAt } } as const;
}
