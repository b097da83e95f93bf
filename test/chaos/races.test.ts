import { it } from 'node:test';
import { race } from '../../chaos/races.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('lets one of 32 win, over three instances', { timeout: 120_000 }, async () => {
  assertPassed(await race(shortRun(1)));
});
