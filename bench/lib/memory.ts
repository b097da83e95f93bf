import { residentMiB } from '../../testing/processes.ts';

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
