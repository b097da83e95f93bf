import { setTimeout as sleep } from 'node:timers/promises';
import {
  attemptDelivery,
  type DeliverOptions,
  type DeliveryDeps,
  type DeliveryHandler,
  defaultVisibilityTimeoutMs,
  type RetryPolicy,
} from './attempt-delivery.ts';
import type { Delivery, QueueName } from './queue.ts';

/** How often the queue is read while there is something due, and for some time after each notification of something new. */
const pollIntervalMs = 500;
/** Notifications are throttled (069_work_notifications.sql), and a transaction may commit long after it has notified. */
const pollAfterWakeMs = 5_000;
/** How often the queue is read for notifications while deliveries wait for their turn: finding the tenants costs more than a claim. */
const pollWhileBusyMs = 100;
const maxOutageDelayMs = 5_000;
/** From this share of its time on the process is busy, and deliveries leave half of the time to requests. */
const busyUtilization = 0.8;
const maxBusyDelayMs = 500;
/** How long a database that does not answer can hold up the shutdown. */
const releaseTimeoutMs = 1_000;
/** Before all tenants. */
const firstTenant = '00000000-0000-0000-0000-000000000000';

/** How many deliveries of a queue a process works on at the same time, and how they are tried again unless as by default. */
export interface QueuePolicy {
  concurrency: number;
  /** of these of one tenant: with 1 a process keeps their order */
  perTenant: number;
  retries?: RetryPolicy;
}

/** How a worker works; by default the queue is read twice a second. */
export interface WorkerOptions extends Omit<DeliverOptions, 'signal' | 'retries'> {
  policy?: QueuePolicy;
  /** how often an empty queue is read by a worker that is woken when something is added */
  sweepIntervalMs?: number;
}

const oneAtATime: QueuePolicy = { concurrency: 1, perTenant: 1 };

/** Who sends the deliveries of each queue. */
export type DeliveryHandlers = {
  [Q in QueueName]: { handler: DeliveryHandler<Q>; recordAs: string; policy: QueuePolicy };
};

/**
 * Sends the deliveries of one queue. Tenants take turns, so that none waits for the backlog of another; those of one tenant are
 * claimed in the order in which they are due. A process that dies leaves at most as many half done as the policy allows.
 */
export class DeliveryWorker<Q extends QueueName = QueueName> {
  readonly #deps: DeliveryDeps;
  readonly #queue: Q;
  readonly #handler: DeliveryHandler<Q>;
  readonly #policy: QueuePolicy;
  readonly #options: DeliverOptions;
  /** no further delivery is claimed */
  readonly #stopping = new AbortController();
  /** those under way are given back */
  readonly #aborting = new AbortController();
  /** the deliveries under way, with their tenants */
  readonly #running = new Map<Promise<void>, string>();
  /** tenants that may have due deliveries, the next one first */
  #turns: string[] = [];
  #lastTurn = firstTenant;
  readonly #sweepIntervalMs: number;
  #nextPollMs = Number.NEGATIVE_INFINITY;
  #lastPollMs = Number.NEGATIVE_INFINITY;
  #woken = Promise.withResolvers<void>();
  #isWoken = false;
  #pollsUntilMs = Number.NEGATIVE_INFINITY;
  /** in a row */
  #failures = 0;
  readonly #loop: Promise<void>;

  /** Starts at once and goes on until stop(). */
  constructor(
    deps: DeliveryDeps,
    queue: Q,
    handler: DeliveryHandler<Q>,
    { policy = oneAtATime, sweepIntervalMs = pollIntervalMs, ...options }: WorkerOptions = {},
  ) {
    this.#deps = deps;
    this.#queue = queue;
    this.#handler = handler;
    this.#policy = policy;
    this.#sweepIntervalMs = sweepIntervalMs;
    this.#options = { ...options, ...(policy.retries && { retries: policy.retries }), signal: this.#aborting.signal };
    this.#loop = this.#run();
  }

  /** Has the queue read at once, because something may have been added to it. */
  wake(): void {
    this.#pollsUntilMs = performance.now() + pollAfterWakeMs;
    this.#isWoken = true;
    this.#woken.resolve();
  }

