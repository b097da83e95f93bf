import { it } from 'node:test';
import { walk } from '../../chaos/model.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { assertPassed, shortRun } from './short-run.ts';

it('random walks get the responses that the model of the specification predicts', { timeout: 120_000 }, async () => {
  assertPassed(await walk({ ...shortRun(1), steps: 400, longest: 200, open: (settings) => Fixtures.open(settings) }));
});
