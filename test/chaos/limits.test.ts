import { it } from 'node:test';
import { assault } from '../../chaos/limits.ts';
import { assertReached, short } from './short.ts';

it('lets nobody over a limit, on three instances and after a restart', { timeout: 120_000 }, async () => {
  assertReached(await assault({ ...short(1), crowd: 50, siege: 0 }));
});
