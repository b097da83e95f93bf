import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait.ts';

interface Process {
  pid: number;
  parent: number;
  state: string;
}

/** Kills a process and its children with SIGKILL; returns when none of them runs. */
export async function killProcessTree(parent: number): Promise<void> {
  sendSignal(parent, 'SIGSTOP'); // so that it starts no further children
  const family = processTree(parent);
  for (const pid of family) sendSignal(pid, 'SIGKILL');
  await waitFor(() => !family.some(isRunning), 30_000);
}

/** A process and its children. */
export function processTree(parent: number): number[] {
  const children = processes().filter((process) => process.parent === parent);
  return [parent, ...children.map(({ pid }) => pid)];
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone by itself
  }
}

// A zombie process holds no resources, so it does not count as running.
export const isRunning = (wanted: number): boolean =>
  processes().some(({ pid, state }) => pid === wanted && !state.startsWith('Z'));

const processes = (): Process[] => (existsSync('/proc/self/stat') ? fromProc() : fromPs());

function fromProc(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The second field is the name in brackets, which may hold anything.
        const [state = '', parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return [{ pid: Number(name), parent: Number(parent), state }];
      } catch {
        return []; // gone meanwhile
      }
    });
}

function fromPs(): Process[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }));
}

/** What a process has in memory, in MiB. */
export function residentMiB(pid: number): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
  }
}
