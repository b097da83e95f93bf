import { setTimeout as sleep } from 'node:timers/promises';
import { type DeliverOptions, type DeliveryDeps, type DeliveryHandler, deliverNext } from './attempt-delivery.ts';
import type { QueueName } from './queue.ts';

const pollIntervalMs = 500;
const maxOutageDelayMs = 5_000;
/** From this share of its time on the process is busy, and deliveries leave half of the time to requests. */
const busyUtilization = 0.8;
const maxBusyDelayMs = 500;
/** How long a database that does not answer can hold up the shutdown. */
const releaseTimeoutMs = 1_000;

/** Who sends the deliveries of each queue. */
export type DeliveryHandlers = { [Q in QueueName]: { handler: DeliveryHandler<Q>; recordAs: string } };

/** Sends the deliveries of one queue, one at a time: a process that dies leaves at most one half done. */
export class DeliveryWorker<Q extends QueueName = QueueName> {
  readonly #deps: DeliveryDeps;
  readonly #queue: Q;
  readonly #handler: DeliveryHandler<Q>;
  readonly #options: DeliverOptions;
  /** no further delivery is claimed */
  readonly #stopping = new AbortController();
  /** the one under way is given back */
  readonly #aborting = new AbortController();
  readonly #loop: Promise<void>;

  /** Starts at once and goes on until stop(). */
  constructor(deps: DeliveryDeps, queue: Q, handler: DeliveryHandler<Q>, options: Omit<DeliverOptions, 'signal'> = {}) {
    this.#deps = deps;
    this.#queue = queue;
    this.#handler = handler;
    this.#options = { ...options, signal: this.#aborting.signal };
    this.#loop = this.#run();
  }

  /** Lets the delivery under way end for so many milliseconds, then gives it back to the queue. */
  async stop(timeoutMs = 5_000): Promise<void> {
    this.#stopping.abort();
    await this.#endsWithin(timeoutMs);
    this.#aborting.abort(new Error('the service stops'));
    await this.#endsWithin(releaseTimeoutMs);
  }

  async #run(): Promise<void> {
    const { log } = this.#deps;
    const queue = this.#queue;
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      let delayMs = pollIntervalMs;
      const startedAt = performance.now();
      const before = performance.eventLoopUtilization();
      try {
        if (await deliverNext(this.#deps, queue, this.#handler, this.#options)) {
          const { utilization } = performance.eventLoopUtilization(before);
          delayMs = utilization < busyUtilization ? 0 : Math.min(performance.now() - startedAt, maxBusyDelayMs);
        }
        failures = 0;
      } catch (error) {
        // Once per outage: the next lines would say the same.
        if (failures === 0)
          log.warn({ queue, reason: (error as Error).message }, 'the delivery queue cannot be reached or failed');
        delayMs = Math.min(pollIntervalMs * 2 ** failures++, maxOutageDelayMs);
      }
      if (delayMs > 0) await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  async #endsWithin(timeoutMs: number): Promise<void> {
    const timer = new AbortController();
    const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([this.#loop, timeout]);
    timer.abort();
  }
}
