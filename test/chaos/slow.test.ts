import { it } from 'node:test';
import { linger } from '../../chaos/slow.ts';
import { assertReached, short } from './short.ts';

// `npm run chaos -- slow` measures how long the others wait; what a short run measures depends on the machine.
it('slow connections are ended in time and the others are served', { timeout: 120_000 }, async () => {
  assertReached(await linger({ ...short(60), within: 10, patience: Number.POSITIVE_INFINITY }));
});
