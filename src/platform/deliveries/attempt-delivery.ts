import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import { days, hours, minutes, seconds } from '../lib/duration.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Delivery, DeliveryQueue, QueueName } from './queue.ts';

/** After this time without a sign of life another process takes a delivery. */
export const defaultVisibilityTimeoutMs = seconds(30);

/** How often and how long deliveries of a queue are tried. */
export interface RetryPolicy {
  /** after the first failed attempt; doubled with each further one, and up to half of it is left out at random */
  firstDelayMs: number;
  maxDelayMs: number;
  /** counted from the cause: the first attempt that fails after this time is the last */
  giveUpAfterMs: number;
  /** Older ones are not attempted any more: they come from a restored backup, or the service was down for days. */
  maxAgeMs: number;
  /**
   * A handler that neither ends nor fails is aborted and left alone after this time, so that it does not hold up its tenant. Infinity:
   * its end is waited for, also when the process stops.
   */
  maxAttemptMs: number;
}

const defaultRetries: RetryPolicy = {
  firstDelayMs: seconds(2),
  maxDelayMs: minutes(15),
  giveUpAfterMs: hours(24),
  maxAgeMs: days(3),
  maxAttemptMs: minutes(2),
};

/**
 * `dropped`: there is nobody to send it to, or nothing to send any more; `againInMs`: it is a periodic job, which runs again after this
 * time.
 */
export type Outcome = 'sent' | 'dropped' | { againInMs: number };

/**
 * Sends one delivery.
 * @throws when it has to be tried again; the message is logged and stored, so it must hold no address and no secret
 */
export type DeliveryHandler<Q extends QueueName> = (delivery: Delivery<Q>, signal?: AbortSignal) => Promise<Outcome>;

/** Thrown by a handler: to be tried again after a time that the receiver asked for, which is no failure. */
export class RetryLater extends Error {
  readonly delayMs: number;

  constructor(delayMs: number, message: string) {
    super(message);
    this.delayMs = delayMs;
  }
}

/** Thrown by a handler that has recorded that this attempt was the last one. */
export class GivenUp extends Error {}

export interface DeliveryDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  deliveries: DeliveryQueue;
  tracer?: Tracer | undefined;
}

export interface DeliverOptions {
  /** after this time without a sign of life another process takes the delivery */
  visibilityTimeoutMs?: number;
  /** name of the job result that the health page shows; the queue's name unless given */
  recordAs?: string;
  retries?: RetryPolicy;
  /** aborts the handler and gives the delivery back */
  signal?: AbortSignal;
}

/**
 * Makes one attempt at a delivery that was claimed, and deletes or schedules it by the result.
 * @throws when the database fails; the delivery is then tried again after its visibility timeout
 */
export async function attemptDelivery<Q extends QueueName>(
  deps: DeliveryDeps,
  queue: Q,
  delivery: Delivery<Q>,
  handler: DeliveryHandler<Q>,
  { visibilityTimeoutMs = defaultVisibilityTimeoutMs, recordAs = queue, retries = defaultRetries, signal }: DeliverOptions = {},
): Promise<void> {
  const { deliveries, clock, metrics, log, tracer } = deps;
  const about = { queue, ...subjectOf(delivery.payload) };
  const ageMs = (): number => clock().getTime() - Date.parse(delivery.created_at);
  const giveUp = async (reason: string): Promise<void> => {
    await deliveries.deleteWithResult(delivery, recordAs, 'failed', clock());
    metrics.deliveries.inc({ queue, outcome: 'given_up' });
    log.error({ ...about, reason }, 'a delivery was tried for 24 hours and is given up');
  };

  let outcome: Outcome;
  try {
    if (ageMs() >= retries.maxAgeMs) throw new Error(delivery.last_error ?? 'it is too old');
    outcome = await whileExtending(deliveries, delivery, visibilityTimeoutMs, (lost) => {
      const work = () => attempt(handler, delivery, retries.maxAttemptMs, signal ? AbortSignal.any([signal, lost]) : lost);
      return tracer ? tracer.runDelivery({ queue, attempt: delivery.attempts, traceparent: delivery.traceparent }, work) : work();
    });
  } catch (error) {
    const { message: reason } = error as Error;
    if (signal?.aborted) await deliveries.release(delivery, 0);
    else if (ageMs() >= retries.giveUpAfterMs || error instanceof GivenUp) await giveUp(reason);
    else if (error instanceof RetryLater) {
      await deliveries.release(delivery, error.delayMs);
      metrics.deliveries.inc({ queue, outcome: 'postponed' });
    } else {
      await deliveries.retry(delivery, retryDelayMs(retries, delivery.attempts), reason);
      metrics.deliveries.inc({ queue, outcome: 'retried' });
      log.warn({ ...about, reason }, 'a delivery failed and is tried again');
    }
    return;
  }
  if (typeof outcome === 'object') {
    await deliveries.repeat(delivery, outcome.againInMs, clock());
    return;
  }
  if (outcome === 'sent') await deliveries.deleteWithResult(delivery, recordAs, 'succeeded', clock());
  else await deliveries.delete(delivery);
  metrics.deliveries.inc({ queue, outcome });
  log.debug({ ...about, outcome }, 'a delivery is done');
}

/** Runs the handler until it ends, the time for an attempt is over, the process stops or another one has the delivery. */
async function attempt<Q extends QueueName>(
  handler: DeliveryHandler<Q>,
  delivery: Delivery<Q>,
  maxAttemptMs: number,
  ended: AbortSignal,
): Promise<Outcome> {
  ended.throwIfAborted();
  if (maxAttemptMs === Number.POSITIVE_INFINITY) return handler(delivery, ended);
  const signal = AbortSignal.any([AbortSignal.timeout(maxAttemptMs), ended]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([handler(delivery, signal), aborted]);
}

/** Extends the visibility timeout of a delivery for as long as the work on it takes. @param work gets a signal that its claim is lost */
async function whileExtending<T>(
  deliveries: DeliveryQueue,
  delivery: Delivery,
  visibilityTimeoutMs: number,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const extend = async (): Promise<void> => {
    if (!(await deliveries.extend(delivery, visibilityTimeoutMs))) lost.abort(new Error('another process has taken it'));
  };
  let extension: Promise<void> | undefined;
  const timer = setInterval(() => {
    // When it fails, another process may take the delivery, too: it is sent twice rather than never.
    extension = extend().catch(() => {});
  }, visibilityTimeoutMs / 3);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await extension; // otherwise it could overwrite the time of the next attempt
  }
}

function retryDelayMs({ firstDelayMs, maxDelayMs }: RetryPolicy, attempts: number): number {
  return Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs) * (1 - Math.random() / 2);
}

/** What a delivery is about, for the log: addresses and chats stay out of it. */
function subjectOf({ kind, ticket_id, user_id }: { kind?: string; ticket_id?: number; user_id?: string }): object {
  return { kind, ticket: ticket_id, user: user_id };
}
