import type { Write } from '../lib/checked-request.ts';
import type { EventKind, EventResult, Hang } from './events.ts';

const maxRequestSeconds = 10;

export interface Measurement {
  kind: EventKind;
  /** the longest time without an acknowledged write, apart from a hang on purpose */
  outageSeconds: number;
  maxOutageSeconds: number;
  failed: number;
  requestSeconds: number;
}

/** @param writes all since the start of the event */
export function measure(kind: EventKind, began: number, writes: Write[], { maxOutageSeconds, hang }: EventResult): Measurement {
  const longestMs = writes.reduce((max, { sent, ended }) => Math.max(max, ended - sent), 0);
  const acknowledged = writes.filter(({ failure }) => failure === undefined).map(({ ended }) => ended);
  return {
    kind,
    outageSeconds: longestGap(began, acknowledged, hang) / 1_000,
    maxOutageSeconds,
    failed: writes.length - acknowledged.length,
    requestSeconds: longestMs / 1_000,
  };
}

/** @returns a line for each limit that one event exceeded */
export function exceededLimits({ kind, outageSeconds, maxOutageSeconds, requestSeconds }: Measurement): string[] {
  return [
    ...(outageSeconds > maxOutageSeconds
      ? [`${kind}: ${outageSeconds.toFixed(1)} s without writes, more than ${maxOutageSeconds} s`]
      : []),
    ...(requestSeconds > maxRequestSeconds ? [`${kind}: a request took ${requestSeconds.toFixed(1)} s`] : []),
  ];
}

function longestGap(began: number, times: number[], hang: Hang | undefined): number {
  let [last, longest] = [began, 0];
  for (const time of times.toSorted((a, b) => a - b)) {
    const isOnPurpose = hang !== undefined && last < hang.to && time > hang.from;
    if (!isOnPurpose) longest = Math.max(longest, time - last);
    last = Math.max(last, time);
  }
  return longest;
}

/** @returns one line for each kind: how many, and the range of the figures */
export function summarize(measurements: Measurement[]): string[] {
  return [...Map.groupBy(measurements, ({ kind }) => kind)].map(([kind, those]) => {
    const outages = those.map(({ outageSeconds }) => outageSeconds).toSorted((a, b) => a - b);
    const failed = those.reduce((sum, one) => sum + one.failed, 0);
    const longest = Math.max(...those.map(({ requestSeconds }) => requestSeconds));
    const range = `${outages[0]?.toFixed(1)} to ${outages.at(-1)?.toFixed(1)} s without writes`;
    return `${those.length} x ${kind}: ${range}, ${failed} writes failed, longest request ${longest.toFixed(1)} s`;
  });
}
