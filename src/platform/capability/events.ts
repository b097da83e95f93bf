/** What happens in the product, by name: whoever publishes an event adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities fill it
export interface DomainEvents {}

/** Asks for a delivery in a queue for each event of a name that matters. */
export interface Subscription<Name extends keyof DomainEvents = keyof DomainEvents> {
  event: Name;
  /** the delivery queue that gets `{ kind: 'event', ... }`, written by the transaction of the event */
  queue: string;
  wants: (event: DomainEvents[Name]) => boolean;
}

/** The subscriptions of all capabilities. */
export class Subscriptions {
  readonly #subscriptions: readonly Subscription[];

  constructor(subscriptions: readonly Subscription[]) {
    this.#subscriptions = subscriptions;
  }

  /** @returns the queues that get a delivery for this event */
  queuesFor<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): string[] {
    return this.#subscriptions.filter((one) => one.event === name && one.wants(event)).map(({ queue }) => queue);
  }
}
