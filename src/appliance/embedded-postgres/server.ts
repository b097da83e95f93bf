import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Binaries, findBinaries } from './binaries.ts';
import { chooseDataDirectory, clusterMajor, clusterUser, moveInto, reachableBinaries, socketFolder } from './data-directory.ts';
import { type HostUser, unprivilegedUser } from './host-user.ts';
import { hasLockFile, holderOf, isAlive, isZombie, lockFiles, postmasterPid } from './processes.ts';

class TakenOver extends Error {}

/** How long a lock file of a dying server is waited for before it is named. */
const patience = 15_000;
const largestLog = 10 * 1024 * 1024;
const serviceLock = 1_128_353_868; // any number that only this program takes

export interface EmbeddedOptions {
  dataDir: string;
  /** POSTGRES_BIN, or '' */
  postgresBin: string;
  /** PATH */
  searchPath: string;
  maxConnections?: number;
  log: Logger;
  /** called when another process took the cluster over while ours was restarting it */
  onLost: (error: Error) => void;
}

/**
 * A PostgreSQL server of our own: a child process on a unix socket, its data under DATA_DIR.
 * It outlives a crash of the service and is adopted by the next start; when it dies itself,
 * it is started again and recovers.
 */
export class EmbeddedServer {
  readonly #options: EmbeddedOptions;
  readonly #cluster: string;
  readonly #user: HostUser | undefined;
  readonly #binaries: Binaries;
  readonly #socket: string;
  #child: ChildProcess | undefined;
  #lock: pg.Client | undefined;
  #stopping = false;
  #recovery: Promise<void> | undefined;

  private constructor(options: EmbeddedOptions) {
    this.#options = options;
    const proposed = unprivilegedUser();
    const { cluster, moved } = chooseDataDirectory(options.dataDir, proposed);
    this.#cluster = cluster;
    this.#user = clusterUser(cluster, proposed);
    this.#binaries = reachableBinaries(this.#requireBinaries(), this.#user);
    this.#socket = socketFolder(cluster, this.#user);
    if (moved) options.log.info({ cluster }, 'the database lies here, because the server cannot reach DATA_DIR');
  }

  static async start(options: EmbeddedOptions): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(options);
    if (clusterMajor(server.#cluster) === undefined) server.#initialize();
    await server.#bringUp();
    await server.#takeLock();
    await server.#makeDatabase();
    return server;
  }

  /** Whether an embedded server has kept anything here. */
  static hasData(dataDir: string): boolean {
    return lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) !== undefined;
  }

