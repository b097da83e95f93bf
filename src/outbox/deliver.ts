import type { Deps } from '../deps.ts';
import { hours } from '../lib/duration.ts';
import type { Deliveries } from './deliveries.ts';
import type { Delivery } from './outbox.ts';

/** How long a delivery is tried, from what caused it. */
const lifetime = hours(24);

/** What became of an attempt: `dropped` when there is nobody or nothing left to tell. */
export type Outcome = 'sent' | 'dropped';

/** Sends one delivery. @throws when it should be tried again; the message may be logged and stored */
export type Transport<Q extends keyof Deliveries> = (delivery: Delivery<Q>, signal?: AbortSignal) => Promise<Outcome>;

/** One attempt, counted and logged. @throws what makes the queue try again later */
export async function attempt<Q extends keyof Deliveries>(
  { clock, log, metrics }: Pick<Deps, 'clock' | 'log' | 'metrics'>,
  queue: Q,
  transport: Transport<Q>,
  delivery: Delivery<Q>,
  signal?: AbortSignal,
): Promise<void> {
  const about: object = { queue, ...delivery };
  try {
    const outcome = await transport(delivery, signal);
    metrics.deliveries.inc({ queue, outcome });
    log.debug({ ...about, outcome }, 'a delivery is done');
  } catch (error) {
    const reason = (error as Error).message;
    if (clock().getTime() - new Date(delivery.at).getTime() < lifetime) {
      metrics.deliveries.inc({ queue, outcome: 'retried' });
      log.warn({ ...about, reason }, 'a delivery failed and is tried again');
      throw error;
    }
    metrics.deliveries.inc({ queue, outcome: 'given_up' });
    log.error({ ...about, reason }, 'a delivery was tried for 24 hours and is given up');
  }
}

type Delivering = Pick<Deps, 'db' | 'clock' | 'config' | 'outbox' | 'metrics' | 'log'>;

/** How each queue is delivered. */
export function transports(_deps: Delivering): { [Q in keyof Deliveries]: Transport<Q> } {
  return { messages: async () => 'dropped', mails: async () => 'dropped' };
}

/** Works on all queues until the outbox is closed. */
export async function startDeliveries(deps: Delivering): Promise<void> {
  const { messages, mails } = transports(deps);
  await deps.outbox.work('messages', (delivery, signal) => attempt(deps, 'messages', messages, delivery, signal));
  await deps.outbox.work('mails', (delivery, signal) => attempt(deps, 'mails', mails, delivery, signal));
}
