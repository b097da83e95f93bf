import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { EmbeddedServer } from '../src/appliance/embedded-postgres/server.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from './installed-postgres.ts';

/** A PostgreSQL to make databases on. */
export interface PostgresServer {
  url: string;
  stop(): Promise<void>;
}

/** The server that npm ships, as the service itself would run it. @param kept a folder whose data stays */
export async function startEmbeddedPostgres(kept?: string): Promise<PostgresServer> {
  const { dataDir, remove } = kept ? { dataDir: kept, remove: () => {} } : createDataDir();
  const server = await EmbeddedServer.start({
    dataDir,
    postgresBin: '',
    searchPath: process.env['PATH'] ?? '',
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
  const { host = '', user } = server.connection();
  const stop = async (): Promise<void> => {
    await server.stop();
    remove();
  };
  return { url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`, stop };
}

/** The machine's own PostgreSQL, another version than the one that npm ships; undefined: it has none. */
export async function startNewestInstalledPostgres(): Promise<InstalledServer | undefined> {
  const installed = findInstalledPostgres(18);
  return installed && startInstalledPostgres(installed);
}

/** A folder for a service: files of photos, perhaps a cluster, which its own user must reach. */
export function createDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'callout-chaos-'));
  chmodSync(dataDir, 0o711);
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { dataDir, remove };
}

/** An empty database, which the first service to start fills with its schema. */
export async function createDatabase(server: Pick<PostgresServer, 'url'>): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `chaos_${randomBytes(6).toString('hex')}`;
  await once(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => once(server.url, `drop database ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = await connectPostgres(url);
  await client.query(statement);
  await client.end();
}

export async function connectPostgres(url: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client;
}
