import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { EmbeddedServer } from '../appliance/embedded-postgres/server.ts';
import type { Config } from '../platform/config/config.ts';
import { sharesServerProcesses } from '../platform/database/detect-pooler.ts';

/** A database that accepts connections; its disposal stops an embedded server that was started for it. */
export interface Connection extends AsyncDisposable {
  config: pg.ClientConfig;
}

/** max_connections of the embedded server. One instance opens 22: 10 writers, 3 readers, 4 heavy reads, 4 counters, 1 LISTEN. */
const maxConnections = 105;
const minServerVersion = 150_000;
/** How long to wait for a server that is still starting. */
const startTimeoutMs = 10_000;

/**
 * Connects to the server of DATABASE_URL, or starts the embedded server.
 * @param onLost called when the embedded server ends by itself; the default ends the process
 * @throws with a message for the operator when the server is not usable
 */
export async function connectDatabase(config: Config, log: Logger, onLost = rethrow): Promise<Connection> {
  if (config.databaseUrl) {
    const external = { connectionString: config.databaseUrl };
    await waitUntilReachable(external);
    return keepRunning(external);
  }
  const server = await EmbeddedServer.start({ ...config, maxConnections, log, onLost });
  return { config: server.connection(), [Symbol.asyncDispose]: () => server.stop() };
}

/**
 * Connects a command to the database of a service that may be running: a running embedded server is used and not stopped.
 * @throws with a message for the operator when the server is not usable, or when there is no embedded database
 */
export async function attachDatabase(config: Config, log: Logger): Promise<Connection> {
  const running = config.databaseUrl ? undefined : await EmbeddedServer.find({ ...config, log, onLost: rethrow });
  return running ? keepRunning(running) : connectDatabase(config, log);
}

const keepRunning = (config: pg.ClientConfig): Connection => ({ config, [Symbol.asyncDispose]: async () => {} });

function rethrow(error: Error): void {
  throw error;
}

async function waitUntilReachable(external: pg.ClientConfig): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await requireSupportedServer(external);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const isStarting = code === '57P03' || code === 'ECONNREFUSED';
      if (!isStarting || performance.now() - startedAt > startTimeoutMs) throw new Error(`DATABASE_URL: ${message || code}`);
    }
    await sleep(250);
  }
}

async function requireSupportedServer(external: pg.ClientConfig): Promise<void> {
  const [first, second] = [clientFor(external), clientFor(external)];
  try {
    await first.connect();
    const { rows } = await first.query<{ server_version_num: string }>('show server_version_num');
    if (Number(rows[0]?.server_version_num) < minServerVersion) throw new Error('PostgreSQL 15 or newer is needed');
    await second.connect();
    if (await sharesServerProcesses(first, second)) {
      throw new Error('it leads through a pooler that does not work in session mode (PgBouncer: pool_mode = session)');
    }
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => {})));
  }
}

function clientFor(external: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...external, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => {}); // the statement that runs fails
  return client;
}
