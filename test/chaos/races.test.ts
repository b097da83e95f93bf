import { it } from 'node:test';
import { runRaces } from '../../chaos/races.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('32 concurrent requests over three instances that compete for one result have one winner', { timeout: 120_000 }, async () => {
  assertPassed(await runRaces(shortRun(1)));
});
