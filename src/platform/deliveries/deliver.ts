import type { Deps } from '../capability/deps.ts';
import { recordJobResult, type Work } from '../jobs/job-results.ts';
import { hours } from '../lib/duration.ts';
import type { Deliveries } from './deliveries.ts';
import type { Delivery } from './outbox.ts';

/** How long a delivery is tried, from what caused it. */
export const lifetime = hours(24);

/** What became of an attempt: `dropped` when there is nobody or nothing left to tell. */
export type Outcome = 'sent' | 'dropped';

/** Sends one delivery. @throws when it should be tried again; the message may be logged and stored */
export type Transport<Q extends keyof Deliveries> = (delivery: Delivery<Q>, signal?: AbortSignal) => Promise<Outcome>;

/** A transport asks for a pause: the delivery goes back to the queue for so long. */
export class Postponed extends Error {
  /** milliseconds */
  readonly wait: number;

  constructor(wait: number, message: string) {
    super(message);
    this.wait = wait;
  }
}

/** Milliseconds since what caused it. */
const ageOf = ({ at }: { at: string }, now: Date): number => now.getTime() - new Date(at).getTime();

/** What a delivery is about, for the log; addresses and chats stay out of it. */
function subjectOf(delivery: Deliveries[keyof Deliveries]): object {
  const { kind } = delivery;
  if ('ticket_id' in delivery) return { kind, ticket: delivery.ticket_id };
  return 'user_id' in delivery ? { kind, user: delivery.user_id } : { kind };
}

/** Answers show as well as notices that messages leave. */
const workOf = (queue: keyof Deliveries): Work => (queue === 'answers' ? 'messages' : queue);

/** One attempt, counted and logged. @throws what makes the queue try again later */
export async function attempt<Q extends keyof Deliveries>(
  { db, clock, log, metrics, outbox }: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'outbox'>,
  queue: Q,
  transport: Transport<Q>,
  delivery: Delivery<Q>,
  signal?: AbortSignal,
): Promise<void> {
  const about = { queue, ...subjectOf(delivery) };
  try {
    const outcome = await transport(delivery, signal);
    metrics.deliveries.inc({ queue, outcome });
    if (outcome === 'sent') await recordJobResult({ db, log }, workOf(queue), 'succeeded', clock());
    log.debug({ ...about, outcome }, 'a delivery is done');
  } catch (error) {
    const reason = (error as Error).message;
    if (error instanceof Postponed && ageOf(delivery, clock()) < lifetime) {
      // Not a failure: it waits outside the count of attempts, which would make it wait longer each time.
      await outbox.postpone(queue, delivery, error.wait);
      metrics.deliveries.inc({ queue, outcome: 'postponed' });
      return;
    }
    if (ageOf(delivery, clock()) < lifetime) {
      metrics.deliveries.inc({ queue, outcome: 'retried' });
      log.warn({ ...about, reason }, 'a delivery failed and is tried again');
      throw error;
    }
    metrics.deliveries.inc({ queue, outcome: 'given_up' });
    await recordJobResult({ db, log }, workOf(queue), 'failed', clock());
    log.error({ ...about, reason }, 'a delivery was tried for 24 hours and is given up');
  }
}
