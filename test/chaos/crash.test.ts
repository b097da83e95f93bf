import { it } from 'node:test';
import { crashes, embeddedStand } from '../../chaos/crash.ts';
import { assertReached, short } from './short.ts';

it('loses nothing when the service, PostgreSQL and both are killed under load', { timeout: 120_000 }, async () => {
  assertReached(await crashes(embeddedStand(), { ...short(3), hands: 6, longest: 400 }));
});
