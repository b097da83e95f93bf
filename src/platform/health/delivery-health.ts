import type { Db } from '../database/open.ts';
import { readBacklog } from '../deliveries/backlog.ts';
import type { QueueName } from '../deliveries/queue.ts';
import { isFailure, type JobResult } from '../jobs/job-results.ts';

/**
 * Checks a delivery queue.
 * @param last the result of its last delivery
 * @param publicUrl PUBLIC_URL; empty: links in what is sent lead to localhost
 * @returns the reason and the details of a health result
 */
export async function deliveryHealth(db: Db, queue: QueueName, last: JobResult, publicUrl: string) {
  const { waiting, failing, reason: failure } = await readBacklog(db, queue);
  const reason =
    failing > 0 ? 'failing' : isFailure(last) ? 'given_up' : publicUrl === '' ? 'no_public_url' : ('working' as const);
  return { reason, details: { waiting, failing, failure, last_sent_at: last.succeeded_at } } as const;
}
