import { it } from 'node:test';
import { crashes, embeddedStand } from '../../chaos/crash.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('no acknowledged write is lost when the service, PostgreSQL or both are killed under load', { timeout: 120_000 }, async () => {
  assertPassed(await crashes(embeddedStand(), { ...shortRun(3), workloads: 6, longest: 400 }));
});
