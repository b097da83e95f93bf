import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Which code each test file runs. Node strips types without moving the rest, so that offsets are those of the source.

type Range = [start: number, end: number, count: number];

/** What one test file has run. */
export interface Coverage {
  test: string;
  durationMs: number;
  /** how many calls there were of all functions */
  calls: number;
  /** by source file, of each process */
  ranges: Record<string, Range[][]>;
}

interface V8Coverage {
  result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[];
}

/** @param run runs a test file with further settings of its environment @returns what it has run; undefined: it failed */
export async function measure(
  test: string,
  run: (env: Record<string, string>) => Promise<boolean>,
  isSource: (file: string) => boolean,
): Promise<Coverage | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-coverage-'));
  try {
    const startedMs = performance.now();
    if (!(await run({ NODE_V8_COVERAGE: folder }))) return undefined;
    const coverage: Coverage = { test, durationMs: performance.now() - startedMs, calls: 0, ranges: {} };
    for (const name of readdirSync(folder)) addAll(coverage, JSON.parse(readFileSync(join(folder, name), 'utf8')), isSource);
    return coverage;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addAll(coverage: Coverage, { result }: V8Coverage, isSource: (file: string) => boolean): void {
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : '';
    if (!isSource(file)) continue;
    // Of a function that was never called nothing is kept. The first one is the module itself.
    const called = functions.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    const ranges = called.flatMap(({ ranges }) =>
      ranges.map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count]),
    );
    coverage.ranges[file] = [...(coverage.ranges[file] ?? []), ranges];
    coverage.calls += called.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  }
}

/** @returns how often a test file ran what is at an offset of a source file */
export function countAt({ ranges }: Coverage, file: string, offset: number): number {
  return (ranges[file] ?? []).reduce((sum, ofProcess) => sum + countIn(ofProcess, offset), 0);
}

function countIn(ranges: readonly Range[], offset: number): number {
  let innermost: Range | undefined;
  for (const range of ranges) {
    const [start, end] = range;
    if (start <= offset && offset < end && (!innermost || end - start < innermost[1] - innermost[0])) innermost = range;
  }
  return innermost?.[2] ?? 0;
}

/** Keeps what was measured until the test file is measured anew. */
export class CoverageFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(path, { recursive: true });
  }

  #fileOf(test: string): string {
    return join(this.#path, `${test.replaceAll('/', '_')}.json`);
  }

  write(coverage: Coverage): void {
    writeFileSync(this.#fileOf(coverage.test), JSON.stringify(coverage));
  }

  readAll(): Coverage[] {
    return readdirSync(this.#path).map((name) => JSON.parse(readFileSync(join(this.#path, name), 'utf8')));
  }
}
