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
export const ratios = (ours: number[], theirs: number[]): number[] => ours.map((value, i) => value / (theirs[i] ?? Number.NaN));

export const ratio = (ours: number[], theirs: number[]): number => median(ratios(ours, theirs));

/** Where the middle half of the rounds lies: what noise leaves certain. */
export const middleHalf = (values: number[]): [number, number] => [quantile(values, 0.25), quantile(values, 0.75)];

/** Whether two runs found the same, as far as their noise lets one say. */
export function overlap(ours: number[], theirs: number[]): boolean {
  const [[low, high], [otherLow, otherHigh]] = [middleHalf(ours), middleHalf(theirs)];
  return low <= otherHigh && otherLow <= high;
}

/** So that nobody always goes first. */
export const rotated = <T>(list: readonly T[], by: number): T[] => list.map((_, i) => list[(i + by) % list.length] as T);
