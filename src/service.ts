import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { systemClock } from './lib/clock.ts';
import { signingKey } from './lib/tokens.ts';
import { createFirstAdmin } from './users/first-admin.ts';

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
    const app = await buildApp({ config, clock: systemClock, db, signingKey: signingKey(config.jwtSecret), log });
    undo.push(() => app.close());
    return { port: await listen(app, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port, listenTextResolver: (address) => `Callout is listening at ${address}` });
  return (app.server.address() as AddressInfo).port;
}
