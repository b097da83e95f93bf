import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/open.ts';
import type { DeliveryQueue } from '../deliveries/queue.ts';
import type { JobScheduler } from '../jobs/job-scheduler.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Storage } from '../storage/storage.ts';
import type { Subscriptions } from './events.ts';

/** What capabilities work with: service.ts makes the real ones, test/world.ts the tests'. */
export interface Deps {
  config: Config;
  clock: Clock;
  db: Database;
  signingKey: KeyObject;
  /** files of photos */
  storage: Storage;
  /** messages and mails to send, enqueued in the transaction that causes them */
  deliveries: DeliveryQueue;
  /** who asked to hear of which events */
  subscriptions: Subscriptions;
  jobs: Pick<JobScheduler, 'trigger'>;
  metrics: Metrics;
  log: Logger;
}
