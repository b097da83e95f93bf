import { it } from 'node:test';
import { watch } from '../../chaos/memory.ts';
import { assertReached, short } from './short.ts';

// `npm run chaos -- memory` measures the growth; what a short run measures depends on the machine.
it('a steady mixed load with uploads gets the expected answers', { timeout: 120_000 }, async () => {
  assertReached(await watch({ ...short(1), seconds: 8, growth: Number.POSITIVE_INFINITY }));
});
