import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { TicketEventStream } from '../../outbound/live-updates/event-stream.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/open.ts';
import type { Outbox } from '../deliveries/outbox.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Storage } from '../storage/storage.ts';

/** What the application is built from; main.ts makes the real ones, test/world.ts the tests'. */
export interface Deps {
  config: Config;
  clock: Clock;
  db: Database;
  signingKey: KeyObject;
  storage: Storage;
  /** what leaves the process, enqueued with the change that causes it */
  outbox: Outbox;
  metrics: Metrics;
  /** whom to tell which tickets changed */
  live: TicketEventStream;
  /** Asks for files that are to be removed to be removed now, in the background. */
  sweepFiles: () => void;
  log: Logger;
}
