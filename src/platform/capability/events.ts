import type { RawBuilder, SqlBool } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { DeliveryPayloads, DeliveryQueue, QueueName } from '../deliveries/queue.ts';

/** Domain events by name; the capability that publishes one adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DomainEvents {}

interface SubscriptionTo<Name extends keyof DomainEvents> {
  event: Name;
  /** the queue of the deliveries, which are written in the transaction of the event */
  queue: string;
  wants: (event: DomainEvents[Name]) => boolean;
  /** of a ticket event: a condition over the changed row `t` of tickets, without which there is no delivery */
  ifTicket?: RawBuilder<SqlBool>;
}

/** Requests a delivery for each event with this name that `wants` selects. */
export type Subscription = { [Name in keyof DomainEvents]: SubscriptionTo<Name> }[keyof DomainEvents];

/** The subscriptions of all capabilities. */
export class Subscriptions {
  readonly #subscriptions: readonly Subscription[];

  constructor(subscriptions: readonly Subscription[]) {
    this.#subscriptions = subscriptions;
  }

  /** @returns the queues that get a delivery for this event, and what its ticket has to be for it */
  queuesFor<Name extends keyof DomainEvents>(
    name: Name,
    event: DomainEvents[Name],
  ): { queue: string; ifTicket?: RawBuilder<SqlBool> }[] {
    const ofName = this.#subscriptions.filter((one) => one.event === name) as unknown as SubscriptionTo<Name>[];
    return ofName.filter(({ wants }) => wants(event));
  }
}

/** Enqueues a payload for each queue that wants an event, in the transaction of the event. */
export async function deliverEvent<Name extends keyof DomainEvents, Payload extends object>(
  tx: Tx,
  { subscriptions, deliveries }: { subscriptions: Subscriptions; deliveries: DeliveryQueue },
  name: Name,
  event: DomainEvents[Name],
  payload: Payload,
  now: Date,
): Promise<void> {
  for (const { queue } of subscriptions.queuesFor(name, event))
    await deliveries.enqueue(tx, queue as QueueName, [payload as unknown as DeliveryPayloads[QueueName]], now);
}
