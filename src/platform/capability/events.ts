/** Domain events by name; the capability that publishes one adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DomainEvents {}

/** Requests a delivery for each event with this name that `wants` selects. */
export interface Subscription<Name extends keyof DomainEvents = keyof DomainEvents> {
  event: Name;
  /** the queue of the deliveries, which are written in the transaction of the event */
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
