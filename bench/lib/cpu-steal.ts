import { readFileSync } from 'node:fs';

/** Tells how much of the cores' time others on the same host took (steal), where Linux counts it. */
export class CpuSteal {
  readonly #before = spent();

  /** Since this was made: a part of one. */
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
