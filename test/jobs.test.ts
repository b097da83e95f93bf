import assert from 'node:assert/strict';
import { afterEach, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { type Job, onOneInstance, schedule } from '../src/platform/jobs/job-scheduler.ts';
import { hours, minutes } from '../src/platform/lib/duration.ts';
import { liveInstances } from '../src/platform/lib/tenant-share.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { countInstances } from '../src/service/live-instances.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

// Jobs that one of several instances runs.

const fixtures = await Fixtures.create();
const deps = { ...fixtures.deps, log: pino({ level: 'silent' }) };
const never = new AbortController().signal;

afterEach(() => fixtures.transaction((tx) => tx.deleteFrom('job_results').execute()));

/** Instances that start now. @returns what each of them does at its start and every 5 s */
const instances = (run: Job['run'], count = 2): (() => Promise<unknown>)[] =>
  Array.from({ length: count }, () => onOneInstance({ name: 'daily', everyMs: hours(24), run }, deps)).map(
    (runIfDue) => () => runIfDue(never),
  );
const result = () => fixtures.db.read.selectFrom('job_results').selectAll().where('job', '=', 'daily').executeTakeFirstOrThrow();

it('of ten instances that start together one runs the job, and none again before the interval is over', async () => {
  let runs = 0;
  const run = async (): Promise<void> => {
    runs++;
    fixtures.advanceClock(minutes(30));
  };
  const all = instances(run, 10);
  await Promise.all(all.map((one) => one()));
  assert.equal(runs, 1);
  for (const one of all) await one();
  assert.equal(runs, 1);
  fixtures.advanceClock(hours(24) - 1);
  for (const one of all) await one();
  assert.equal(runs, 1);
  fixtures.advanceClock(2);
  for (const one of all) await one();
  assert.equal(runs, 2);
  assert.equal((await result()).holder, null);
});

it('an instance that starts later runs the job once more', async () => {
  let runs = 0;
  const run = async () => void runs++;
  for (const one of instances(run, 1)) await one();
  fixtures.advanceClock(minutes(1));
  for (const one of instances(run, 3)) {
    fixtures.advanceClock(1);
    await one();
  }
  assert.equal(runs, 2);
});

it('another instance runs a job that has failed', async () => {
  let runs = 0;
  const run = async (): Promise<void> => {
    if (runs++ === 0) throw new Error('the database is away');
  };
  const [first, second] = instances(run);
  await assert.rejects(async () => first?.(), /away/);
  assert.notEqual((await result()).failed_at, null);
  await second?.();
  assert.equal(runs, 2);
  assert.notEqual((await result()).succeeded_at, null);
});

it('a job of an instance that has died is run by another one when its lease is over', async () => {
  let runs = 0;
  const [first] = instances(async () => void runs++);
  await fixtures.transaction((tx) =>
    tx
      .insertInto('job_results')
      .values({ job: 'daily', holder: crypto.randomUUID(), leased_until: sql<Date>`now() + interval '1 minute'` })
      .execute(),
  );
  await first?.();
  assert.equal(runs, 0);
  await fixtures.transaction((tx) => sql`update job_results set leased_until = now() - interval '1 ms'`.execute(tx));
  await first?.();
  assert.equal(runs, 1);
});

it('a job that is stopped has not succeeded, and another instance runs it', async () => {
  const stopping = new AbortController();
  let runs = 0;
  const run = async (): Promise<void> => {
    runs++;
    if (runs === 1) stopping.abort();
  };
  const job: Job = { name: 'daily', everyMs: hours(24), run };
  await onOneInstance(job, deps)(stopping.signal);
  assert.equal((await result()).succeeded_at, null);
  await onOneInstance(job, deps)(never);
  assert.equal(runs, 2);
});

it('an instance that has lost the lease is told to stop, and ends no lease of another one', async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setInterval'] });
  const other = crypto.randomUUID();
  const [first] = instances(async (ended) => {
    mock.timers.tick(10_000);
    await fixtures.transaction((tx) => tx.updateTable('job_results').set({ holder: other }).execute());
    assert.equal(ended.aborted, false);
    const aborted = new Promise((resolve) => ended.addEventListener('abort', resolve));
    mock.timers.tick(10_000);
    await aborted;
  });
  await first?.();
  const { holder, succeeded_at } = await result();
  assert.deepEqual([holder, succeeded_at], [other, null]);
});

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

const { signal } = new AbortController();

afterEach(() => {
  liveInstances.count = 1;
});

it('instances count those that told them within 30 s that they are there', async (t) => {
  const listeners = [1, 2, 3].map(() => new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log));
  const [first, second, third] = listeners.map((listener) => countInstances(fixtures.deps, listener));
  assert(first && second && third);
  await first.run(signal);
  assert.equal(liveInstances.count, 1);
  await waitFor(async () => {
    for (const { run } of [second, third, first]) await run(signal);
    return liveInstances.count === 3;
  });
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + 31_000);
  await first.run(signal);
  assert.equal(liveInstances.count, 1);
  await Promise.all(listeners.map((listener) => listener.close()));
});
