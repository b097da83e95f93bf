import type { TestEvent } from 'node:test/reporters';

// A reporter of node:test for test/run.ts: what ran, as JSON, one line per test and per file.

export type TestResult =
  | { type: 'file'; file: string; durationMs: number }
  | { type: 'test'; file: string; name: string; outcome: 'passed' | 'failed' | 'skipped'; reason: string };

export default async function* results(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const result = resultOf(event);
    if (result) yield `${JSON.stringify(result)}\n`;
  }
}

function resultOf({ type, data }: TestEvent): TestResult | undefined {
  if (type === 'test:summary') {
    return data.file === undefined ? undefined : { type: 'file', file: data.file, durationMs: Math.round(data.duration_ms) };
  }
  if (type !== 'test:pass' && type !== 'test:fail') return undefined;
  const isSkipped = data.skip !== undefined && data.skip !== false;
  // A suite counts by its tests, unless all of it is skipped.
  if (data.details.type === 'suite' && !isSkipped) return undefined;
  const outcome = isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
  // A test can be defined in a module that several test files import; it counts for the file that ran.
  const file = data.entryFile ?? data.file ?? '';
  return { type: 'test', file, name: data.name, outcome, reason: String(data.skip ?? '') };
}
