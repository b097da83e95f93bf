import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { failureOf, noResults } from './results.ts';

/** A reporter of Playwright for test/run.ts, which writes the results into the file TEST_RESULTS. */
export default class ResultsReporter implements Reporter {
  readonly #results = noResults();

  onTestEnd(test: TestCase, { status, duration, retry }: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    this.#results.durationsMs[file] = (this.#results.durationsMs[file] ?? 0) + duration;
    const message = stripVTControlCharacters(test.results[0]?.error?.message ?? '');
    const firstFailure = failureOf(file, test.title, message);
    if (status === 'passed') {
      this.#results.passed++;
      if (retry > 0) this.#results.passedAgain.push(firstFailure);
    } else if (status === 'skipped') {
      this.#results.skipped.push(test.annotations.find(({ type }) => type === 'skip')?.description ?? test.title);
    } else if (retry === test.retries) this.#results.failed.push(firstFailure);
  }

  onEnd(): void {
    const path = process.env['TEST_RESULTS'];
    if (path) writeFileSync(path, JSON.stringify(this.#results));
  }

  printsToStdio(): boolean {
    return false;
  }
}
