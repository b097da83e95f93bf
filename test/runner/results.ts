import { layerOf } from './layers.ts';

/** What the tests of one part of a run reported. */
export interface Results {
  passed: number;
  /** file, name and message of each test that failed */
  failed: string[];
  /** the same of tests that passed when they were tried again */
  passedAgain: string[];
  /** reasons that tests gave for not running, one for each test */
  skipped: string[];
  /** by file */
  durationsMs: Record<string, number>;
}

export const noResults = (): Results => ({ passed: 0, failed: [], passedAgain: [], skipped: [], durationsMs: {} });

/** One part of a run: some tests, or a command without tests. */
export interface Part {
  name: string;
  passed: boolean;
  seconds: number;
  results?: Results;
}

/** Characters of the message of an error: a summary is no log. */
const maxMessage = 1_000;
const slowestFiles = 10;

export const failureOf = (file: string, name: string, message: string): string =>
  `${file}: ${name}\n${message.slice(0, maxMessage)}`.trimEnd();

/** @param notRun parts that could not run, with the reason @returns what ran and how it ended */
export function summaryOf(parts: Part[], notRun: string[]): string {
  const durationsMs = parts.flatMap(({ results }) => Object.entries(results?.durationsMs ?? {}));
  const slowest = durationsMs.toSorted(([, a], [, b]) => b - a).slice(0, slowestFiles);
  return [
    ...parts.flatMap(linesOf),
    ...notRun.map((reason) => `not run  ${reason}`),
    ...slowest.map(([file, ms]) => `slow     ${file} (${Math.round(ms / 1_000)} s)`),
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}

function linesOf({ name, passed, seconds, results }: Part): string[] {
  const tests = results ? `: ${results.passed} tests passed` : '';
  const reasons = Map.groupBy(results?.skipped ?? [], (reason) => reason);
  return [
    `${passed ? 'passed ' : 'FAILED '}  ${name}${tests} (${seconds} s)`,
    ...(results?.failed ?? []).map((failure) => `         failed: ${failure.replaceAll('\n', '\n             ')}`),
    ...(results?.passedAgain ?? []).map(
      (failure) => `         passed when tried again: ${failure.replaceAll('\n', '\n             ')}`,
    ),
    ...secondsByLayer(results?.durationsMs ?? {}).map((text) => `         ${text}`),
    ...[...reasons].map(([reason, { length }]) => `         ${length} skipped: ${reason}`),
  ];
}

/** @returns `api: 580 s of tests`, which run several at a time; nothing for a part with one layer */
function secondsByLayer(durationsMs: Record<string, number>): string[] {
  const layers = Map.groupBy(Object.entries(durationsMs), ([file]) => layerOf(file));
  if (layers.size < 2) return [];
  const secondsOf = (files: [string, number][]): number => Math.round(files.reduce((sum, [, ms]) => sum + ms, 0) / 1_000);
  return [...layers].map(([layer, files]) => `${layer}: ${secondsOf(files)} s of tests`);
}
