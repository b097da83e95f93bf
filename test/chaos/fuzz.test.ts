import { it } from 'node:test';
import { fuzz } from '../../chaos/fuzz.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('hostile inputs to every operation return the error envelope and never a 5xx', { timeout: 120_000 }, async () => {
  assertPassed(await fuzz(shortRun(1500)));
});
