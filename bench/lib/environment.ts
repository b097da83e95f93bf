import { chmodSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { serviceSettings } from '../../testing/api-fixtures.ts';
import { seed, seedVersion } from '../../testing/benchmark-data.ts';
import { connectPostgres, createDataDir, type PostgresServer, startEmbeddedPostgres } from '../../testing/postgres.ts';
import { ServiceInstance } from '../../testing/service-instance.ts';
import { Bare } from './bare-server.ts';

export interface BenchOptions {
  /** empty: starts a server */
  databaseUrl: string;
  /** a folder that keeps the server and its seeded databases for the next run */
  folder?: string | undefined;
  log: (line: string) => void;
}

export interface Copy {
  url: string;
  tickets: number;
}

/** One PostgreSQL with seeded databases, and the services that are started on copies of them. */
export class BenchEnvironment {
  readonly server: PostgresServer;
  readonly log: BenchOptions['log'];
  readonly #keep: boolean;
  readonly #isOwn: boolean;
  readonly #seeded = new Set<string>();
  readonly #open: (() => Promise<unknown>)[] = [];
  #copies = 0;

  private constructor(server: PostgresServer, { databaseUrl, folder, log }: BenchOptions) {
    this.server = server;
    this.#keep = folder !== undefined;
    this.#isOwn = !databaseUrl;
    this.log = log;
  }

  static async open(options: BenchOptions): Promise<BenchEnvironment> {
    const { databaseUrl, folder } = options;
    if (databaseUrl) return new BenchEnvironment({ url: databaseUrl, stop: async () => {} }, options);
    if (folder) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o711); // the user of the server must reach it
    }
    const environment = new BenchEnvironment(await startEmbeddedPostgres(folder), options);
    if (folder) await environment.#restoreDurability(); // an interrupted run leaves it off
    return environment;
  }

  /** Copies a seeded database; release() drops the copy. */
  async copy(tickets: number): Promise<Copy> {
    const template = await this.#template(tickets);
    const name = `${template}_copy${this.#copies++}`;
    await this.#onServer(
      `drop database if exists ${name} with (force)`,
      `create database ${name} template ${template} strategy file_copy`,
    );
    this.#open.push(() => this.#onServer(`drop database ${name} with (force)`));
    return { url: this.#urlOf(name), tickets };
  }

  /** @returns an unused name for a database that another program creates */
  async emptyDatabase(purpose: string): Promise<{ name: string; url: string }> {
    const name = `callout_bench_${purpose}`;
    await this.#onServer(`drop database if exists ${name} with (force)`);
    this.#open.push(() => this.#onServer(`drop database if exists ${name} with (force)`));
    return { name, url: this.server.url };
  }

  /** A seeded database itself, where a copy would be too large: what is written stays in it. */
  async original(tickets: number): Promise<Copy> {
    return { url: this.#urlOf(await this.#template(tickets)), tickets };
  }

  async service({ url }: Pick<Copy, 'url'>, env: Record<string, string> = {}): Promise<ServiceInstance> {
    const { dataDir, remove } = createDataDir();
    const quiet = { LOG_LEVEL: 'warn', TICKET_RETENTION_DAYS: '0', MESSENGER_NOTIFY_AFTER: '3650d' };
    const service = await ServiceInstance.start({ ...serviceSettings, ...quiet, DATABASE_URL: url, DATA_DIR: dataDir, ...env });
    this.#open.push(async () => {
      await service.stop();
      remove();
    });
    await counterCheckOf(service.url);
    return service;
  }

  async bare({ url }: Copy): Promise<Bare> {
    const bare = await Bare.start(url);
    this.#open.push(() => bare.stop());
    return bare;
  }

  async connect({ url }: Pick<Copy, 'url'>): Promise<pg.Client> {
    const client = await connectPostgres({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
    this.#open.push(() => client.end());
    return client;
  }

  /** Stops something at the end of the section, or when the bench is interrupted. */
  onRelease(stop: () => Promise<unknown>): void {
    this.#open.push(stop);
  }

  /** Stops what a section has started and drops its copies. */
  async release(): Promise<void> {
    for (const end of this.#open.splice(0).reverse()) await end();
  }

  async close(): Promise<void> {
    await this.release();
    if (!this.#keep) for (const name of this.#seeded) await this.#onServer(`drop database if exists ${name}`);
    await this.server.stop();
  }

  async #template(tickets: number): Promise<string> {
    const name = `callout_bench_${tickets}`;
    if (this.#seeded.has(name)) return name;
    const [found] = await this.#onServer(
      `select shobj_description(oid, 'pg_database') as made from pg_database where datname = '${name}'`,
    );
    if (found?.['made'] !== seedComment) {
      const began = performance.now();
      await this.#onServer(`drop database if exists ${name} with (force)`, `create database ${name}`);
      await this.#withoutDurability(() => seed(this.#urlOf(name), tickets));
      await this.#onServer(`comment on database ${name} is '${seedComment}'`);
      this.log(`seeded ${tickets.toLocaleString('en')} tickets in ${Math.round((performance.now() - began) / 1000)} s`);
    }
    this.#seeded.add(name);
    return name;
  }

  /** On a server of our own: a crash would lose the data, which are seeded again then. */
  async #withoutDurability(work: () => Promise<void>): Promise<void> {
    if (!this.#isOwn) return work();
    const changes = Object.entries(seedingSettings).map(([name, value]) => `alter system set ${name} = '${value}'`);
    await this.#onServer(...changes, 'select pg_reload_conf()');
    try {
      await work();
    } finally {
      await this.#restoreDurability();
    }
  }

  async #restoreDurability(): Promise<void> {
    const changes = Object.keys(seedingSettings).map((name) => `alter system reset ${name}`);
    await this.#onServer(...changes, 'select pg_reload_conf()');
  }

  #urlOf(database: string): string {
    const url = new URL(this.server.url);
    url.pathname = `/${database}`;
    return url.href;
  }

  async #onServer(...statements: string[]): Promise<Record<string, unknown>[]> {
    const client = await connectPostgres(this.server.url);
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }
}

const seedingSettings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '8GB' };

/** Waits for the end of the check that reads all tickets after each start, beside everything that would be measured. */
async function counterCheckOf(url: string): Promise<void> {
  for (;;) {
    const metrics = await fetch(`${url}/metrics`);
    if ((await metrics.text()).includes('callout_job_runs_total{name="counter check"')) return;
    await sleep(500);
  }
}

const seedComment = `seeded by bench, version ${seedVersion}`;
