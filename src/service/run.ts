import { setGlobalProxyFromEnv } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { mayGoUnencrypted } from '../outbound/mail/transport.ts';
import { type Config, ConfigError, processEnvironment } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { openDatabase } from '../platform/database/database.ts';
import { shutdownTimeoutMs } from '../platform/http/graceful-shutdown.ts';
import { configuredBaseUrl } from '../platform/http/public-url.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { version } from '../platform/lib/version.ts';
import { createFirstAdmin } from '../product/identity/users/first-admin.ts';
import { connectDatabase, migrateDatabase } from './connect-database.ts';
import { SystemdNotifier } from './systemd-notifier.ts';

/** A running service. */
interface Service {
  port: number;
  /** Finishes running requests and jobs, then closes the pools and stops the embedded server. */
  stop(): Promise<void>;
}

/** Codes of system errors, such as EADDRINUSE, but not of Node, such as ERR_INVALID_ARG_TYPE, which are bugs. */
const systemErrorCode = /^E(?!RR_)[A-Z_]+$/;
const minSecretLength = 32;

/**
 * Starts the service, which runs until SIGTERM or SIGINT. A failure ends the process with one line on stderr.
 * @returns undefined when a signal came before the service had started
 */
export async function runService(config: Config): Promise<Service | undefined> {
  const log = createLog(config.logLevel);
  const systemd = new SystemdNotifier(processEnvironment(), log);
  let service: Service | undefined;
  let signal: string | undefined;
  const onSignal = (name: string): void => {
    if (signal) return;
    signal = name;
    // While the service is starting, the signal is handled below.
    if (service) void stop(service, systemd, log, name);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    service = await start(config, log);
  } catch (error) {
    fail(log, error as Error);
    return undefined;
  }
  if (signal) {
    await stop(service, systemd, log, signal);
    return undefined;
  }
  void systemd.ready(`Callout ${version} is listening at port ${service.port}`);
  return service;
}

/** Logs a warning for each setting that is valid and most likely not meant. */
export function warnAboutSettings(config: Config, log: { warn: (message: string) => void }): void {
  if ([...config.jwtSecret].length < minSecretLength) {
    log.warn(`JWT_SECRET is shorter than ${minSecretLength} characters: choose a longer one`);
  }
  if (config.publicUrl.startsWith('https:') && !config.cookieSecure) {
    log.warn('PUBLIC_URL is https, but COOKIE_SECURE is not true: browsers send the session cookie without TLS as well');
  }
  if (config.publicUrl.startsWith('http:') && config.cookieSecure) {
    log.warn('COOKIE_SECURE is true, but PUBLIC_URL is http: browsers keep no session cookie, so each reload ends the session');
  }
  if (config.publicUrl.startsWith('https:') && config.s3?.endpoint.startsWith('http:')) {
    log.warn('PUBLIC_URL is https, but S3_ENDPOINT is http: browsers may refuse to show photos from there');
  }
  if (config.smtp && mayGoUnencrypted(config.smtp)) {
    log.warn('mails go unencrypted if the mail server offers no STARTTLS: set SMTP_SECURITY=starttls or SMTP_SECURITY=tls');
  }
  if (config.publicUrl === '' && (config.smtp || config.messengerBotToken !== '')) {
    log.warn(`PUBLIC_URL is not set: links in mails and messages begin with ${configuredBaseUrl(config)}`);
  }
}

/** Starts the database, the background jobs and the HTTP server, which stop in reverse order. */
async function start(config: Config, log: Logger): Promise<Service> {
  if (config.proxy) setGlobalProxyFromEnv({ ...config.proxy });
  const loading = import('./serve.ts'); // the embedded server starts meanwhile
  loading.catch(() => {}); // thrown below
  const starting = new AsyncDisposableStack();
  try {
    const connection = starting.use(await connectDatabase(config, log, (error) => fail(log, error)));
    await migrateDatabase(connection, log);
    const { config: database } = connection;
    if (config.firstAdmin) await addFirstAdmin(database, config.firstAdmin, log);
    const { serve } = await loading;
    const port = await serve(config, database, log, starting);
    warnAboutSettings(config, log); // now with the settings that are stored
    const cleanups = starting.move(); // nothing is stopped when this function ends
    return { port, stop: () => cleanups.disposeAsync() };
  } finally {
    await starting.disposeAsync();
  }
}

async function addFirstAdmin(database: pg.ClientConfig, admin: NonNullable<Config['firstAdmin']>, log: Logger): Promise<void> {
  const db = openDatabase(database, log);
  try {
    if (await createFirstAdmin(db, admin, systemClock())) log.info({ email: admin.email }, 'first admin created');
  } finally {
    await db.close();
  }
}

async function stop(service: Service, systemd: SystemdNotifier, log: Logger, signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  void systemd.stopping();
  // Closing the pools waits forever for a database that does not respond.
  const stopped = await Promise.race([service.stop().then(() => true), sleep(shutdownTimeoutMs, false)]);
  if (stopped) log.info('stopped');
  else log.error('something did not stop in time and is cut off');
  process.exit(stopped ? 0 : 1);
}

function fail(log: Logger, error: Error): void {
  if (isExpected(error)) log.debug({ err: error }, 'failed');
  else log.fatal({ err: error }, 'an unexpected error ended the process');
  console.error(`callout: ${error.message}`);
  process.exit(1);
}

/** Whether an error needs no stack trace: our own errors, those of PostgreSQL, of a storage server and of the operating system. */
export function isExpected(error: Error & { code?: string }): boolean {
  if (error instanceof ConfigError || error instanceof pg.DatabaseError || '$metadata' in error) return true;
  return error.code === undefined ? error.constructor === Error : systemErrorCode.test(error.code);
}
