import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { unprivilegedUser } from '../../src/appliance/embedded-postgres/host-user.ts';
import { freePort } from '../free-port.ts';
import { isRunning } from '../processes.ts';
import { waitFor } from '../wait.ts';
import {
  type ClusterAddresses,
  dataFolder,
  etcdEnvironment,
  haproxyConfig,
  type NodeAddress,
  passwords,
  patroniConfig,
} from './config-files.ts';
import { killPostgres, path, ServerProcess, signalPostgres } from './processes.ts';

// Three PostgreSQL 15 under Patroni with one etcd, behind HAProxy: ops/patroni on one machine.

const postgresBin = '/usr/lib/postgresql/15/bin';
const user = unprivilegedUser();
const run = promisify(execFile);

interface Member {
  name: string;
  role: string;
  state: string;
}

export class PatroniCluster {
  /** seconds that a lost primary keeps its role */
  readonly ttlSeconds: number;
  readonly #addresses: ClusterAddresses;
  readonly #patronis = new Map<string, ServerProcess>();
  readonly #servers: ServerProcess[] = [];
  readonly #killAtExit = (): void => this.#killNow();

  private constructor(addresses: ClusterAddresses) {
    this.#addresses = addresses;
    for (const node of addresses.nodes) {
      this.#makeFolder(node.name);
      this.#write(`${node.name}.yml`, patroniConfig(addresses, node, postgresBin));
    }
    this.#write('haproxy.cfg', haproxyConfig(addresses));
    this.ttlSeconds = Number(/ttl: (\d+)/.exec(readFileSync(join(addresses.folder, 'db1.yml'), 'utf8'))?.[1]);
    process.on('exit', this.#killAtExit);
  }

  /** Starts all servers and waits until a standby is synchronous. */
  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(await chooseAddresses());
    try {
      await cluster.#startAll();
      return cluster;
    } catch (error) {
      const problem = new Error(`the cluster does not start: ${cluster.log()}`, { cause: error });
      await cluster.stop();
      throw problem;
    }
  }

  get nodes(): string[] {
    return this.#addresses.nodes.map(({ name }) => name);
  }

  /** @returns the address of a database through HAProxy, on the primary or on the standbys */
  url(database: string, login = `postgres:${passwords.superuser}`, to: 'primary' | 'replica' = 'primary'): string {
    const { primaryPort, replicaPort } = this.#addresses;
    return `postgres://${login}@127.0.0.1:${to === 'primary' ? primaryPort : replicaPort}/${database}`;
  }