  /** How to reach the server of a service that runs, without taking part in it; undefined: none runs. */
  static async find(options: EmbeddedOptions): Promise<pg.ClientConfig | undefined> {
    const server = new EmbeddedServer(options);
    return (await server.#probe()) === 'ready' ? server.connection() : undefined;
  }

  /** What `pg` needs to connect. */
  connection(database = 'callout'): pg.ClientConfig {
    return { host: this.#socket, port: 5432, user: 'callout', database, password: '', ssl: false };
  }

  /** Fast shutdown; returns when no process of the server is left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#recovery;
    await this.#lock?.end().catch(() => {});
    const pid = this.#child?.pid ?? postmasterPid(this.#cluster);
    if (pid === undefined || holderOf(this.#cluster) === undefined) return;
    signal(pid, 'SIGINT');
    const began = performance.now();
    let pressed = false;
    while (isAlive(pid) && !isZombie(pid)) {
      if (!pressed && performance.now() - began > 8_000) {
        pressed = true;
        signal(pid, 'SIGQUIT'); // recovery at the next start makes up for it
      }
      await sleep(10);
    }
  }

  #requireBinaries(): Binaries {
    const { postgresBin, searchPath, dataDir } = this.#options;
    const major = clusterMajor(this.#cluster);
    const binaries = findBinaries(postgresBin, searchPath, major);
    if (!binaries) {
      if (postgresBin) throw new Error(`POSTGRES_BIN: no working postgres and initdb of version 15 or newer in ${postgresBin}`);
      throw new Error(
        major === undefined
          ? 'no PostgreSQL for this machine: set DATABASE_URL, or POSTGRES_BIN to the folder of an installed one'
          : `the data in ${dataDir} was made by PostgreSQL ${major}, which is not here: set POSTGRES_BIN, or restore a backup`,
      );
    }
    if (major !== undefined && binaries.major !== major) {
      throw new Error(`the data in ${dataDir} was made by PostgreSQL ${major}, POSTGRES_BIN holds ${binaries.major}`);
    }
    return binaries;
  }

  /** Makes the cluster aside and moves it into place whole, so that a crash leaves none or all. */
  #initialize(): void {
    const fresh = `${this.#cluster}.new-${process.pid}`;
    discardUnfinished(this.#cluster);
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    if (this.#user) chownSync(fresh, this.#user.uid, this.#user.gid);
    const { status, stderr, error } = spawnSync(
      join(this.#binaries.folder, 'initdb'),
      ['-D', fresh, '-U', 'callout', '--auth=trust', '--encoding=UTF8', '--locale=C'],
      { ...this.#processOptions(fresh), encoding: 'utf8' },
    );
    if (status !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      throw new Error(`initdb failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`);
    }
    moveInto(fresh, this.#cluster);
  }

  /** Adopts the server that runs, waits for one that comes or goes, else starts it. */
  async #bringUp(): Promise<void> {
    let silentSince = performance.now();
    let failures = 0;
    // In another container a server cannot be seen, only asked. Where no lock file lies nobody runs, and the
    // first start waits for no answer (run.ts).
    let mayRun = hasLockFile(this.#cluster, this.#socket);
    while (!this.#stopping) {
      const answer = mayRun ? await this.#probe() : 'absent';
      mayRun = true;
      if (answer === 'ready') return;
      if (answer === 'starting') silentSince = performance.now();
      const locks = lockFiles(this.#cluster, this.#socket);
      const holder = holderOf(this.#cluster);
      if (performance.now() - silentSince > patience) {
        throw new Error(
          holder
            ? `process ${holder} holds ${join(this.#cluster, 'postmaster.pid')} and does not answer: end it and start again`
            : `PostgreSQL does not answer: ${this.#lastWords()}`,
        );
      }
      const ended = !this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null;
      if (holder === undefined && ended && !this.#stopping) {
        if (this.#child && ++failures > 3) throw new Error(`PostgreSQL does not start: ${this.#lastWords()}`);
        for (const lock of locks) lock.discardIfStale();
        this.#spawn();
      }
      await sleep(20);
    }
  }

  async #probe(): Promise<'ready' | 'starting' | 'absent'> {
    const client = new pg.Client({ ...this.connection('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return 'ready';
    } catch (error) {
      return (error as { code?: string }).code === '57P03' ? 'starting' : 'absent';
    } finally {
      await client.end().catch(() => {});
    }
  }

  #spawn(): void {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.#socket,
      unix_socket_permissions: '0700',
      port: 5432,
      max_connections: this.#options.maxConnections ?? 100,
      timezone: 'UTC',
      lc_messages: 'C',
      log_checkpoints: 'off',
    };
    const log = openSync(this.#logFile(), 'a', 0o600);
    this.#child = spawn(
      join(this.#binaries.folder, 'postgres'),
      ['-D', this.#cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // A process group of its own: Ctrl-C reaches the service, which stops the server last.
      { ...this.#processOptions(this.#cluster), detached: true, stdio: ['ignore', log, log] },
    );
    this.#child.on('error', (error) => this.#options.log.error({ error: error.message }, 'PostgreSQL cannot be run'));
    this.#child.unref();
    closeSync(log);
  }

  // Variables such as PGDATA or LC_ALL of our environment must not reach the server.
  #processOptions(cwd: string): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
    return { cwd, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...this.#user };
  }

  #logFile(): string {
    const file = join(dirname(this.#cluster), 'postgres.log');
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > largestLog) rmSync(file);
    return file;
  }

  #lastWords(): string {
    const lines = readFileSync(this.#logFile(), 'utf8').trim().split('\n');
    return lines.findLast((line) => /FATAL|ERROR|PANIC|error/.test(line)) ?? lines.at(-1) ?? 'it wrote nothing';
  }

  /**
   * One service per cluster. The lock belongs to a connection, so it goes when its holder dies,
   * however it dies; and its loss tells at once that the server went down.
   */
  async #takeLock(): Promise<void> {
    const client = new pg.Client({ ...this.connection('postgres'), application_name: 'callout lock', keepAlive: true });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query(`select pg_try_advisory_lock(${serviceLock}) as free`);
    if (!rows[0].free) {
      await client.end();
      throw new TakenOver(`another Callout process runs on DATA_DIR ${this.#options.dataDir}`);
    }
    client.once('end', () => {
      this.#recovery = this.#recover();
    });
    this.#lock = client;
  }

  /** Again and again for a while: a server may go down while it comes up. */
  async #recover(): Promise<void> {
    if (this.#stopping) return;
    this.#options.log.error('PostgreSQL went down, starting it again');
    const began = performance.now();
    for (;;) {
      try {
        await this.#bringUp();
        if (!this.#stopping) await this.#takeLock();
        this.#options.log.info('PostgreSQL is back');
        return;
      } catch (error) {
        if (this.#stopping) return;
        if (error instanceof TakenOver || performance.now() - began > 2 * patience) return this.#options.onLost(error as Error);
      }
      await sleep(200);
    }
  }

  async #makeDatabase(): Promise<void> {
    const lock = this.#lock;
    const { rowCount } = (await lock?.query("select from pg_database where datname = 'callout'")) ?? {};
    if (rowCount === 0) await lock?.query('create database callout');
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone by itself
  }
}

/** What first starts that were killed have left beside the cluster. */
function discardUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const [, pid] = /\.new-(\d+)$/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
}
