import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failedGoals } from '../../chaos/noisy-neighbours/measurements.ts';
import { neighbours } from '../../chaos/noisy-neighbours.ts';
import { shortRun } from './short-run.ts';

it('attacks of eight kinds cause no 5xx, no 429 and no lost response for another tenant and do not end the process', {
  timeout: 200_000,
}, async () => {
  const figures = await neighbours({
    ...shortRun(1),
    instances: 1,
    attackSeconds: 2,
    quietSeconds: 1,
    scale: { objects: 200, projects: 20, workers: 300, tickets: 2_000, intensity: 0.5 },
    noticeTimeoutMs: 30_000,
  });
  assert.equal(figures.length, 8);
  assert.deepEqual(figures.flatMap(failedGoals), []);
});
