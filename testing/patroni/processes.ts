import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { killProcessTree, processTree, sendSignal } from '../processes.ts';

// The processes of a cluster: children of this process, and postmasters, which are not.

export const path = '/usr/sbin:/usr/bin:/sbin:/bin';

const programs: [string, string][] = [
  ['patroni', '--version'],
  ['patronictl', 'version'],
  ['etcd', '--version'],
  ['haproxy', '-v'],
];

/** @returns why a cluster cannot run here, or undefined */
export function missingPatroni(): string | undefined {
  for (const [program, option] of programs) {
    if (spawnSync(program, [option], { env: { PATH: path } }).error)
      return `${program} is not installed here (apt-get install patroni python3-etcd etcd-server haproxy)`;
  }
  const { uid, username } = userInfo();
  return uid === 0 || username === 'postgres' ? undefined : 'Patroni needs the user root or postgres';
}

/** A server in the foreground, whose output goes to a file. */
export class ServerProcess {
  readonly #child: ChildProcess;

  constructor(program: string, args: string[], logFile: string, options: SpawnOptions) {
    const log = createWriteStream(logFile, { flags: 'a' });
    this.#child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.pipe(log, { end: false });
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** @returns the process id of the postmaster that runs on this data folder, or undefined */
function findPostmaster(dataFolder: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0]);
    // The file of a killed server stays, and another process may have its number.
    return readlinkSync(`/proc/${pid}/cwd`) === dataFolder ? pid : undefined;
  } catch {
    return undefined;
  }
}

export async function killPostgres(dataFolder: string): Promise<void> {
  const postmaster = findPostmaster(dataFolder);
  if (postmaster !== undefined) await killProcessTree(postmaster);
}

/** Sends a signal to the postmaster and all its processes, without waiting. @returns their process ids */
export function signalPostgres(dataFolder: string, signal: NodeJS.Signals): number[] {
  const postmaster = findPostmaster(dataFolder);
  const pids = postmaster === undefined ? [] : processTree(postmaster);
  for (const pid of pids) sendSignal(pid, signal);
  return pids;
}
