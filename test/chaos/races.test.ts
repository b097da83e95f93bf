import { it } from 'node:test';
import { race } from '../../chaos/races.ts';
import { assertReached, short } from './short.ts';

it('lets one of 32 win, over three instances', { timeout: 120_000 }, async () => {
  assertReached(await race(short(1)));
});
