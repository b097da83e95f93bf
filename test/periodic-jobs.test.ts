import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { schedule } from '../src/platform/jobs/job-scheduler.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';

const day = 86_400_000;
const minute = 60_000;

it('a daily job that fails is retried each minute until it succeeds', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let [runs, failures] = [0, 2];
  const run = async (): Promise<void> => {
    runs++;
    if (failures-- > 0) throw new Error('the database is away');
  };
  const job = schedule('test', day, run, { log: pino({ level: 'silent' }), metrics: openMetrics() });
  const runsAfter = async (milliseconds: number): Promise<number> => {
    mock.timers.tick(milliseconds);
    await turn();
    return runs;
  };
  assert.equal(await runsAfter(0), 1);
  assert.equal(await runsAfter(minute - 1), 1);
  assert.equal(await runsAfter(1), 2);
  assert.equal(await runsAfter(minute), 3);
  assert.equal(await runsAfter(minute), 3, 'that one succeeded');
  assert.equal(await runsAfter(day), 4);
  failures = 1;
  assert.equal(await runsAfter(day), 5);
  await job.stop();
  assert.equal(await runsAfter(minute), 5, 'and nothing after the end');
  mock.timers.reset();
});
