import type { TestEvent } from 'node:test/reporters';

// A reporter of node:test for test/run.ts: what ran, as JSON, one line per test.

export type TestResult =
  /** what is not part of a suite, or a suite with all its tests */
  | { type: 'duration'; file: string; durationMs: number }
  | { type: 'test'; file: string; name: string; outcome: 'passed' | 'failed' | 'skipped'; reason: string };

/** @returns the beginning of the message of an error: a summary is no log */
export const shortReason = (message: string): string => message.slice(0, 1_000);

export default async function* results(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    for (const result of resultsOf(event)) yield `${JSON.stringify(result)}\n`;
  }
}

function* resultsOf({ type, data }: TestEvent): Generator<TestResult> {
  if (type !== 'test:pass' && type !== 'test:fail') return;
  // A test can be defined in a module that test files import; it counts for the file that ran, which has a process of its own then.
  const file = data.entryFile ?? data.file ?? '';
  if (data.nesting === 0) yield { type: 'duration', file, durationMs: data.details.duration_ms };
  const isSkipped = data.skip !== undefined && data.skip !== false;
  // A suite counts by its tests, unless all of it is skipped.
  if (data.details.type === 'suite' && !isSkipped) return;
  const outcome = isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
  yield { type: 'test', file, name: data.name, outcome, reason: isSkipped ? String(data.skip) : failureOf(data.details) };
}

function failureOf(details: object): string {
  const { error } = details as { error?: Error };
  const cause = error?.cause;
  return shortReason((cause instanceof Error ? cause.message : error?.message) ?? '');
}
