/** How a section measures. */
export interface Plan {
  sizes: number[];
  /** the one that everything but growth is measured at */
  main: number;
  rounds: number;
  /** seconds of each measurement, and those before it that do not count */
  seconds: number;
  warmup: number;
  /** fewer cells where there are thousands */
  quick: boolean;
}

export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** What was measured alternately is compared round by round, not by the medians of each. */
export const ratio = (ours: number[], theirs: number[]): number =>
  median(ours.map((value, i) => value / (theirs[i] ?? Number.NaN)));

/** So that nobody always goes first. */
export const rotated = <T>(list: readonly T[], by: number): T[] => list.map((_, i) => list[(i + by) % list.length] as T);
