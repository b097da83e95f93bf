import { it } from 'node:test';
import { embeddedTarget, runCrashTest } from '../../chaos/crash.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('no acknowledged write is lost when the service, PostgreSQL or both are killed under load', { timeout: 120_000 }, async () => {
  assertPassed(await runCrashTest(embeddedTarget(), { ...shortRun(3), workloads: 6, maxLoadMs: 400 }));
});