  /** The last lines of all logs. */
  log(): string {
    const names = ['etcd', 'haproxy', ...this.nodes];
    const tail = (name: string): string => readFileSync(join(this.#addresses.folder, `${name}.log`), 'utf8').slice(-3_000);
    return names.map((name) => `--- ${name}\n${attempt(() => tail(name))}`).join('\n');
  }

  startNode(name: string): void {
    const { folder } = this.#addresses;
    const env = { PATH: path, HOME: join(folder, name), LC_ALL: 'C.UTF-8' };
    const options = { cwd: folder, env, ...user };
    this.#patronis.set(name, new ServerProcess('patroni', [join(folder, `${name}.yml`)], join(folder, `${name}.log`), options));
  }

  /** SIGKILL of Patroni, the postmaster and all backends. */
  async killNode(name: string): Promise<void> {
    await this.#patronis.get(name)?.kill();
    await killPostgres(this.#dataFolder(name));
  }

  /** SIGSTOP of PostgreSQL, and of Patroni unless it goes on. */
  freezeNode(name: string, withPatroni: boolean): void {
    if (withPatroni) this.#patronis.get(name)?.signal('SIGSTOP');
    signalPostgres(this.#dataFolder(name), 'SIGSTOP');
  }

  thawNode(name: string): void {
    signalPostgres(this.#dataFolder(name), 'SIGCONT');
    this.#patronis.get(name)?.signal('SIGCONT');
  }

  /** As an operator does it. @returns its output */
  async patronictl(...args: string[]): Promise<string> {
    const config = join(this.#addresses.folder, `${this.nodes[0]}.yml`);
    const env = { PATH: path, HOME: this.#addresses.folder, LC_ALL: 'C.UTF-8' };
    const { stdout } = await run('patronictl', ['-c', config, ...args], { env, timeout: 60_000, ...user });
    return stdout;
  }

  /** @returns the members as the first node that answers sees them */
  async members(): Promise<Member[]> {
    for (const { restPort } of this.#addresses.nodes) {
      const signal = AbortSignal.timeout(1_000);
      const found = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal })
        .then((response) => response.json() as Promise<{ members: Member[] }>)
        .catch(() => undefined);
      if (found) return found.members;
    }
    return [];
  }

  /** Waits until there is a primary, every node follows it and a standby is synchronous. */
  async waitUntilComplete(timeoutMs = 120_000): Promise<{ primary: string; synchronous: string }> {
    return waitFor(async () => {
      const members = await this.members();
      const primary = members.find(({ role, state }) => role === 'leader' && state === 'running');
      const synchronous = members.find(({ role }) => role === 'sync_standby');
      const standbys = members.filter(({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state));
      if (!primary || !synchronous || standbys.length < this.nodes.length - 1) return undefined;
      const streaming = await this.#countStreaming().catch(() => 0);
      return streaming === this.nodes.length - 1 ? { primary: primary.name, synchronous: synchronous.name } : undefined;
    }, timeoutMs);
  }

  async #countStreaming(): Promise<number> {
    const client = new pg.Client({
      connectionString: this.url('postgres'),
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query("select count(*)::int as n from pg_stat_replication where state = 'streaming'");
      return rows[0].n;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Kills all servers and deletes their data. */
  async stop(): Promise<void> {
    for (const name of this.nodes) await this.killNode(name);
    for (const server of this.#servers) await server.kill();
    process.off('exit', this.#killAtExit);
    this.#removeFolder();
  }

  async #startAll(): Promise<void> {
    const { folder, nodes } = this.#addresses;
    this.#makeFolder('etcd');
    const env = { PATH: path, ...etcdEnvironment(this.#addresses) };
    this.#servers.push(new ServerProcess('etcd', [], join(folder, 'etcd.log'), { cwd: folder, env, ...user }));
    const haproxyArgs = ['-f', join(folder, 'haproxy.cfg'), '-db'];
    const haproxyOptions = { cwd: folder, env: { PATH: path }, ...user };
    this.#servers.push(new ServerProcess('haproxy', haproxyArgs, join(folder, 'haproxy.log'), haproxyOptions));
    const [first, ...others] = nodes.map(({ name }) => name);
    if (first) this.startNode(first);
    await waitFor(
      async () => (await this.members()).some(({ role, state }) => role === 'leader' && state === 'running'),
      120_000,
    );
    for (const name of others) this.startNode(name);
    await this.waitUntilComplete();
  }

  /** Kills all servers and deletes their data while the process exits, which waits for nothing. */
  #killNow(): void {
    for (const server of [...this.#patronis.values(), ...this.#servers]) server.signal('SIGKILL');
    const killed = this.nodes.flatMap((name) => signalPostgres(this.#dataFolder(name), 'SIGKILL'));
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let attempt = 0; attempt < 100 && killed.some(isRunning); attempt++) Atomics.wait(clock, 0, 0, 50);
    this.#removeFolder();
  }

  #removeFolder(): void {
    rmSync(this.#addresses.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  #dataFolder(name: string): string {
    return dataFolder(this.#addresses.folder, name);
  }

  #makeFolder(name: string): void {
    const folder = join(this.#addresses.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  }

  #write(name: string, text: string): void {
    const file = join(this.#addresses.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user) chownSync(file, user.uid, user.gid);
  }
}

async function chooseAddresses(): Promise<ClusterAddresses> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-patroni-'));
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o711);
  const nodes: NodeAddress[] = [];
  for (const name of ['db1', 'db2', 'db3']) nodes.push({ name, postgresPort: await freePort(), restPort: await freePort() });
  const [etcdPort, etcdPeerPort] = [await freePort(), await freePort()];
  return { folder, nodes, etcdPort, etcdPeerPort, primaryPort: await freePort(), replicaPort: await freePort() };
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
