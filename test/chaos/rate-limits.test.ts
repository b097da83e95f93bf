import { it } from 'node:test';
import { runRateLimitTest } from '../../chaos/rate-limits.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('no rate limit admits more than its maximum over three instances and after a restart', { timeout: 120_000 }, async () => {
  assertPassed(await runRateLimitTest({ ...shortRun(1), concurrency: 50, sustainedLoadMs: 0 }));
});
