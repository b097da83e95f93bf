import { it } from 'node:test';
import { watch } from '../../chaos/memory.ts';
import { assertReached, short } from './short.ts';

it('does not grow under a steady load', { timeout: 120_000 }, async () => {
  assertReached(await watch({ ...short(1), seconds: 8, growth: 48 }));
});
