import { it } from 'node:test';
import { fire } from '../../chaos/scheduler.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('runs each due rule once, whoever is killed', { timeout: 120_000 }, async () => {
  assertPassed(await fire({ ...shortRun(1), rules: 300 }));
});
