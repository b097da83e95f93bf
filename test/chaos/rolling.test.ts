import { it } from 'node:test';
import { roll } from '../../chaos/rolling.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('no request fails while three instances are restarted one after the other', { timeout: 120_000 }, async () => {
  assertPassed(await roll({ ...shortRun(1), rate: 60, front: 'kept connections' }));
});
