import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { capabilities } from '../capabilities.ts';
import type { Deps } from '../platform/capability/deps.ts';
import { Subscriptions } from '../platform/capability/events.ts';
import type { Config } from '../platform/config/config.ts';
import { NotificationListener } from '../platform/database/listen.ts';
import { openDatabase } from '../platform/database/open.ts';
import { reportStatements } from '../platform/database/query-metrics.ts';
import { DeliveryQueue } from '../platform/deliveries/queue.ts';
import { closeGracefully } from '../platform/http/graceful-shutdown.ts';
import { JobScheduler } from '../platform/jobs/job-scheduler.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { signingKey } from '../platform/security/tokens.ts';
import { openStorage } from '../platform/storage/open.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { gaugeDeliveries, gaugeProcess } from '../platform/system/gauges.ts';
import { deliveryHandlers, startWorkers } from './deliveries.ts';
import { requestGraceMs, type Service } from './service.ts';

/** Starts the HTTP server and the background jobs on a prepared database. */
export async function serve(config: Config, database: pg.ClientConfig, log: Logger): Promise<Service> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const metrics = openMetrics();
    const db = openDatabase(database, log, reportStatements(config.slowQueryMs, metrics, log));
    cleanups.push(() => db.close());
    const storage = await openStorage(config);
    await prepareStorage(storage, log);
    const deliveries = new DeliveryQueue(db);
    const jobs = new JobScheduler();
    const subscriptions = new Subscriptions(capabilities.flatMap((one) => one.subscriptions ?? []));
    const shared = { config, clock: systemClock, db, storage, deliveries, metrics, log };
    const deps: Deps = { ...shared, signingKey: signingKey(config.jwtSecret), subscriptions, jobs };
    const handlers = deliveryHandlers(deps);
    const workers = startWorkers(deps, handlers);
    cleanups.push(() => workers.stop());
    const notifications = new NotificationListener(database, log);
    cleanups.push(() => notifications.close());
    for (const { start } of capabilities) {
      const running = start?.({ ...deps, notifications });
      if (running) cleanups.push(() => running.stop());
    }
    gaugeDeliveries(deps, Object.keys(handlers));
    gaugeProcess(deps);
    for (const { gauges } of capabilities) gauges?.(deps);
    cleanups.push(() => jobs.stop());
    jobs.start(
      capabilities.flatMap((one) => one.jobs?.(deps) ?? []),
      deps,
    );
    const app = await buildApp(deps);
    cleanups.push(() => closeGracefully(app, requestGraceMs));
    return { port: await listen(app, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Prepares the photo storage. When it is unreachable, uploads fail but the service starts. */
async function prepareStorage(storage: Storage, log: Logger): Promise<void> {
  try {
    await storage.prepare();
    await storage.check();
  } catch (error) {
    log.error(
      { reason: (error as Error).message || (error as Error).name },
      'the photo storage cannot be reached: uploads are answered with 500 until it can',
    );
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({
    host,
    port,
    listenTextResolver: (address) => `Callout is listening at ${address}`,
  });
  return (app.server.address() as AddressInfo).port;
}
