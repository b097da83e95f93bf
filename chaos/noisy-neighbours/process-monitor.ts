import { readFileSync } from 'node:fs';
import { processTree } from '../../testing/processes.ts';
import type { ServiceInstance } from '../../testing/service-instance.ts';

const sampleMs = 200;

/** Watches the memory of instances, and whether their processes stay the same. */
export class ProcessMonitor {
  readonly #instances: ServiceInstance[];
  readonly #before: string;
  readonly #timer: NodeJS.Timeout;
  /** The largest resident memory of one process, in MiB; 0 where /proc is missing. */
  peakMiB = 0;

  constructor(instances: ServiceInstance[]) {
    this.#instances = instances;
    this.#before = this.#processes();
    this.#timer = setInterval(() => this.#sample(), sampleMs);
    this.#sample();
  }

  /** Ends the watch. @returns whether every instance runs in the same processes as before */
  stop(): boolean {
    clearInterval(this.#timer);
    this.#sample();
    return this.#instances.every(({ isAlive }) => isAlive) && this.#processes() === this.#before;
  }

  /** With the children of an instance, where it has any. */
  #processes(): string {
    return this.#instances.map(({ pid }) => processTree(pid).sort().join(' ')).join(', ');
  }

  #sample(): void {
    for (const { pid } of this.#instances)
      for (const process of processTree(pid)) this.peakMiB = Math.max(this.peakMiB, residentMiB(process));
  }
}

function residentMiB(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0; // it has ended
  }
}
