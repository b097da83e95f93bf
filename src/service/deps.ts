import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import { openDatabase, type StatementReport } from '../platform/database/database.ts';
import { reportStatements } from '../platform/database/query-metrics.ts';
import { DeliveryQueue } from '../platform/deliveries/queue.ts';
import { JobScheduler } from '../platform/jobs/job-scheduler.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { LiveConnections } from '../platform/live-updates/live-connections.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import type { Deps } from '../platform/module/deps.ts';
import { type Subscription, Subscriptions } from '../platform/module/events.ts';
import { tokenKeys } from '../platform/security/tokens.ts';
import { openLinkSigner, openStorage } from '../platform/storage/open-storage.ts';

/** What modules work with, and the means to start its jobs; disposing of it closes the database. */
export interface OpenDeps extends Deps, AsyncDisposable {
  jobs: JobScheduler;
}

/**
 * Opens what modules work with; nothing connects before the first use.
 * @param subscriptions who gets a delivery for which events
 */
export async function openDeps(
  config: Config,
  database: pg.ClientConfig,
  log: Logger,
  subscriptions: readonly Subscription[] = [],
): Promise<OpenDeps> {
  const storage = await openStorage(config);
  const metrics = openMetrics();
  const tracer = config.otlpEndpoint
    ? (await import('../platform/tracing/otlp-tracer.ts')).openTracer(config.otlpEndpoint, log)
    : undefined;
  const measure = reportStatements(config.slowQueryMs, metrics, log);
  const report: StatementReport = (pool, text, ms) => {
    measure(pool, text, ms);
    tracer?.recordStatement(pool, text, ms);
  };
  const db = openDatabase(database, log, report, { replicaUrl: config.databaseReplicaUrl });
  return {
    config,
    clock: systemClock,
    db,
    ...tokenKeys(config, systemClock()),
    storage,
    links: openLinkSigner(config, systemClock()),
    deliveries: new DeliveryQueue(db),
    liveUpdates: new LiveConnections(),
    subscriptions: new Subscriptions(subscriptions),
    jobs: new JobScheduler(),
    metrics,
    tracer,
    log,
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await tracer?.close();
    },
  };
}
