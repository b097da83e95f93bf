import { readFileSync } from 'node:fs';

/** Measures the share of CPU time that the hypervisor gave to other machines (steal), on Linux. */
export class CpuSteal {
  readonly #before = spent();

  /** @returns the share since the construction, from 0 to 1; undefined: not Linux */
  share(): number | undefined {
    const after = spent();
    if (!this.#before || !after) return undefined;
    return (after.stolen - this.#before.stolen) / (after.all - this.#before.all);
  }
}

/** user, nice, system, idle, iowait, irq, softirq, steal: in ticks since the machine started */
const counted = 8;

function spent(): { all: number; stolen: number } | undefined {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const ticks = first
      .trim()
      .split(/\s+/)
      .slice(1, 1 + counted)
      .map(Number);
    return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[counted - 1] ?? 0 };
  } catch {
    return undefined; // not Linux
  }
}
