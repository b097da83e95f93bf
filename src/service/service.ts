import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { TicketEventStream } from '../outbound/live-updates/event-stream.ts';
import { Pollers } from '../outbound/messenger/pollers.ts';
import type { Config } from '../platform/config/config.ts';
import { NotificationListener } from '../platform/database/listen.ts';
import { openDatabase } from '../platform/database/open.ts';
import { reportStatements } from '../platform/database/query-metrics.ts';
import { Outbox } from '../platform/deliveries/outbox.ts';
import { gaugeDatabase, gaugeProcess } from '../platform/health/gauges.ts';
import { closePolitely } from '../platform/http/server.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { signingKey } from '../platform/security/tokens.ts';
import { openStorage } from '../platform/storage/open.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { startDeliveries } from './deliveries.ts';
import { startJobs } from './jobs.ts';

/** How long requests may go on after a stop was asked for (docs/rules.md, Timeouts), in milliseconds. */
const grace = 15_000;

/** A service that listens, and how to stop it. */
export interface Service {
  port: number;
  /** Finishes what runs, closes the pools, then stops the embedded server. */
  stop(): Promise<void>;
}

/** Answers requests over a database that is ready, and runs the background work. */
export async function serve(config: Config, database: pg.ClientConfig, log: Logger): Promise<Service> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const metrics = openMetrics();
    const db = openDatabase(database, log, reportStatements(config.slowQuery, metrics, log));
    undo.push(() => db.close());
    const storage = await openStorage(config);
    await prepareStorage(storage, log);
    const outbox = new Outbox(database, log);
    undo.push(() => outbox.close());
    const base = { config, clock: systemClock, db, storage, outbox, metrics, log };
    await startDeliveries(base);
    const notifications = new NotificationListener(database, log);
    undo.push(() => notifications.close());
    const live = new TicketEventStream(base);
    const pollers = new Pollers(base, notifications);
    undo.push(() => pollers.stop());
    gaugeDatabase(base);
    gaugeProcess({ ...base, live });
    const jobs = startJobs(base);
    undo.push(() => jobs.stop());
    const app = await buildApp({ ...base, live, signingKey: signingKey(config.jwtSecret), sweepFiles: jobs.sweepFiles });
    undo.push(() => closePolitely(app, grace));
    return { port: await listen(app, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An unreachable storage stops photos, not the service: it may be back before the first photo. */
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
