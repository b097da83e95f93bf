import { it } from 'node:test';
import { fuzz } from '../../chaos/fuzz.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('refuses hostile inputs with the envelope, never with a 5xx', { timeout: 120_000 }, async () => {
  assertPassed(await fuzz(shortRun(1500)));
});
