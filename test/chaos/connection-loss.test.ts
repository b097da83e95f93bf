import { it } from 'node:test';
import { cutOff, lineLosses } from '../../chaos/connection-loss.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('requests get correct responses while the database connection is lost, and the service recovers by itself', {
  timeout: 120_000,
}, async () => {
  assertPassed(await cutOff({ ...shortRun(1), losses: lineLosses, longest: 800 }));
});
