import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { DeliveryPayloads, DeliveryQueue, QueueName, Tenant } from '../deliveries/queue.ts';

/** Domain events by name; the module that publishes one adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DomainEvents {}

interface SubscriptionTo<Name extends keyof DomainEvents> {
  event: Name;
  /** the queue of the deliveries, which are written in the transaction of the event */
  queue: string;
  /** every event unless given */
  wants?: (event: DomainEvents[Name]) => boolean;
  /** of a ticket event: a condition over the changed row `t` of tickets, without which there is no delivery */
  ifTicket?: RawBuilder<SqlBool>;
  /** of any other event: a condition without which there is no delivery */
  onlyIf?: RawBuilder<SqlBool>;
}

/** A queue that wants an event, with the condition of its subscription. */
interface Subscribed {
  queue: string;
  ifTicket?: RawBuilder<SqlBool>;
  onlyIf?: RawBuilder<SqlBool>;
}

/** Requests a delivery for each event with this name that `wants` selects. */
export type Subscription =
  | { [Name in keyof DomainEvents]: SubscriptionTo<Name> }[keyof DomainEvents]
  | (Subscribed & { event: keyof DomainEvents; wants?: never });

/** The subscriptions of all modules. */
export class Subscriptions {
  readonly #subscriptions: readonly Subscription[];

  constructor(subscriptions: readonly Subscription[]) {
    this.#subscriptions = subscriptions;
  }

  /** @returns the queues that get a delivery for this event, and what its ticket has to be for it */
  queuesFor<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): Subscribed[] {
    const ofName = this.#subscriptions.filter((one) => one.event === name) as unknown as SubscriptionTo<Name>[];
    return ofName.filter(({ wants }) => !wants || wants(event));
  }
}

/** The rows of a FROM with the queues whose condition holds, as `subscribed (queue)`; for events that a statement writes itself. */
export function subscribedRows(subscribed: readonly Subscribed[]): RawBuilder<unknown> {
  const queues = subscribed.filter(({ onlyIf }) => !onlyIf).map(({ queue }) => queue);
  const conditional = subscribed.flatMap(({ queue, onlyIf }) =>
    onlyIf ? [sql`union all select ${queue}::text where ${onlyIf}`] : [],
  );
  return sql`(select unnest(${queues}::text[]) as queue ${sql.join(conditional, sql` `)}) as subscribed`;
}

/**
 * Enqueues payloads for each queue that wants an event, in the transaction of the event.
 * @param payloads one for each time that it happened
 */
export async function deliverEvent<Name extends keyof DomainEvents, Payload extends object>(
  tx: Tx,
  { subscriptions, deliveries }: { subscriptions: Subscriptions; deliveries: DeliveryQueue },
  name: Name,
  event: DomainEvents[Name],
  payloads: readonly Payload[],
  tenant: Tenant,
  now: Date,
): Promise<void> {
  for (const { queue, onlyIf } of subscriptions.queuesFor(name, event))
    await deliveries.enqueue(tx, queue as QueueName, payloads as unknown as DeliveryPayloads[QueueName][], tenant, now, onlyIf);
}
