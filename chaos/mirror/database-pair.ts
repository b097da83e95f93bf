import { FaultProxy } from '../../testing/fault-proxy.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { connectPostgres, createDatabase } from '../../testing/postgres.ts';
import { waitFor } from '../../testing/wait.ts';

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const db = await connectPostgres(url);
  try {
    return (await db.query(statement)).rows;
  } finally {
    await db.end();
  }
}

/** A primary and its standby, which take turns, behind one address. */
export class DatabasePair {
  readonly #proxy: FaultProxy;
  #primary: InstalledServer;
  #standby: InstalledServer;

  private constructor(primary: InstalledServer, standby: InstalledServer, proxy: FaultProxy) {
    this.#primary = primary;
    this.#standby = standby;
    this.#proxy = proxy;
  }

  /** @returns undefined when this machine has no PostgreSQL of its own */
  static async start(cleanup: AsyncDisposableStack): Promise<DatabasePair | undefined> {
    const installed = findInstalledPostgres(18);
    if (!installed) return undefined;
    const primary = await startInstalledPostgres(installed);
    cleanup.defer(primary.stop);
    // The standby needs what the primary writes while it is away itself.
    await query(primary.url, "alter system set wal_keep_size = '1GB'");
    await query(primary.url, 'select pg_reload_conf()');
    const { url } = await createDatabase(primary);
    const standby = await startInstalledPostgres(installed, primary.url);
    cleanup.defer(standby.stop);
    const proxy = await FaultProxy.start(url);
    cleanup.defer(() => proxy.close());
    return new DatabasePair(primary, standby, proxy);
  }

  /** The address of the database on the primary. */
  get url(): string {
    return this.#proxy.url;
  }

  /** SIGKILL of all processes of the primary, which starts again in the same place. */
  async crash(): Promise<void> {
    await this.#primary.crash();
    await this.#primary.start();
  }

  /** Shuts the primary down, which sends everything to the standby first, and lets them change places. */
  async switchOver(): Promise<void> {
    const streaming = "select from pg_stat_replication where state = 'streaming'";
    await waitFor(async () => (await query(this.#primary.url, streaming)).length > 0, 60_000);
    await this.#primary.halt();
    await query(this.#standby.url, 'select pg_promote()');
    this.#proxy.redirect(this.#standby.url);
    await this.#primary.follow(this.#standby.url);
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }
}
