import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, realpathSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Binaries, type BinarySearch, requireBinaries } from './binaries.ts';
import {
  chooseDataDirectory,
  clusterMajor,
  clusterUser,
  initializeCluster,
  processOptions,
  reachableBinaries,
  socketFolder,
} from './data-directory.ts';
import { type HostUser, unprivilegedUser } from './host-user.ts';
import { findPostmasterPid, isAlive, isZombie, lockFilePid, readLockFiles, removeStaleLockFiles } from './processes.ts';
import { logSettings, ServerLog } from './server-log.ts';

/** How long a process that holds the cluster may neither answer nor end. */
const startTimeoutMs = 15_000;
/** How long a lost server is started again and again. */
const restartTimeoutMs = 30_000;
/** After this time an immediate shutdown replaces the fast one; the next start recovers. */
const fastShutdownTimeoutMs = 8_000;
const maxStartFailures = 3;
const serviceLockId = 1_128_353_868;

export interface EmbeddedOptions extends BinarySearch {
  dataDir: string;
  maxConnections?: number;
  log: Logger;
  /** called when the server cannot be started again, or another service took the cluster meanwhile */
  onLost: (error: Error) => void;
}

/** The database of the service, as its owner and as the role that the service works with. */
export interface EmbeddedConnections {
  owner: pg.ClientConfig;
  config: pg.ClientConfig;
  serviceRole: string;
}

const ownerRole = 'callout';
const serviceRole = 'callout_app';

/**
 * A PostgreSQL server as a child process on a unix socket, with its data under DATA_DIR. When the service
 * is killed, the server goes on and the next start adopts it; when the server is killed, it is started
 * again and recovers.
 */
export class EmbeddedServer {
  readonly #options: EmbeddedOptions;
  readonly #cluster: string;
  readonly #user: HostUser | undefined;
  readonly #binaries: Binaries;
  readonly #socketFolder: string;
  readonly #serverLog: ServerLog;
  #child: ChildProcess | undefined;
  #lock: pg.Client | undefined;
  #isStopping = false;
  #restarting: Promise<void> | undefined;

  private constructor(options: EmbeddedOptions) {
    this.#options = options;
    const proposed = unprivilegedUser();
    const cluster = chooseDataDirectory(options.dataDir, proposed);
    this.#cluster = cluster;
    this.#user = clusterUser(cluster, proposed);
    this.#binaries = reachableBinaries(requireBinaries(options, options.dataDir, clusterMajor(cluster)), this.#user);
    this.#socketFolder = socketFolder(cluster, this.#user);
    this.#serverLog = new ServerLog(join(dirname(cluster), 'postgres.log'), options.log);
    if (dirname(cluster) !== realpathSync(options.dataDir)) {
      options.log.info({ cluster }, 'the database is here, because the server cannot reach DATA_DIR');
    }
  }

