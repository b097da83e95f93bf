import { it } from 'node:test';
import { fire } from '../../chaos/scheduler.ts';
import { assertReached, short } from './short.ts';

it('runs each due rule once, whoever is killed', { timeout: 120_000 }, async () => {
  assertReached(await fire({ ...short(1), rules: 300 }));
});
