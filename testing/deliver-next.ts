import {
  attemptDelivery,
  type DeliverOptions,
  type DeliveryDeps,
  type DeliveryHandler,
  defaultVisibilityTimeoutMs,
} from '../src/platform/deliveries/attempt-delivery.ts';
import type { QueueName } from '../src/platform/deliveries/queue.ts';

/** Before all tenants. */
const firstTenant = '00000000-0000-0000-0000-000000000000';

/** Claims a delivery of a queue and makes one attempt. @returns whether one was due */
export async function deliverNext<Q extends QueueName>(
  deps: DeliveryDeps,
  queue: Q,
  handler: DeliveryHandler<Q>,
  options: DeliverOptions = {},
): Promise<boolean> {
  for (const tenant of await deps.deliveries.findDueTenants(queue, firstTenant)) {
    const [delivery] = await deps.deliveries.claim(queue, [tenant], options.visibilityTimeoutMs ?? defaultVisibilityTimeoutMs);
    if (!delivery) continue;
    await attemptDelivery(deps, queue, delivery, handler, options);
    return true;
  }
  return false;
}
