import { it } from 'node:test';
import { runRollingRestarts } from '../../chaos/rolling.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('no request fails while three instances are restarted one after the other', { timeout: 120_000 }, async () => {
  assertPassed(await runRollingRestarts({ ...shortRun(1), requestsPerSecond: 60, proxyKind: 'kept connections' }));
});
