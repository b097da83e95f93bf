import { it } from 'node:test';
import { cutOff, lineLosses } from '../../chaos/connection-loss.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('answers honestly without its database and is well again by itself', { timeout: 120_000 }, async () => {
  assertPassed(await cutOff({ ...shortRun(1), losses: lineLosses, longest: 800 }));
});
