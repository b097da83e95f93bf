import type { EventKind, EventResult, Hang } from './events.ts';
import type { Write } from './load.ts';

const maxRequestMs = 10_000;

export interface Measurement {
  kind: EventKind;
  /** the longest time without an acknowledged write, in seconds, apart from a hang on purpose */
  outageSeconds: number;
  failed: number;
  /** how often writes failed with which response */
  failures: string;
  maxRequestSeconds: number;
  /** the same of requests that met a hang on purpose, and how many took longer than 10 s */
  maxHangSeconds: number;
  hanging: number;
  problems: string[];
}

/** @param writes all since the start of the event */
export function measure(kind: EventKind, began: number, writes: Write[], result: EventResult): Measurement {
  const { maxOutageSeconds, hang } = result;
  const [met, free] = partition(writes, (write) => hang !== undefined && overlaps(write, hang));
  const outageSeconds = longestGap(began, writes, hang) / 1_000;
  const maxRequestSeconds = maxDuration(free) / 1_000;
  const problems: string[] = [];
  if (outageSeconds > maxOutageSeconds)
    problems.push(`${kind}: ${outageSeconds.toFixed(1)} s without writes, more than ${maxOutageSeconds} s`);
  if (maxRequestSeconds * 1_000 > maxRequestMs) problems.push(`${kind}: a request took ${maxRequestSeconds.toFixed(1)} s`);
  return {
    kind,
    outageSeconds,
    failed: writes.filter(({ failure }) => failure !== undefined).length,
    failures: countFailures(writes),
    maxRequestSeconds,
    maxHangSeconds: maxDuration(met) / 1_000,
    hanging: met.filter(({ sent, ended }) => ended - sent > maxRequestMs).length,
    problems,
  };
}

function countFailures(writes: Write[]): string {
  const counts = new Map<string, number>();
  for (const { failure } of writes) if (failure !== undefined) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  return [...counts].map(([failure, n]) => `${n} x ${failure}`).join(', ');
}

const overlaps = ({ sent, ended }: Write, { from, to }: Hang): boolean => sent < to && ended > from;
const maxDuration = (writes: Write[]): number => writes.reduce((max, { sent, ended }) => Math.max(max, ended - sent), 0);

function longestGap(began: number, writes: Write[], hang: Hang | undefined): number {
  const times = writes.filter(({ failure }) => failure === undefined).map(({ ended }) => ended);
  let last = began;
  let longest = 0;
  for (const time of times.sort((a, b) => a - b)) {
    const isOnPurpose = hang !== undefined && last < hang.to && time > hang.from;
    if (!isOnPurpose) longest = Math.max(longest, time - last);
    last = Math.max(last, time);
  }
  return longest;
}

function partition<T>(items: T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** @returns one line for each kind: how many, and the range of the figures */
export function summarize(measurements: Measurement[]): string[] {
  const kinds = [...new Set(measurements.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const those = measurements.filter((measurement) => measurement.kind === kind);
    const outages = those.map(({ outageSeconds }) => outageSeconds);
    const sum = (of: (measurement: Measurement) => number): number => those.reduce((total, one) => total + of(one), 0);
    const max = (of: (measurement: Measurement) => number): string => Math.max(...those.map(of)).toFixed(1);
    const line = `${those.length} x ${kind}: ${Math.min(...outages).toFixed(1)} to ${Math.max(...outages).toFixed(1)} s without writes, ${sum(({ failed }) => failed)} writes failed, longest request ${max(({ maxRequestSeconds }) => maxRequestSeconds)} s`;
    if (kind !== 'standby loss') return line;
    return `${line}; strict: longest ${max(({ maxHangSeconds }) => maxHangSeconds)} s, ${sum(({ hanging }) => hanging)} longer than 10 s`;
  });
}
