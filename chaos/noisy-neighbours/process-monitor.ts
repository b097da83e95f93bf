import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { noKeepAliveAgent, send } from '../../testing/http-client.ts';
import { processTree } from '../../testing/processes.ts';
import type { ServiceInstance } from '../../testing/service-instance.ts';

const sampleMs = 200;
/** The longest gap since it was read last, and the longest processor time of a turn, in seconds; each reading resets both. */
const gapMetric = /^nodejs_eventloop_lag_max_seconds (\S+)/m;
const turnMetric = /^callout_event_loop_cpu_max_seconds (\S+)/m;

/** What was seen of the processes of a service. */
export interface ProcessFigures {
  /** largest resident memory of one process, in MiB; 0 where /proc is missing */
  peakMiB: number;
  /** longest time in which an event loop ran nothing else, in milliseconds, by `/metrics` of each instance */
  gapMs: number;
  /** longest processor time of one turn of an event loop, in milliseconds */
  turnMs: number;
  /** the same of this program, which shares the machine: nothing blocks its event loop but a machine that is too busy */
  ownGapMs: number;
  /** slowest answer of `/health/live`, which an instance answers without a queue or the database, in milliseconds */
  slowestHealthMs: number;
}

/** Watches the memory and the event loops of instances. */
export class ProcessMonitor {
  readonly #instances: ServiceInstance[];
  readonly #stopping = new AbortController();
  readonly #watching: Promise<unknown>;
  readonly #ownDelay = monitorEventLoopDelay({ resolution: 10 });
  readonly #figures: ProcessFigures = { peakMiB: 0, gapMs: 0, turnMs: 0, ownGapMs: 0, slowestHealthMs: 0 };

  private constructor(instances: ServiceInstance[]) {
    this.#instances = instances;
    const timer = setInterval(() => this.#sampleMemory(), sampleMs);
    this.#stopping.signal.addEventListener('abort', () => clearInterval(timer));
    this.#ownDelay.enable();
    this.#watching = Promise.all(instances.map((instance) => this.#watchEventLoop(instance)));
  }

  static async start(instances: ServiceInstance[]): Promise<ProcessMonitor> {
    await Promise.all(instances.map(readEventLoop)); // resets what was before
    return new ProcessMonitor(instances);
  }

  /** Ends the watch. */
  async stop(): Promise<ProcessFigures> {
    this.#stopping.abort();
    await this.#watching;
    this.#ownDelay.disable();
    this.#figures.ownGapMs = this.#ownDelay.max / 1e6;
    return this.#figures;
  }

  /** @returns the processes of instances with their children, in a form to compare */
  static processesOf(instances: ServiceInstance[]): string {
    return instances.map(({ pid }) => processTree(pid).sort().join(' ')).join(', ');
  }

  #sampleMemory(): void {
    for (const { pid } of this.#instances)
      for (const process of processTree(pid)) this.#figures.peakMiB = Math.max(this.#figures.peakMiB, residentMiB(process));
  }

  async #watchEventLoop(instance: ServiceInstance): Promise<void> {
    while (!this.#stopping.signal.aborted && instance.isAlive) {
      const began = performance.now();
      await get(instance, '/health/live');
      this.#figures.slowestHealthMs = Math.max(this.#figures.slowestHealthMs, performance.now() - began);
      await sleep(sampleMs);
    }
    const { gapMs, turnMs } = await readEventLoop(instance);
    this.#figures.gapMs = Math.max(this.#figures.gapMs, gapMs);
    this.#figures.turnMs = Math.max(this.#figures.turnMs, turnMs);
  }
}

/** Over a connection of its own, which a blocked instance accepts late. @returns an empty text without an answer */
async function get({ url }: ServiceInstance, path: string): Promise<string> {
  const answer = await send(url, { method: 'GET', path }, noKeepAliveAgent).catch(() => undefined);
  return String(answer?.body ?? '');
}

async function readEventLoop(instance: ServiceInstance): Promise<Pick<ProcessFigures, 'gapMs' | 'turnMs'>> {
  const metrics = await get(instance, '/metrics');
  const readMs = (metric: RegExp): number => 1000 * Number(metric.exec(metrics)?.[1] ?? 0);
  return { gapMs: readMs(gapMetric), turnMs: readMs(turnMetric) };
}

function residentMiB(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0; // it has ended
  }
}
