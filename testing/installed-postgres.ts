import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from '../src/appliance/embedded-postgres/binaries.ts';
import { unprivilegedUser } from '../src/appliance/embedded-postgres/host-user.ts';
import { freePort } from './free-port.ts';
import { killProcessTree, processTree, sendSignal } from './processes.ts';

// A PostgreSQL that is installed on this machine, started as an external server that listens on TCP.

/** @returns the newest installed PostgreSQL of another major version than the one that npm installs */
export function findInstalledPostgres(shippedMajor: number): Binaries | undefined {
  for (const major of [17, 16, 15]) {
    const search = { postgresBin: '', searchPath: process.env['PATH'] ?? '' };
    const found = major === shippedMajor ? undefined : findBinaries(search, major);
    if (found) return found;
  }
  return undefined;
}

export interface InstalledServer {
  url: string;
  /** kill -9 of the server and all its processes; returns when none is left. */
  crash(): Promise<void>;
  /** Stops all its processes with SIGSTOP: connections stay open without responses. */
  freeze(): void;
  thaw(): void;
  /** Starts it after a crash or a shutdown, with the same data and address. */
  start(): Promise<void>;
  /** Shuts it down and keeps its data. */
  halt(): Promise<void>;
  /** Starts a former primary that was shut down as a standby of the one that has taken its place. */
  follow(primary: string): Promise<void>;
  /** Shuts it down and deletes its data. */
  stop(): Promise<void>;
}

/** @param standbyOf URL of a server that it replicates; undefined: it is a primary with an empty cluster of its own */
export async function startInstalledPostgres({ folder }: Binaries, standbyOf?: string): Promise<InstalledServer> {
  const user = unprivilegedUser();
  const data = mkdtempSync(join(tmpdir(), 'callout-external-'));
  if (user) chownSync(data, user.uid, user.gid);
  const as = { cwd: data, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, ...user };
  const [program, ...options] = standbyOf
    ? ['pg_basebackup', '-D', data, '-d', standbyOf, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast']
    : ['initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  const made = spawnSync(join(folder, program), options, { ...as, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${program}: ${made.stderr}`);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const flags = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${data}`, 'max_connections=400'];
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const args = ['-D', data, ...flags.flatMap((flag) => ['-c', flag])];
    const spawnServer = (): void => {
      server = spawn(join(folder, 'postgres'), args, { ...as, stdio: 'ignore' });
    };
    spawnServer();
    // After a crash the first start can fail because processes of the former server still exist, so it is repeated.
    await answering(url, () => {
      if (server.exitCode !== null) spawnServer();
    });
  };
  const halt = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  const follow = (primary: string): Promise<void> => {
    const signalFile = join(data, 'standby.signal');
    writeFileSync(signalFile, '');
    if (user) chownSync(signalFile, user.uid, user.gid);
    flags.push(`primary_conninfo=${primary}`);
    return start();
  };
  const pid = (): number => server.pid ?? 0;
  process.on('exit', () => server.kill('SIGKILL'));
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const member of processTree(pid())) sendSignal(member, signal);
  };
  await start();
  return {
    url,
    start,
    halt,
    follow,
    crash: () => killProcessTree(pid()),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await halt();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, meanwhile: () => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 1_200) throw error;
      await sleep(50);
      meanwhile();
    }
  }
}
