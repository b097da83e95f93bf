import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { modules } from '../modules.ts';
import type { Config } from '../platform/config/config.ts';
import { NotificationListener } from '../platform/database/listen.ts';
import { closeGracefully, requestGraceMs } from '../platform/http/graceful-shutdown.ts';
import { version } from '../platform/lib/version.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { gaugeCertificates, gaugeDeliveries, gaugeLastBackup, gaugeProcess } from '../platform/system/gauges.ts';
import { endThreads } from '../platform/threads/thread-task.ts';
import { openDeps } from './deps.ts';
import { countInstances } from './live-instances.ts';
import { reencryptJobs } from './reencrypt-secrets.ts';
import { deliveryHandlers, startDeliveryWorkers } from './start-delivery-workers.ts';

/**
 * Starts the HTTP server and the background jobs on a prepared database.
 * @param cleanups gets what stops each part, so that the caller can also undo a start that failed
 * @returns the port
 */
export async function serve(
  config: Config,
  database: pg.ClientConfig,
  log: Logger,
  cleanups: AsyncDisposableStack,
): Promise<number> {
  const subscriptions = modules.flatMap((one) => one.subscriptions ?? []);
  const deps = cleanups.use(await openDeps(config, database, log, subscriptions));
  cleanups.defer(endThreads);
  if (deps.previousSigningKey) {
    const until = deps.previousSigningKey.acceptedUntil.toISOString();
    log.warn({ until }, 'JWT_SECRET_PREVIOUS is set: the access tokens that it signed are accepted until then');
  }
  await prepareStorage(deps.storage, log);
  for (const { prepare } of modules) await prepare?.(deps);
  const app = await buildApp(deps);
  let isRunning = false;
  cleanups.defer(async () => {
    if (!isRunning) await app.close();
  });
  // First of all the port: on one that is taken nothing may be sent, created or deleted.
  const { host, port } = config;
  await listen(app, host, port);
  const handlers = deliveryHandlers(deps);
  const notifications = new NotificationListener(database, log);
  cleanups.defer(() => notifications.close());
  const workers = startDeliveryWorkers(deps, handlers, notifications);
  cleanups.defer(() => workers.stop());
  for (const { start } of modules) {
    const running = start?.({ ...deps, notifications });
    if (running) cleanups.defer(() => running.stop());
  }
  gaugeDeliveries(deps, Object.keys(handlers));
  gaugeProcess(deps);
  gaugeLastBackup(deps);
  gaugeCertificates(deps);
  for (const { gauges } of modules) gauges?.(deps);
  cleanups.defer(() => deps.jobs.stop());
  const archiveTickets = modules.find((one) => one.archiveTickets)?.archiveTickets;
  const jobs = modules.flatMap((one) => one.jobs?.({ ...deps, archiveTickets }) ?? []);
  const encryptedColumns = modules.flatMap((one) => one.encryptedColumns ?? []);
  await deps.jobs.start(
    [...jobs, ...reencryptJobs(deps, encryptedColumns), countInstances(deps, notifications)],
    deps,
    notifications,
  );
  isRunning = true;
  cleanups.defer(() => closeGracefully(app, requestGraceMs));
  return (app.server.address() as AddressInfo).port;
}

/** @throws naming the setting that is wrong */
async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `Callout ${version} is listening at ${address}` });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw /^(ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EINVAL)$/.test(code) ? new Error(`HOST: ${message}`) : error;
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
