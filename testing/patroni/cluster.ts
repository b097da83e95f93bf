import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { unprivilegedUser } from '../../src/appliance/embedded-postgres/host-user.ts';
import { freePort } from '../free-port.ts';
import { findInstalledPostgres } from '../installed-postgres.ts';
import { isRunning } from '../processes.ts';
import { waitFor } from '../wait.ts';
import {
  type ClusterAddresses,
  dataFolder,
  etcdEnvironment,
  etcdFolder,
  haproxyConfig,
  type NodeAddress,
  passwords,
  patroniConfig,
} from './config-files.ts';
import { killPostgres, path, patroniVersion, ServerProcess, signalPostgres } from './processes.ts';

// Three PostgreSQL under Patroni with three etcds, behind HAProxy: ops/patroni on one machine.

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
  readonly #etcds = new Map<string, ServerProcess>();
  #haproxy: ServerProcess | undefined;
  readonly #killAtExit = (): void => this.#killNow();

  private constructor(addresses: ClusterAddresses) {
    this.#addresses = addresses;
    const postgresBin = findInstalledPostgres(18)?.folder ?? '';
    for (const node of addresses.nodes) {
      this.#makeFolder(join(addresses.folder, node.name));
      this.#makeFolder(etcdFolder(addresses.folder, node.name));
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
    const names = ['haproxy', ...this.nodes, ...this.nodes.map((name) => `${name}-etcd`)];
    const tail = (name: string): string => readFileSync(join(this.#addresses.folder, `${name}.log`), 'utf8').slice(-3_000);
    return names.map((name) => `--- ${name}\n${attempt(() => tail(name))}`).join('\n');
  }

  startNode(name: string): void {
    const { folder } = this.#addresses;
    const env = { PATH: path, HOME: join(folder, name), LC_ALL: 'C.UTF-8' };
    const options = { cwd: folder, env, ...user };
    this.#patronis.set(name, new ServerProcess('patroni', [join(folder, `${name}.yml`)], join(folder, `${name}.log`), options));
  }

  startEtcd(name: string): void {
    const { folder, nodes } = this.#addresses;
    const node = nodes.find((one) => one.name === name);
    if (!node) throw new Error(`no node ${name}`);
    const env = { PATH: path, ...etcdEnvironment(this.#addresses, node) };
    this.#etcds.set(name, new ServerProcess('etcd', [], join(folder, `${name}-etcd.log`), { cwd: folder, env, ...user }));
  }

  startHaproxy(): void {
    const { folder } = this.#addresses;
    const args = ['-f', join(folder, 'haproxy.cfg'), '-db'];
    const options = { cwd: folder, env: { PATH: path }, ...user };
    this.#haproxy = new ServerProcess('haproxy', args, join(folder, 'haproxy.log'), options);
  }

  /** SIGKILL of the proxy between the service and the database. */
  async killHaproxy(): Promise<void> {
    await this.#haproxy?.kill();
  }

  /** SIGKILL of the etcd of a node. */
  async killEtcd(name: string): Promise<void> {
    await this.#etcds.get(name)?.kill();
  }

  /** @returns the node whose etcd leads the other ones */
  async etcdLeader(): Promise<string> {
    return waitFor(async () => {
      for (const { name, etcdPort } of this.#addresses.nodes) {
        const status = await etcdStatus(etcdPort);
        if (status && status.leader === status.header.member_id) return name;
      }
      return undefined;
    });
  }

  /** Waits until every etcd knows the leader. */
  async waitForEtcds(): Promise<void> {
    await waitFor(async () => {
      const known = await Promise.all(this.#addresses.nodes.map(({ etcdPort }) => etcdStatus(etcdPort)));
      return known.every((status) => status !== undefined && status.leader !== '0');
    }, 60_000);
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

  /** Waits until there is a primary, every node follows it and a standby is synchronous. @returns the primary */
  async waitUntilComplete(timeoutMs = 120_000): Promise<string> {
    return waitFor(async () => {
      const members = await this.members();
      const primary = members.find(({ role, state }) => role === 'leader' && state === 'running');
      const isSynchronous = members.some(({ role }) => role === 'sync_standby' || role === 'quorum_standby');
      const standbys = members.filter(({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state));
      if (!primary || !isSynchronous || standbys.length < this.nodes.length - 1) return undefined;
      const streaming = await this.#countStreaming().catch(() => 0);
      return streaming === this.nodes.length - 1 ? primary.name : undefined;
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
    for (const server of this.#etcdsAndHaproxy()) await server.kill();
    process.off('exit', this.#killAtExit);
    this.#removeFolder();
  }

  async #startAll(): Promise<void> {
    this.startHaproxy();
    for (const name of this.nodes) this.startEtcd(name);
    const [first, ...others] = this.nodes;
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
    for (const server of [...this.#patronis.values(), ...this.#etcdsAndHaproxy()]) server.signal('SIGKILL');
    const killed = this.nodes.flatMap((name) => signalPostgres(this.#dataFolder(name), 'SIGKILL'));
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let attempt = 0; attempt < 100 && killed.some(isRunning); attempt++) Atomics.wait(clock, 0, 0, 50);
    this.#removeFolder();
  }

  #removeFolder(): void {
    rmSync(this.#addresses.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  #etcdsAndHaproxy(): ServerProcess[] {
    return [...this.#etcds.values(), ...(this.#haproxy ? [this.#haproxy] : [])];
  }

  #dataFolder(name: string): string {
    return dataFolder(this.#addresses.folder, name);
  }

  #makeFolder(folder: string): void {
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
  for (const name of ['db1', 'db2', 'db3']) {
    const [postgresPort, restPort] = [await freePort(), await freePort()];
    nodes.push({ name, postgresPort, restPort, etcdPort: await freePort(), etcdPeerPort: await freePort() });
  }
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  return { folder, nodes, primaryPort, replicaPort, hasQuorum: patroniVersion()[0] >= 4 };
}

interface EtcdStatus {
  /** 0: there is none */
  leader: string;
  header: { member_id: string };
}

async function etcdStatus(port: number): Promise<EtcdStatus | undefined> {
  const signal = AbortSignal.timeout(1_000);
  return fetch(`http://127.0.0.1:${port}/v3/maintenance/status`, { method: 'POST', body: '{}', signal })
    .then((response) => response.json() as Promise<EtcdStatus>)
    .catch(() => undefined);
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
