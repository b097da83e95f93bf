import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { findInstalledPostgres } from '../installed-postgres.ts';
import { killProcessTree, processTree, sendSignal } from '../processes.ts';

// The processes of a cluster: children of this process, and postmasters, which are not.

const installed = '/usr/sbin:/usr/bin:/sbin:/bin';
const otherPatroni = process.env['PATRONI_PATH'];

/** The installed programs; `patroni` and `patronictl` of the folder PATRONI_PATH instead, if it is set. */
export const path = otherPatroni ? `${otherPatroni}:${installed}` : installed;

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
  if (!findInstalledPostgres(18)) return 'no PostgreSQL 15, 16 or 17 is installed here';
  const { uid, username } = userInfo();
  return uid === 0 || username === 'postgres' ? undefined : 'Patroni needs the user root or postgres';
}

/** @returns such as [4, 1, 4] */
export function patroniVersion(): [major: number, minor: number, patch: number] {
  const { stdout } = spawnSync('patroni', ['--version'], { env: { PATH: path }, encoding: 'utf8' });
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(stdout) ?? [];
  return [Number(major), Number(minor), Number(patch)];
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
