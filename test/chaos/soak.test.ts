import { it } from 'node:test';
import { runSoak } from '../../chaos/soak.ts';
import { assertPassed, shortRun } from './short-run.ts';

// `npm run chaos -- soak` measures the growth; what a short run measures depends on the machine.
it('a steady mixed load with uploads gets the expected responses', { timeout: 120_000 }, async () => {
  assertPassed(await runSoak({ ...shortRun(1), seconds: 8, maxGrowthMiB: Number.POSITIVE_INFINITY }));
});
