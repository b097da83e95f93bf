import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestResult } from './results-reporter.ts';

/** What the tests of one job reported about themselves. */
export class Results {
  readonly #tests: Extract<TestResult, { type: 'test' }>[] = [];
  readonly #files: Extract<TestResult, { type: 'file' }>[] = [];

  /** @param path what results-reporter.ts wrote; a job that broke off has written none */
  static read(path: string): Results {
    const results = new Results();
    if (!existsSync(path)) return results;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue;
      const result = JSON.parse(line) as TestResult;
      const known = { ...result, file: relative(process.cwd(), result.file) };
      if (known.type === 'test') results.#tests.push(known);
      else results.#files.push(known);
    }
    return results;
  }

  /** @returns how many tests passed, of all or of these files */
  passed(files?: string[]): number {
    return this.#tests.filter(({ outcome, file }) => outcome === 'passed' && (!files || files.includes(file))).length;
  }

  /** @returns file and name of each test that failed */
  failed(): string[] {
    return this.#tests.filter(({ outcome }) => outcome === 'failed').map(({ file, name }) => `${file}: ${name}`);
  }

  /** @returns whether one of these files reported anything, even that it was skipped */
  includes(files: string[]): boolean {
    return this.#tests.some(({ file }) => files.includes(file));
  }

  /** @returns each reason that tests gave for not running, with their number */
  skipped(): Map<string, number> {
    const reasons = new Map<string, number>();
    for (const { outcome, reason } of this.#tests) {
      if (outcome === 'skipped') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    return reasons;
  }

  /** @returns the files that took longest, with their seconds */
  slowest(count: number): string[] {
    return this.#files
      .toSorted((a, b) => b.durationMs - a.durationMs)
      .slice(0, count)
      .map(({ file, durationMs }) => `${file} ${Math.round(durationMs / 1_000)} s`);
  }
}
