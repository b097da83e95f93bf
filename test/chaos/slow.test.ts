import { it } from 'node:test';
import { linger } from '../../chaos/slow.ts';
import { assertReached, short } from './short.ts';

it('ends slow connections in time and serves the others', { timeout: 120_000 }, async () => {
  assertReached(await linger({ ...short(60), within: 10, patience: 5_000 }));
});
