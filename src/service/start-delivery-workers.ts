import { modules } from '../modules.ts';
import type { NotificationListener } from '../platform/database/listen.ts';
import type { DeliveryDeps } from '../platform/deliveries/attempt-delivery.ts';
import type { QueueName } from '../platform/deliveries/queue.ts';
import { type DeliveryHandlers, DeliveryWorker } from '../platform/deliveries/worker.ts';
import { seconds } from '../platform/lib/duration.ts';
import type { Deps } from '../platform/module/deps.ts';

/** How often an empty queue is read although nobody has notified of a new delivery. */
const sweepIntervalMs = seconds(5);

/** The delivery handlers of all modules, by queue. */
export const deliveryHandlers = (deps: Deps): DeliveryHandlers =>
  Object.assign({}, ...modules.map((one) => one.deliveryHandlers?.(deps)));

/** Starts a worker for each queue, so that a slow queue does not delay the others. */
export function startDeliveryWorkers(
  deps: DeliveryDeps,
  handlers: DeliveryHandlers,
  notifications: NotificationListener,
): { stop(): Promise<void> } {
  const start = <Q extends QueueName>(queue: Q): DeliveryWorker<Q> => {
    const { handler, recordAs, policy } = handlers[queue];
    return new DeliveryWorker<Q>(deps, queue, handler, { recordAs, policy, sweepIntervalMs });
  };
  const workers = new Map((Object.keys(handlers) as QueueName[]).map((queue) => [queue as string, start(queue)]));
  notifications.on('work', (queue) => {
    if (queue === undefined) for (const worker of workers.values()) worker.wake();
    else workers.get(queue)?.wake();
  });
  return {
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}
