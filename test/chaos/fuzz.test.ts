import { it } from 'node:test';
import { fuzz } from '../../chaos/fuzz.ts';
import { assertReached, short } from './short.ts';

it('refuses hostile inputs with the envelope, never with a 5xx', { timeout: 120_000 }, async () => {
  assertReached(await fuzz(short(1500)));
});
