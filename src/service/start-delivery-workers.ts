import { capabilities } from '../capabilities.ts';
import type { Deps } from '../platform/capability/deps.ts';
import type { DeliveryDeps } from '../platform/deliveries/attempt-delivery.ts';
import type { QueueName } from '../platform/deliveries/queue.ts';
import { type DeliveryHandlers, DeliveryWorker } from '../platform/deliveries/worker.ts';

/** The delivery handlers of all capabilities, by queue. */
export const deliveryHandlers = (deps: Deps): DeliveryHandlers =>
  Object.assign({}, ...capabilities.map((one) => one.deliveryHandlers?.(deps)));

/** Starts a worker for each queue, so that a slow queue does not delay the others. */
export function startDeliveryWorkers(deps: DeliveryDeps, handlers: DeliveryHandlers): { stop(): Promise<void> } {
  const start = <Q extends QueueName>(queue: Q): DeliveryWorker<Q> => {
    const { handler, recordAs, policy } = handlers[queue];
    return new DeliveryWorker<Q>(deps, queue, handler, { recordAs, policy });
  };
  const workers = (Object.keys(handlers) as QueueName[]).map(start);
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
