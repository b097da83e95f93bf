import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { EmbeddedServer } from '../appliance/embedded-postgres/server.ts';
import type { Config } from '../platform/config/config.ts';
import { requirePrimary } from '../platform/database/connection-settings.ts';
import { openDatabase } from '../platform/database/database.ts';
import { sharesServerProcesses } from '../platform/database/detect-pooler.ts';
import { migrate } from '../platform/database/migrate.ts';
import { rewriteEmailKeys } from '../product/identity/users/rewrite-email-keys.ts';

/** A database that accepts connections; its disposal stops an embedded server that was started for it. */
export interface Connection extends AsyncDisposable {
  /** as the role that the service works with: it reads and writes rows */
  config: pg.ClientConfig;
  /** as the role that owns the tables: for migrations and for commands of an operator, such as backup and restore */
  owner: pg.ClientConfig;
  /** the role of `config`; undefined: it is the owner */
  serviceRole: string | undefined;
}

/** Who is connected to what. */
interface Session {
  role: string;
  isSuperuser: boolean;
  database: string;
}

/** max_connections of the embedded server. One instance opens 26: 10 writers, 3 readers, 4 heavy reads, 4 exports, 4 counters, 1 LISTEN. */
const maxConnections = 105;
const minServerVersion = 150_000;
/** How often the log says what a start waits for. */
const waitLogIntervalMs = 10_000;

/**
 * Connects to the server of DATABASE_URL, or starts the embedded server.
 * @param onLost called when the embedded server ends by itself; the default ends the process
 * @throws with a message for the operator when the server is not usable
 */
export async function connectDatabase(config: Config, log: Logger, onLost = rethrow): Promise<Connection> {
  if (config.databaseUrl) return connectExternal(config, log);
  const server = await EmbeddedServer.start({ ...config, maxConnections, log, onLost });
  return { ...server.connections(), [Symbol.asyncDispose]: () => server.stop() };
}

/**
 * Connects a command to the database of a service that may be running: a running embedded server is used and not stopped.
 * @throws with a message for the operator when the server is not usable, or when there is no embedded database
 */
export async function attachDatabase(config: Config, log: Logger): Promise<Connection> {
  const running = config.databaseUrl ? undefined : await EmbeddedServer.find({ ...config, log, onLost: rethrow });
  return running ? { ...running, ...keptRunning } : connectDatabase(config, log);
}

/** Brings the schema and stored e-mail keys up to date as the owner, and grants the role of the service what it needs. */
export async function migrateDatabase({ owner, serviceRole }: Connection, log: Logger): Promise<void> {
  await migrate(owner, log, { grantTo: serviceRole });
  const db = openDatabase(owner, log);
  await rewriteEmailKeys(db, log).finally(() => db.close());
}

const keptRunning: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

async function connectExternal(settings: Config, log: Logger): Promise<Connection> {
  const { databaseUrl, migrationDatabaseUrl, databaseStartTimeoutMs } = settings;
  const config = { connectionString: databaseUrl };
  const wait = { log, timeoutMs: databaseStartTimeoutMs };
  const service = await waitUntilReachable(config, { ...wait, setting: 'DATABASE_URL' });
  if (!migrationDatabaseUrl) {
    if (service.isSuperuser)
      log.warn('DATABASE_URL is of a superuser: the service needs none (docs/database.md, Database roles)');
    return { config, owner: config, serviceRole: undefined, ...keptRunning };
  }
  const owner = { connectionString: migrationDatabaseUrl };
  const { role, database } = await waitUntilReachable(owner, { ...wait, setting: 'MIGRATION_DATABASE_URL' });
  if (database !== service.database) throw new Error('MIGRATION_DATABASE_URL: it leads to another database than DATABASE_URL');
  return { config, owner, serviceRole: role === service.role ? undefined : service.role, ...keptRunning };
}

function rethrow(error: Error): void {
  throw error;
}

interface Wait {
  /** is named in errors */
  setting: string;
  timeoutMs: number;
  log: Logger;
}

/** Waits for a server that starts, or for a new primary while the address leads to none. */
async function waitUntilReachable(external: pg.ClientConfig, { setting, timeoutMs, log }: Wait): Promise<Session> {
  const startedAtMs = performance.now();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await requireSupportedServer(external);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const reason = message || code;
      if (!mayPass(error) || performance.now() - startedAtMs > timeoutMs) throw new Error(`${setting}: ${reason}`);
      if (performance.now() - loggedAtMs > waitLogIntervalMs) {
        log.info({ setting, reason }, 'waiting for a PostgreSQL server that accepts writes');
        loggedAtMs = performance.now();
      }
    }
    await sleep(250);
  }
}

// 57P03 the server starts or stops, 57P01 it ends connections, 25006 it is a standby. A router without a primary accepts and closes.
const passingCodes = /^(57P0[13]|25006|08006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const passingMessages = /^(Connection terminated|timeout expired|Query read timeout)/;

/** Whether an error is one of a failover or a start, which end by themselves. */
function mayPass(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return passingCodes.test(code) || passingMessages.test(message);
}

async function requireSupportedServer(external: pg.ClientConfig): Promise<Session> {
  const [first, second] = [clientFor(external), clientFor(external)];
  try {
    await first.connect();
    await requirePrimary(first);
    const { rows } = await first.query<Session & { version: number }>(
      `select current_setting('server_version_num')::int as version, r.rolname as role, r.rolsuper as "isSuperuser",
         current_database() as database
       from pg_roles r where r.rolname = current_user`,
    );
    const [session] = rows;
    if (!session || session.version < minServerVersion) throw new Error('PostgreSQL 15 or newer is needed');
    await second.connect();
    if (await sharesServerProcesses(first, second)) {
      throw new Error('it leads through a pooler that does not work in session mode (PgBouncer: pool_mode = session)');
    }
    return session;
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => {})));
  }
}

function clientFor(external: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...external, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => {}); // the statement that runs fails
  return client;
}
