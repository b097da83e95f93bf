import type pg from 'pg';
import { type DatabaseOptions, fromKysely, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss';

import type { Logger } from 'pino';
import type { Tx } from '../database/open.ts';
import type { Deliveries } from './deliveries.ts';

type QueueName = keyof Deliveries;
export const queueNames: QueueName[] = ['messages', 'answers', 'mails'];

/** A delivery with the moment of what it tells of, by the service's clock. */
export type Delivery<Q extends QueueName> = Deliveries[Q] & { at: string };

// A delivery whose process died is noticed after the heartbeat and one look, and then tried again
// after the first delay: within 30 s in all.
const heartbeatSeconds = 10;
const lookEvery = 5;
const pollEvery = 0.5;

// For a server that is frozen; pg-boss hands these to its pool.
const patience = { query_timeout: 20_000, keepAlive: true };

const policy: Omit<Queue, 'name'> = {
  // The end comes by age (deliver.ts), not by number: this many attempts take longer than a day.
  retryLimit: 1_000,
  retryBackoff: true,
  retryDelay: 2,
  retryDelayMax: 900,
  heartbeatSeconds,
  expireInSeconds: 120,
  // What was delivered is of no use any more, and it says who was told what.
  deleteAfterSeconds: 600,
  retentionSeconds: 3 * 86_400,
};

/**
 * What is to leave the process: written in the transaction that causes it, sent afterwards by
 * whichever instance comes first (pg-boss, in its own schema of the same database).
 */
export class Outbox {
  readonly #boss: PgBoss;
  #started: Promise<unknown> | undefined;

  /** @param tends whether it also looks after what others have begun and not ended */
  constructor(config: pg.ClientConfig, log: Logger, tends = true) {
    this.#boss = new PgBoss({
      ...target(config),
      application_name: 'callout deliveries',
      max: 3,
      migrate: false,
      schedule: false,
      supervise: tends,
      superviseIntervalSeconds: lookEvery,
      monitorIntervalSeconds: lookEvery,
      connectionTimeoutMillis: 5_000,
      ...patience,
    });
    this.#boss.on('error', (error) => log.warn({ reason: error.message }, 'the delivery queue cannot be reached or failed'));
    this.#boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'delivery queue'));
  }

  /** Adds deliveries to the transaction: they go out when it commits, and never when it does not. */
  async enqueue<Q extends QueueName>(tx: Tx, queue: Q, deliveries: Deliveries[Q][], now: Date): Promise<void> {
    if (deliveries.length === 0) return;
    await this.#start();
    const at = now.toISOString();
    const jobs = deliveries.map((delivery) => ({ data: { ...delivery, at } }));
    await this.#boss.insert(queue, jobs, { db: fromKysely(tx) });
  }

  /** Puts a delivery that was begun back into its queue, for later. @param wait milliseconds */
  async postpone<Q extends QueueName>(queue: Q, delivery: Delivery<Q>, wait: number): Promise<void> {
    await this.#boss.send(queue, delivery, { startAfter: Math.max(1, Math.ceil(wait / 1_000)) });
  }

  /** Works on a queue, one delivery at a time: a process that dies leaves at most one half done. */
  async work<Q extends QueueName>(
    queue: Q,
    deliver: (delivery: Delivery<Q>, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    await this.#start();
    const options = { batchSize: 1, includeMetadata: true, pollingIntervalSeconds: pollEvery } as const;
    const worker = await this.#boss.work(queue, options, async ([job]: JobWithMetadata<Delivery<Q>>[]) => {
      if (!job) return;
      this.#boss.notifyWorker(worker); // look for the next one at once
      await deliver(job.data, job.signal);
    });
  }

  /** Takes one delivery that is due and works on it; for tests, which have no worker. */
  async deliverNext<Q extends QueueName>(queue: Q, deliver: (delivery: Delivery<Q>) => Promise<void>): Promise<boolean> {
    await this.#start();
    const [job] = await this.#boss.fetch<Delivery<Q>>(queue, { ignoreStartAfter: true });
    if (!job) return false;
    try {
      await deliver(job.data);
      await this.#boss.complete(queue, job.id);
    } catch (error) {
      await this.#boss.fail(queue, job.id, error as Error);
      throw error;
    }
    return true;
  }

  /** Lets what is being sent come to its end, for at most so many milliseconds. */
  async close(patience = 5_000): Promise<void> {
    if (this.#started) await this.#boss.stop({ timeout: patience });
  }

  #start(): Promise<unknown> {
    this.#started ??= this.#boss.start().catch(async (error) => {
      // What has started is stopped, so that the next call can start all of it.
      await this.#boss.stop({ graceful: false }).catch(() => {});
      this.#started = undefined;
      // migrate.ts has run: what does not fit is of a later day.
      if (!/requires migrations/.test(error.message)) throw error;
      throw new Error('the delivery queue of this database is of a newer version: start that one');
    });
    return this.#started;
  }
}

/** Makes or updates the queue's own tables and the queues. Callers take turns (migrate.ts). */
export async function migrateOutbox(config: pg.ClientConfig): Promise<void> {
  const boss = new PgBoss({ ...target(config), max: 1, supervise: false, schedule: false });
  boss.on('error', () => {}); // what matters is thrown
  await boss.start();
  try {
    await makeQueues(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Makes the queues, or brings those that are there up to date. */
export async function makeQueues(boss: PgBoss): Promise<void> {
  for (const name of queueNames) {
    await boss.createQueue(name, policy);
    await boss.updateQueue(name, policy);
  }
}

/** Every field that is known, so that no PG* variable of the environment fills a gap. */
function target({ connectionString, host, port, user, database, ssl, password }: pg.ClientConfig): DatabaseOptions {
  if (connectionString) return { connectionString };
  const known = { host, port, user, database, ssl, password };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