  /** Aborts the deliveries under way, and waits for the end of their handlers. */
  async abort(): Promise<void> {
    this.#stopping.abort();
    this.#aborting.abort(new Error('the service stops'));
    await this.#loop;
    await Promise.all(this.#running.keys());
  }

  /** Lets the deliveries under way end for so many milliseconds, then gives them back to the queue. */
  async stop(timeoutMs = 5_000): Promise<void> {
    this.#stopping.abort();
    await this.#endsWithin(timeoutMs);
    this.#aborting.abort(new Error('the service stops'));
    await this.#endsWithin(releaseTimeoutMs);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let delayMs = 0;
      try {
        const free = this.#policy.concurrency - this.#running.size;
        if (free === 0) await Promise.race(this.#running.keys());
        else if (!(await this.#startNext(free))) delayMs = this.#nextPollMs - performance.now();
        this.#failures = 0;
      } catch (error) {
        delayMs = Math.min(pollIntervalMs * 2 ** this.#failures, maxOutageDelayMs);
        this.#recordFailure(error);
      }
      // A delivery that ends makes room for the next one of its tenant.
      if (delayMs > 0) await this.#sleep(delayMs, signal);
    }
  }

  /** Ends early when a delivery ends, something was added, or the worker stops. */
  async #sleep(delayMs: number, signal: AbortSignal): Promise<void> {
    const timer = new AbortController();
    const timeout = sleep(delayMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => {});
    await Promise.race([timeout, this.#woken.promise, ...this.#running.keys()]);
    timer.abort();
  }

  /** Claims and starts a delivery of each tenant whose turn it is. @param free the most of them @returns whether it was anybody's turn */
  async #startNext(free: number): Promise<boolean> {
    if (this.#isPollDue()) await this.#poll();
    const tenants = this.#waitingTenants().slice(0, free);
    if (tenants.length === 0) return false;
    const { visibilityTimeoutMs = defaultVisibilityTimeoutMs } = this.#options;
    const claimed = await this.#deps.deliveries.claim(this.#queue, tenants, visibilityTimeoutMs);
    const served = new Set(claimed.map(({ tenant }) => tenant));
    this.#lastTurn = tenants.at(-1) ?? firstTenant;
    this.#turns = [
      ...this.#turns.filter((tenant) => !tenants.includes(tenant)),
      ...tenants.filter((tenant) => served.has(tenant)),
    ];
    for (const delivery of claimed) {
      const running = this.#deliver(delivery).finally(() => this.#ended(running));
      this.#running.set(running, delivery.tenant);
    }
    return true;
  }

  #ended(running: Promise<void>): void {
    this.#running.delete(running);
    // It may have been scheduled anew.
    this.#nextPollMs = Math.min(this.#nextPollMs, performance.now() + pollIntervalMs);
  }

  #isPollDue(): boolean {
    const now = performance.now();
    if (now >= this.#nextPollMs) return true;
    return this.#isWoken && (this.#waitingTenants().length === 0 || now >= this.#lastPollMs + pollWhileBusyMs);
  }

  /** Those that may have another delivery under way, the next one first. */
  #waitingTenants(): string[] {
    return this.#turns.filter((tenant) => !this.#isAtLimit(tenant));
  }

  /** Finds out whose turn it is, and when to look again: when something is due, and now and then for what nobody has notified of. */
  async #poll(): Promise<void> {
    this.#isWoken = false;
    this.#woken = Promise.withResolvers();
    const { deliveries } = this.#deps;
    const dueInMs = await deliveries.msUntilDue(this.#queue);
    this.#turns = dueInMs > 0 ? [] : await deliveries.findDueTenants(this.#queue, this.#lastTurn);
    const now = performance.now();
    this.#lastPollMs = now;
    const isQuiet = dueInMs > 0 && now >= this.#pollsUntilMs;
    const intervalMs = isQuiet ? this.#sweepIntervalMs : pollIntervalMs;
    this.#nextPollMs = now + (dueInMs > 0 ? Math.min(intervalMs, Math.ceil(dueInMs)) : intervalMs);
  }

  #isAtLimit(tenant: string): boolean {
    return [...this.#running.values()].filter((one) => one === tenant).length >= this.#policy.perTenant;
  }

  async #deliver(delivery: Delivery<Q>): Promise<void> {
    const startedAt = performance.now();
    const before = performance.eventLoopUtilization();
    try {
      await attemptDelivery(this.#deps, this.#queue, delivery, this.#handler, this.#options);
    } catch (error) {
      this.#recordFailure(error);
    }
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization < busyUtilization) return;
    const delayMs = Math.min(performance.now() - startedAt, maxBusyDelayMs);
    await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  #recordFailure(error: unknown): void {
    // Once per outage: the next lines would say the same.
    if (this.#failures++ > 0) return;
    const about = { queue: this.#queue, reason: (error as Error).message };
    this.#deps.log.warn(about, 'the delivery queue cannot be reached or failed');
  }

  async #endsWithin(timeoutMs: number): Promise<void> {
    const ended = this.#loop.then(() => Promise.all(this.#running.keys()));
    const timer = new AbortController();
    const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([ended, timeout]);
    timer.abort();
  }
}
