import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { TestResult as PlaywrightResult, Reporter, TestCase } from '@playwright/test/reporter';
import { shortReason, type TestResult } from './results-reporter.ts';

// A reporter of Playwright for test/run.ts: what results-reporter.ts writes for node:test, into the file TEST_RESULTS.

export default class ResultsReporter implements Reporter {
  readonly #lines: TestResult[] = [];
  readonly #durationsMs = new Map<string, number>();

  onTestEnd(test: TestCase, { status, duration, retry, error }: PlaywrightResult): void {
    const { file } = test.location;
    const isTriedAgain = status !== 'passed' && status !== 'skipped' && retry < test.retries;
    const outcome = isTriedAgain ? 'skipped' : status === 'passed' || status === 'skipped' ? status : 'failed';
    const skipReason = test.annotations.find(({ type }) => type === 'skip')?.description ?? '';
    const failure = shortReason(stripVTControlCharacters(error?.message ?? ''));
    const reason = isTriedAgain ? `failed and was tried again: ${test.title}` : skipReason || failure;
    this.#lines.push({ type: 'test', file, name: test.title, outcome, reason });
    this.#durationsMs.set(file, (this.#durationsMs.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    const path = process.env['TEST_RESULTS'];
    if (!path) return;
    const files = [...this.#durationsMs].map(([file, durationMs]): TestResult => ({ type: 'duration', file, durationMs }));
    writeFileSync(path, [...this.#lines, ...files].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  printsToStdio(): boolean {
    return false;
  }
}
