import { it } from 'node:test';
import { roll } from '../../chaos/rolling.ts';
import { assertReached, short } from './short.ts';

it('fails no request while three instances are restarted one after the other', { timeout: 120_000 }, async () => {
  assertReached(await roll({ ...short(1), rate: 60, front: 'kept connections' }));
});
