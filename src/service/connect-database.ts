import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { EmbeddedServer } from '../appliance/embedded-postgres/server.ts';
import type { Config } from '../platform/config/config.ts';
import { sharesServerProcesses } from '../platform/database/pooler.ts';

/** A database that answers, and how to let go of it. */
export interface Connection {
  config: pg.ClientConfig;
  stop(): Promise<void>;
}

/** The service takes at most 22 of them: 10 writers, 3 readers, 4 for heavy reads, 4 for counters, 1 that listens. */
const maxConnections = 105;
const oldestSupported = 150_000;
/** How long a server that is still coming up is waited for. */
const startTimeoutMs = 10_000;

/** The server of DATABASE_URL, else the embedded one. @throws one clear line when neither answers */
export async function connectDatabase(config: Config, log: Logger, onLost: (error: Error) => void): Promise<Connection> {
  if (config.databaseUrl) {
    const external = { connectionString: config.databaseUrl };
    await requireAnswer(external);
    return { config: external, stop: async () => {} };
  }
  const { dataDir, postgresBin, searchPath } = config;
  const server = await EmbeddedServer.start({ dataDir, postgresBin, searchPath, maxConnections, log, onLost });
  return { config: server.connection(), stop: () => server.stop() };
}

/**
 * As connectDatabase, for a command beside a service: an embedded server that runs is used as it
 * is, and left as it is.
 */
export async function attachDatabase(config: Config, log: Logger): Promise<Connection> {
  const fail = (error: Error): never => {
    throw error;
  };
  if (config.databaseUrl) return connectDatabase(config, log, fail);
  const { dataDir, postgresBin, searchPath } = config;
  if (!EmbeddedServer.hasData(dataDir)) throw new Error(`there is no database in DATA_DIR ${dataDir}`);
  const running = await EmbeddedServer.find({ dataDir, postgresBin, searchPath, log, onLost: fail });
  return running ? { config: running, stop: async () => {} } : connectDatabase(config, log, fail);
}

/** Runs work on the database that the settings name and lets go of it afterwards, for commands. */
export async function withDatabase<T>(config: Config, log: Logger, work: (database: pg.ClientConfig) => Promise<T>): Promise<T> {
  const connection = await connectDatabase(config, log, (error) => {
    throw error;
  });
  try {
    return await work(connection.config);
  } finally {
    await connection.stop();
  }
}

async function requireAnswer(external: pg.ClientConfig): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await requireSupported(external);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const comingUp = code === '57P03' || code === 'ECONNREFUSED';
      if (!comingUp || performance.now() - began > startTimeoutMs) throw new Error(`DATABASE_URL: ${message || code}`);
    }
    await sleep(250);
  }
}

async function requireSupported(external: pg.ClientConfig): Promise<void> {
  const [first, second] = [clientFor(external), clientFor(external)];
  try {
    await first.connect();
    const { rows } = await first.query<{ server_version_num: string }>('show server_version_num');
    if (Number(rows[0]?.server_version_num) < oldestSupported) throw new Error('PostgreSQL 15 or newer is needed');
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
