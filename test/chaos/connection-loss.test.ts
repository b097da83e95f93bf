import { it } from 'node:test';
import { connectionOutages, runConnectionLossTest } from '../../chaos/connection-loss.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('requests get correct responses while the database connection is lost, and the service recovers by itself', {
  timeout: 120_000,
}, async () => {
  assertPassed(await runConnectionLossTest({ ...shortRun(1), outages: connectionOutages, maxOutageMs: 800 }));
});
