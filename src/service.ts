import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { Ear } from './db/listen.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { closePolitely } from './http/server.ts';
import { startJobs } from './jobs/start.ts';
import { systemClock } from './lib/clock.ts';
import { signingKey } from './lib/tokens.ts';
import { LiveFeed } from './live/feed.ts';
import { Pollers } from './messenger/pollers.ts';
import { openMetrics } from './metrics.ts';
import { Outbox } from './outbox/outbox.ts';
import { startDeliveries } from './outbox/start.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';
import { createFirstAdmin } from './users/first-admin.ts';

/** How long requests may go on after a stop was asked for (spec section 8), in milliseconds. */
const grace = 15_000;

/** A service that listens, and how to stop it. */
export interface Service {
  port: number;
  /** Finishes what runs, closes the pools, then stops the embedded server. */
  stop(): Promise<void>;
}

/** Starts in order: database, schema, first admin, application, listener. Stops in reverse. */
export async function startService(config: Config, log: Logger, onLost: (error: Error) => void): Promise<Service> {
  const connection = await connectDatabase(config, log, onLost);
  const undo: (() => Promise<unknown>)[] = [() => connection.stop()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await migrate(connection.config, log);
    const db = openDatabase(connection.config, log);
    undo.push(() => db.close());
    if (config.firstAdmin && (await createFirstAdmin(db, config.firstAdmin, systemClock()))) {
      log.info({ email: config.firstAdmin.email }, 'first admin created');
    }
    const storage = await openStorage(config);
    await reportStorage(storage, log);
    const outbox = new Outbox(connection.config, log);
    undo.push(() => outbox.close());
    const base = { config, clock: systemClock, db, storage, outbox, metrics: openMetrics(), log };
    await startDeliveries(base);
    const ear = new Ear(connection.config, log);
    undo.push(() => ear.close());
    const live = new LiveFeed(base, ear);
    const pollers = new Pollers(base, ear);
    undo.push(() => pollers.stop());
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
async function reportStorage(storage: Storage, log: Logger): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    log.error(
      { reason: (error as Error).message || (error as Error).name },
      'the photo storage cannot be reached: uploads are answered with 500 until it can',
    );
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port, listenTextResolver: (address) => `Callout is listening at ${address}` });
  return (app.server.address() as AddressInfo).port;
}
