import { it } from 'node:test';
import { runScheduler } from '../../chaos/scheduler.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('each due rule runs once while instances are killed', { timeout: 240_000 }, async () => {
  assertPassed(await runScheduler({ ...shortRun(1), rules: 300 }));
});
