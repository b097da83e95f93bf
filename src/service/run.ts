import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { prepareDatabase } from './bootstrap.ts';
import type { Service } from './service.ts';

/** Such as EADDRINUSE, but not ERR_INVALID_ARG_TYPE, which is a fault in the program. */
const systemErrorCode = /^E(?!RR_)[A-Z_]+$/;
const shortestGoodSecret = 32;
/** Milliseconds; longer than requests (15 s) and what tidies up after them may take. */
const longestStop = 22_000;

/** Runs the service until a signal ends it. */
export async function run(config: Config): Promise<Service | undefined> {
  const log = createLog(config.logLevel);
  if ([...config.jwtSecret].length < shortestGoodSecret) {
    log.warn(`JWT_SECRET is shorter than ${shortestGoodSecret} characters: choose a longer one`);
  }
  if (config.publicUrl === '' && (config.smtp || config.messengerBotToken !== '')) {
    log.warn(`PUBLIC_URL is not set: links in mails and messages begin with http://localhost:${config.port}`);
  }
  return live(log, (onLost) => start(config, log, onLost));
}

/** The whole service in this process: database, schema, first admin, application, listener. Stops in reverse. */
async function start(config: Config, log: Logger, onLost: (error: Error) => void): Promise<Service> {
  // A server elsewhere has some seconds to answer, and loading leaves no moment to hear it.
  if (config.databaseUrl) await import('./service.ts');
  const preparing = prepareDatabase(config, log, onLost);
  // The embedded server is on its way by now, and comes up while the rest is loaded.
  const [connection, { serve }] = await Promise.all([preparing, import('./service.ts')]).catch(async (error) => {
    const [prepared] = await Promise.allSettled([preparing]);
    if (prepared.status === 'fulfilled') await prepared.value.stop();
    throw error;
  });
  try {
    const { port, stop } = await serve(config, connection.config, log);
    return { port, stop: () => stop().then(() => connection.stop()) };
  } catch (error) {
    await connection.stop();
    throw error;
  }
}

/** The life of a process: start, serve until a signal, stop. Any failure ends it with one line. */
export async function live(
  log: Logger,
  start: (onLost: (error: Error) => void) => Promise<Service>,
  patience = longestStop,
): Promise<Service | undefined> {
  let service: Service | undefined;
  let signal: string | undefined;
  const onSignal = (name: string): void => {
    if (signal) return;
    signal = name;
    // Before the service is up there is nothing to drain; the check below sees the signal.
    if (service) void stop(service, log, name, patience);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    service = await start((error) => fail(log, error));
  } catch (error) {
    fail(log, error as Error);
    return undefined;
  }
  if (signal) {
    await stop(service, log, signal, patience);
    return undefined;
  }
  return service;
}

async function stop(service: Service, log: Logger, signal: string, patience: number): Promise<void> {
  log.info({ signal }, 'stopping');
  // A database that hangs would be waited for without end; the grace of requests has passed long before.
  const stopped = await Promise.race([service.stop().then(() => true), sleep(patience, false)]);
  if (stopped) log.info('stopped');
  else log.error('something did not stop in time and is cut off');
  process.exit(stopped ? 0 : 1);
}

function fail(log: Logger, error: Error): void {
  if (isExplained(error)) log.debug({ err: error }, 'failed');
  else log.fatal({ err: error }, 'an unexpected error ended the process');
  console.error(`callout: ${error.message}`);
  process.exit(1);
}

/** Whether the message says what an operator has to know: errors of ours, of PostgreSQL and of the operating system. */
function isExplained(error: Error & { code?: string }): boolean {
  if (error instanceof ConfigError || error instanceof pg.DatabaseError) return true;
  return error.code === undefined ? error.constructor === Error : systemErrorCode.test(error.code);
}
