import { sql } from 'kysely';
import {
  attemptDelivery,
  type DeliverOptions,
  type DeliveryDeps,
  type DeliveryHandler,
  defaultVisibilityTimeoutMs,
} from '../src/platform/deliveries/attempt-delivery.ts';
import type { QueueName } from '../src/platform/deliveries/queue.ts';

/** Claims the delivery of a queue that has been due for the longest time, and makes one attempt. @returns whether one was due */
export async function deliverNext<Q extends QueueName>(
  deps: DeliveryDeps,
  queue: Q,
  handler: DeliveryHandler<Q>,
  options: DeliverOptions = {},
): Promise<boolean> {
  const { rows } = await sql<{ tenant: string }>`
    select tenant from deliveries where queue = ${queue} and due_at <= now() order by due_at, id`.execute(deps.db.read);
  for (const tenant of new Set(rows.map((row) => row.tenant))) {
    const [delivery] = await deps.deliveries.claim(queue, [tenant], options.visibilityTimeoutMs ?? defaultVisibilityTimeoutMs);
    if (!delivery) continue;
    await attemptDelivery(deps, queue, delivery, handler, options);
    return true;
  }
  return false;
}
