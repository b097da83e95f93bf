import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Outcome, Program, Task } from '../../chaos/lib/program.ts';
import { databaseUrl } from '../../testing/test-database.ts';

// The programs of `npm run chaos`, with small numbers, on the tests' server.

/** The same choices each time; a failure names it. */
const seed = 20260301;

export function shortRun(rounds: number): Task {
  return { rounds, seed, server: { url: databaseUrl('postgres') }, isShort: true, log: () => {} };
}

export function assertPassed({ figure, problems }: Outcome): void {
  assert.deepEqual(problems, [], `${problems.join('\n')}\nseed ${seed}: ${figure}`);
}

/** Defines a test for a program. */
export function testProgram(name: string, { summary, run }: Program, rounds: number): void {
  it(`chaos ${name}, a short run: ${summary}`, { timeout: 600_000 }, async (t) => {
    const outcome = await run(shortRun(rounds));
    if (outcome.missing) t.skip(outcome.missing);
    assertPassed(outcome);
  });
}
