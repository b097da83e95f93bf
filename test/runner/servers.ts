import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { EmbeddedServer } from '../../src/appliance/embedded-postgres/server.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { createTemplateDatabase } from '../../testing/test-database.ts';

const shippedMajor = 18;

export interface TestServer {
  /** for reports: `PostgreSQL 18 (embedded)` */
  name: string;
  url: string;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL that npm installs, with an empty cluster of its own. */
export async function startEmbeddedServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'callout-test-'));
  chmodSync(dataDir, 0o711); // started by root, the server has another user
  const server = await EmbeddedServer.start({
    dataDir,
    postgresBin: '',
    maxConnections: 400, // several files at a time, each with the pools of one service or more
    searchPath: process.env['PATH'] ?? '',
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
  const { host = '', user = '' } = server.connection();
  const url = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`;
  await prepare(url);
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { name: `PostgreSQL ${shippedMajor} (embedded)`, url, stop };
}

/** Starts a PostgreSQL of another major version that is installed on this machine; undefined: there is none. */
export async function startInstalledServer(): Promise<TestServer | undefined> {
  const installed = findInstalledPostgres(shippedMajor);
  if (!installed) return undefined;
  const { url, stop } = await startInstalledPostgres(installed);
  await prepare(url);
  return { name: `PostgreSQL ${installed.major} (installed)`, url, stop };
}

/** Makes the template database. The cluster is deleted after the run, so waiting for the disk would only cost time. */
async function prepare(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
  await createTemplateDatabase(url);
}
