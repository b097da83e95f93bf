import type { EventKind, EventResult, Hang } from './events.ts';
import type { Write } from './load.ts';

const maxRequestSeconds = 10;

export interface Measurement {
  kind: EventKind;
  /** the longest time without an acknowledged write, in seconds, apart from a hang on purpose */
  outageSeconds: number;
  maxOutageSeconds: number;
  failed: number;
  /** how often writes failed with which response */
  failures: string;
  maxRequestSeconds: number;
}

/** @param writes all since the start of the event */
export function measure(kind: EventKind, began: number, writes: Write[], result: EventResult): Measurement {
  return {
    kind,
    outageSeconds: longestGap(began, writes, result.hang) / 1_000,
    maxOutageSeconds: result.maxOutageSeconds,
    failed: writes.filter(({ failure }) => failure !== undefined).length,
    failures: countFailures(writes),
    maxRequestSeconds: maxDuration(writes) / 1_000,
  };
}

/** @returns a line for each limit that one event exceeded */
export function exceededLimits(measurement: Measurement): string[] {
  const { kind, outageSeconds, maxOutageSeconds } = measurement;
  const exceeded: string[] = [];
  if (outageSeconds > maxOutageSeconds)
    exceeded.push(`${kind}: ${outageSeconds.toFixed(1)} s without writes, more than ${maxOutageSeconds} s`);
  if (measurement.maxRequestSeconds > maxRequestSeconds)
    exceeded.push(`${kind}: a request took ${measurement.maxRequestSeconds.toFixed(1)} s`);
  return exceeded;
}

function countFailures(writes: Write[]): string {
  const counts = new Map<string, number>();
  for (const { failure } of writes) if (failure !== undefined) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  return [...counts].map(([failure, n]) => `${n} x ${failure}`).join(', ');
}

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

/** @returns one line for each kind: how many, and the range of the figures */
export function summarize(measurements: Measurement[]): string[] {
  const kinds = [...new Set(measurements.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const those = measurements.filter((measurement) => measurement.kind === kind);
    const outages = those.map(({ outageSeconds }) => outageSeconds);
    const sum = (of: (measurement: Measurement) => number): number => those.reduce((total, one) => total + of(one), 0);
    const max = (of: (measurement: Measurement) => number): string => Math.max(...those.map(of)).toFixed(1);
    return `${those.length} x ${kind}: ${Math.min(...outages).toFixed(1)} to ${Math.max(...outages).toFixed(1)} s without writes, ${sum(({ failed }) => failed)} writes failed, longest request ${max(({ maxRequestSeconds }) => maxRequestSeconds)} s`;
  });
}
