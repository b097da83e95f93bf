import { it } from 'node:test';
import { runRandomWalks } from '../../chaos/model.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('random walks get the responses that the model of the specification predicts', { timeout: 120_000 }, async () => {
  assertPassed(await runRandomWalks({ ...shortRun(1), steps: 400, maxSteps: 200, open: (settings) => Fixtures.open(settings) }));
});
