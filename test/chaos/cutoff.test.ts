import { it } from 'node:test';
import { cutOff, lineLosses } from '../../chaos/cutoff.ts';
import { assertReached, short } from './short.ts';

it('answers honestly without its database and is well again by itself', { timeout: 120_000 }, async () => {
  assertReached(await cutOff({ ...short(1), losses: lineLosses, longest: 800 }));
});
