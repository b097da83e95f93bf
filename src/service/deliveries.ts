import { createMailHandler } from '../outbound/mail/delivery-handler.ts';
import { createMessengerHandler } from '../outbound/messenger/delivery-handler.ts';
import type { Deps } from '../platform/capability/deps.ts';
import type { DeliveryHandler } from '../platform/deliveries/deliver.ts';
import type { QueueName } from '../platform/deliveries/queue.ts';
import { DeliveryWorker } from '../platform/deliveries/worker.ts';

type DeliveryHandlers = { [Q in QueueName]: { handler: DeliveryHandler<Q>; recordAs: string } };
type Sending = Pick<Deps, 'db' | 'clock' | 'config' | 'deliveries' | 'metrics' | 'log'>;

export const queueNames: QueueName[] = ['messages', 'answers', 'mails'];

/** Who sends the deliveries of each queue. */
export function deliveryHandlers(deps: Sending): DeliveryHandlers {
  const messenger = createMessengerHandler(deps);
  return {
    messages: { handler: messenger, recordAs: 'messages' },
    // An answer that was sent shows as well as a notice that the messenger takes messages.
    answers: { handler: messenger, recordAs: 'messages' },
    mails: { handler: createMailHandler(deps), recordAs: 'mails' },
  };
}

/** Starts a worker for each queue, so that none waits for another. */
export function startDeliveries(deps: Sending): { stop(): Promise<void> } {
  const handlers = deliveryHandlers(deps);
  const start = <Q extends QueueName>(queue: Q): DeliveryWorker<Q> => {
    const { handler, recordAs } = handlers[queue];
    return new DeliveryWorker<Q>(deps, queue, handler, { recordAs });
  };
  const workers = queueNames.map(start);
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
