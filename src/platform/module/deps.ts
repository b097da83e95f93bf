import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { DeliveryQueue } from '../deliveries/queue.ts';
import type { JobScheduler } from '../jobs/job-scheduler.ts';
import type { Clock } from '../lib/clock.ts';
import type { LiveConnections } from '../live-updates/live-connections.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PreviousKey } from '../security/tokens.ts';
import type { LinkSigner } from '../storage/link-signer.ts';
import type { Storage } from '../storage/storage.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Subscriptions } from './events.ts';

/** What modules depend on; created by service/serve.ts, and for tests by testing/fixtures.ts. */
export interface Deps {
  config: Config;
  clock: Clock;
  db: Database;
  /** signs and verifies access tokens */
  signingKey: KeyObject;
  /** verifies access tokens that were signed before JWT_SECRET was changed */
  previousSigningKey: PreviousKey | undefined;
  /** files of photos */
  storage: Storage;
  /** signs links to small versions of photos and attachments */
  links: LinkSigner;
  /** queues of mails and messages, written in the transaction that causes them */
  deliveries: DeliveryQueue;
  /** the delivery queues that subscribed to domain events */
  subscriptions: Subscriptions;
  jobs: Pick<JobScheduler, 'trigger'>;
  /** the consoles that are connected to this process */
  liveUpdates: LiveConnections;
  metrics: Metrics;
  /** without OTEL_EXPORTER_OTLP_ENDPOINT there is none */
  tracer?: Tracer | undefined;
  log: Logger;
}
