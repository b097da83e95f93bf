import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestResult } from './results-reporter.ts';

/** What the tests of one job reported about themselves. */
export class Results {
  readonly #tests: Extract<TestResult, { type: 'test' }>[] = [];
  readonly #durationsMs = new Map<string, number>();

  /** @param folder of what the reporters wrote; a process that broke off has written less or nothing */
  static readAll(folder: string): Results {
    const results = new Results();
    for (const name of readdirSync(folder)) for (const result of read(join(folder, name))) results.#add(result);
    return results;
  }

  #add(result: TestResult): void {
    const file = relative(process.cwd(), result.file);
    if (result.type === 'test') this.#tests.push({ ...result, file });
    else this.#durationsMs.set(file, (this.#durationsMs.get(file) ?? 0) + result.durationMs);
  }

  /** @returns how many tests passed, of all or of these files */
  passed(files?: string[]): number {
    return this.#tests.filter(({ outcome, file }) => outcome === 'passed' && (!files || files.includes(file))).length;
  }

  /** @returns file, name and message of each test that failed */
  failed(): string[] {
    return this.#tests
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ file, name, reason }) => `${file}: ${name}\n${reason}`);
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
    return [...this.#durationsMs]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([file, durationMs]) => `${file} ${Math.round(durationMs / 1_000)} s`);
  }
}

function read(path: string): TestResult[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line)); // a process that was killed may leave half a line
}

/**
 * Keeps of a process that failed only which tests failed, as tests that were tried again.
 * @param files of the process, which are named when no test of them is the reason
 */
export function keepAsTriedAgain(path: string, files: string[]): void {
  const failed = (existsSync(path) ? read(path) : []).flatMap((result) =>
    result.type === 'test' && result.outcome === 'failed' ? [result] : [],
  );
  const [file = ''] = files;
  const reasons =
    failed.length > 0 ? failed : [{ type: 'test' as const, file, name: `the process of ${files.join(' ')}`, reason: '' }];
  const triedAgain = reasons.map((result): TestResult => {
    const reason = `failed and was tried again: ${result.name}\n${result.reason}`.trimEnd();
    return { ...result, outcome: 'skipped', reason };
  });
  writeFileSync(path, triedAgain.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
