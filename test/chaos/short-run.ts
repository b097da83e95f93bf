import assert from 'node:assert/strict';
import type { Outcome, Task } from '../../chaos/lib/program.ts';
import { databaseUrl } from '../../testing/test-database.ts';

// The programs of `npm run chaos`, with small numbers, on the tests' server.

/** The same choices each time; a failure names it. */
const seed = 20260301;

export function shortRun(rounds: number): Task {
  return { rounds, seed, server: { url: databaseUrl('postgres'), stop: async () => {} }, log: () => {} };
}

export function assertPassed({ figure, problems }: Outcome): void {
  assert.deepEqual(problems, [], `${problems.join('\n')}\nseed ${seed}: ${figure}`);
}