  /** @throws one clear line when there is no server to start, it does not start, or another service uses the cluster */
  static async start(options: EmbeddedOptions): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(options);
    if (clusterMajor(server.#cluster) === undefined) initializeCluster(server.#cluster, server.#binaries, server.#user);
    await server.#startOrAdopt();
    if (!(await server.#tryLock())) throw server.#lockedError();
    await server.#createDatabase();
    await server.#createServiceRole();
    server.#serverLog.startRotation();
    return server;
  }

  /** The connections to the server of a running service; undefined when none runs. @throws when DATA_DIR has no database */
  static async find(options: EmbeddedOptions): Promise<EmbeddedConnections | undefined> {
    const { dataDir } = options;
    if (!lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }))
      throw new Error(`there is no database in DATA_DIR ${dataDir}`);
    const server = new EmbeddedServer(options);
    return (await server.#probe()) === 'ready' ? server.connections() : undefined;
  }

  connections(): EmbeddedConnections {
    return { owner: this.connection(), config: this.connection('callout', serviceRole), serviceRole };
  }

  /** @param user the superuser unless given */
  connection(database = 'callout', user = ownerRole): pg.ClientConfig {
    return { host: this.#socketFolder, port: 5432, user, database, password: '', ssl: false };
  }

  /** Shuts the server down and waits for its end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#restarting;
    await this.#serverLog.stopRotation();
    await this.#lock?.end().catch(() => {});
    const pid = this.#child?.pid ?? lockFilePid(this.#cluster);
    if (pid === undefined || findPostmasterPid(this.#cluster) === undefined) return;
    signal(pid, 'SIGINT'); // fast shutdown
    const immediateShutdown = setTimeout(() => signal(pid, 'SIGQUIT'), fastShutdownTimeoutMs);
    while (isAlive(pid) && !isZombie(pid)) await sleep(10);
    clearTimeout(immediateShutdown);
  }

  /** Returns when a server answers: one that runs, or one started as soon as no process holds the cluster. */
  async #startOrAdopt(): Promise<void> {
    let silentSince = performance.now();
    let failures = 0;
    // The process of a server in another container is invisible, so the server is asked; without a lock file none
    // runs, and the first start need not wait for an answer.
    let mayRun = readLockFiles(this.#cluster, this.#socketFolder).length > 0;
    while (!this.#isStopping) {
      const answer = mayRun ? await this.#probe() : 'absent';
      mayRun = true;
      if (answer === 'ready') return;
      if (answer === 'starting') silentSince = performance.now();
      const lockFiles = readLockFiles(this.#cluster, this.#socketFolder); // before the process is looked for
      const pid = findPostmasterPid(this.#cluster);
      if (performance.now() - silentSince > startTimeoutMs) throw new Error(this.#timeoutMessage(pid));
      const hasEnded = !this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null;
      if (pid === undefined && hasEnded && !this.#isStopping) {
        if (this.#child && ++failures > maxStartFailures)
          throw new Error(`PostgreSQL does not start: ${this.#serverLog.lastLine()}`);
        removeStaleLockFiles(lockFiles);
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
      unix_socket_directories: this.#socketFolder,
      unix_socket_permissions: '0700',
      port: 5432,
      max_connections: this.#options.maxConnections ?? 100,
      shared_buffers: `${sharedBuffersMiB()}MB`,
      timezone: 'UTC',
      ...logSettings,
    };
    const program = join(this.#binaries.folder, 'postgres');
    const args = ['-D', this.#cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    // Detached: Ctrl-C reaches only the service, which stops the server after its connections are closed.
    const spawnOptions = { ...processOptions(this.#cluster, this.#user), detached: true };
    this.#child = this.#serverLog.withFile((log) => spawn(program, args, { ...spawnOptions, stdio: ['ignore', log, log] }));
    this.#child.on('error', (error) => this.#options.log.error({ error: error.message }, 'PostgreSQL cannot be run'));
    this.#child.unref();
  }

  #timeoutMessage(pid: number | undefined): string {
    if (pid === undefined) return `PostgreSQL does not answer: ${this.#serverLog.lastLine()}`;
    return `process ${pid} holds ${join(this.#cluster, 'postmaster.pid')} and does not answer: end it and start again`;
  }

  /**
   * Takes the advisory lock of the one service that may use the cluster. It belongs to a connection, so it is
   * released however the service ends, and the end of the connection shows that the server is gone.
   * @returns whether no other service has it
   */
  async #tryLock(): Promise<boolean> {
    const client = new pg.Client({ ...this.connection('postgres'), application_name: 'callout lock', keepAlive: true });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query(`select pg_try_advisory_lock(${serviceLockId}) as acquired`);
    if (!rows[0].acquired) {
      await client.end();
      return false;
    }
    client.once('end', () => {
      this.#restarting = this.#restart();
    });
    this.#lock = client;
    return true;
  }

  #lockedError(): Error {
    return new Error(`another Callout process runs on DATA_DIR ${this.#options.dataDir}`);
  }

  /** Starts a lost server again, more than once if it is killed while it starts. */
  async #restart(): Promise<void> {
    if (this.#isStopping) return;
    const { log, onLost } = this.#options;
    log.error('PostgreSQL went down, starting it again');
    const began = performance.now();
    for (;;) {
      try {
        await this.#startOrAdopt();
        if (!this.#isStopping && !(await this.#tryLock())) return onLost(this.#lockedError());
        log.info('PostgreSQL is back');
        return;
      } catch (error) {
        if (this.#isStopping) return;
        if (performance.now() - began > restartTimeoutMs) return onLost(error as Error);
      }
      await sleep(200);
    }
  }

  async #createDatabase(): Promise<void> {
    const found = await this.#lock?.query("select from pg_database where datname = 'callout'");
    if (found?.rowCount === 0) await this.#lock?.query('create database callout');
  }

  /** The role that the service works as owns nothing and is no superuser; migrations grant it what it needs. */
  async #createServiceRole(): Promise<void> {
    const found = await this.#lock?.query('select from pg_roles where rolname = $1', [serviceRole]);
    if (found?.rowCount === 0) await this.#lock?.query(`create role ${serviceRole} login`);
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // ended meanwhile
  }
}

const mebibyte = 1024 ** 2;

/** What the machine has, or what its container may use, in bytes. */
const availableBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * The cache of the server: an eighth of the memory, because it shares the machine with the service. PostgreSQL's default of 128 MB, the
 * least here, makes searches in a million tickets take up to twice as long.
 * @returns MiB
 */
export const sharedBuffersMiB = (memoryBytes = availableBytes()): number =>
  Math.min(2048, Math.max(128, Math.floor(memoryBytes / 8 / mebibyte)));
