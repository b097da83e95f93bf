import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has in memory, in MiB. */
export function residentMiB(pid: number): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
  }
}

/** The most that a process has while something runs. */
export async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = residentMiB(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMiB(pid));
  }, 15);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}
