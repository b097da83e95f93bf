import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { EmbeddedServer } from '../src/appliance/embedded-postgres/server.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from './installed-postgres.ts';

export { connectPostgres, createDatabase } from './create-database.ts';

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
