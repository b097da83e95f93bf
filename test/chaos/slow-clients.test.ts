import { it } from 'node:test';
import { runSlowClients } from '../../chaos/slow-clients.ts';
import { assertPassed, shortRun } from './short-run.ts';

// `npm run chaos -- slow-clients` measures how long the others wait; what a short run measures depends on the machine.
it('slow connections are closed in time while other clients are served', { timeout: 120_000 }, async () => {
  assertPassed(await runSlowClients({ ...shortRun(60), maxSeconds: 10, maxP99Ms: Number.POSITIVE_INFINITY }));
});
