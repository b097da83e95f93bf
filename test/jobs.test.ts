import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import pino from 'pino';
import { NotificationListener, notify } from '../src/platform/database/listen.ts';
import { attemptDelivery } from '../src/platform/deliveries/attempt-delivery.ts';
import { noTenant } from '../src/platform/deliveries/queue.ts';
import { createJobHandler, type Job, JobScheduler, retries, schedule } from '../src/platform/jobs/job-scheduler.ts';
import { hours } from '../src/platform/lib/duration.ts';
import { liveInstances } from '../src/platform/lib/tenant-share.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { countInstances } from '../src/service/live-instances.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { waitFor } from '../testing/wait.ts';

// Jobs that one of several instances runs.

const fixtures = await Fixtures.create();
const deps = { ...fixtures.deps, log: pino({ level: 'silent' }) };
const listener = new NotificationListener({ connectionString: fixtures.url }, deps.log);
const started: JobScheduler[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((scheduler) => scheduler.stop()));
  await fixtures.transaction((tx) => tx.deleteFrom('job_results').execute());
  await fixtures.clearDeliveries();
});
after(() => listener.close());

/** Starts an instance with a daily job. */
async function startInstance(run: Job['run']): Promise<JobScheduler> {
  const scheduler = new JobScheduler();
  started.push(scheduler);
  await scheduler.start([{ name: 'daily', everyMs: hours(24), run }], deps, listener);
  return scheduler;
}

interface Row {
  is_held: boolean;
  due_in_hours: number;
  last_error: string | null;
}

async function readRow(): Promise<Row> {
  const { rows } = await sql<Row>`
    select lease is not null as is_held, round(extract(epoch from due_at - now()) / 3600)::int as due_in_hours, last_error
    from deliveries where queue = 'jobs'`.execute(fixtures.db.read);
  const [row, ...others] = rows;
  assert(row && others.length === 0, 'there is one row');
  return row;
}
const isAtRest = async () => !(await readRow()).is_held;
const change = (set: RawBuilder<unknown>) =>
  fixtures.transaction((tx) => sql`update deliveries set ${set} where queue = 'jobs'`.execute(tx));
const result = () => fixtures.db.read.selectFrom('job_results').selectAll().where('job', '=', 'daily').executeTakeFirstOrThrow();

it('of three instances that start together one runs the job, and none again before it is due', async () => {
  let runs = 0;
  const proceed = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    runs++;
    await proceed.promise;
  };
  const instances = await Promise.all([run, run, run].map(startInstance));
  await waitFor(() => runs === 1);
  proceed.resolve();
  await waitFor(isAtRest);
  assert.deepEqual([runs, await readRow()], [1, { is_held: false, due_in_hours: 24, last_error: null }]);
  assert.equal((await result()).succeeded_at, fixtures.now.toISOString());
  await change(sql`due_at = now()`);
  instances[0]?.trigger('daily');
  await waitFor(() => runs === 2);
});

it('an instance that starts later runs the job once more', async () => {
  let runs = 0;
  const run = async () => void runs++;
  await startInstance(run);
  await waitFor(async () => runs === 1 && (await isAtRest()));
  await startInstance(run);
  await waitFor(() => runs === 2);
});

it('a job that has failed is tried again within a minute, and the row says why', async () => {
  let runs = 0;
  const run = async (): Promise<void> => {
    if (runs++ === 0) throw new Error('the storage is away');
  };
  const instance = await startInstance(run);
  await waitFor(async () => runs === 1 && (await isAtRest()));
  assert.deepEqual(await readRow(), { is_held: false, due_in_hours: 0, last_error: 'the storage is away' });
  assert.notEqual((await result()).failed_at, null);
  instance.trigger('daily');
  await waitFor(async () => (await readRow()).due_in_hours === 24);
  assert.deepEqual([runs, (await readRow()).last_error], [2, null]);
});

it('a job of an instance that has died is run by another one when its lease is over', async () => {
  let runs = 0;
  await deps.deliveries.addJobs(['daily'], fixtures.now);
  await change(sql`lease = gen_random_uuid(), attempts = 1, due_at = now() + interval '1 hour'`);
  await startInstance(async () => void runs++);
  assert.equal(runs, 0);
  await change(sql`due_at = now()`);
  await fixtures.transaction((tx) => notify(tx, 'work', 'jobs'));
  await waitFor(() => runs === 1);
});

it('stop() ends a run, which has not succeeded, and another instance runs the job at once', async () => {
  const running = Promise.withResolvers<void>();
  const stopped = await startInstance(async (ended) => {
    running.resolve();
    await once(ended, 'abort');
  });
  await running.promise;
  let runs = 0;
  await startInstance(async () => void runs++);
  assert.equal(runs, 0);
  await stopped.stop();
  await waitFor(() => runs === 1);
  await waitFor(isAtRest);
  assert.equal((await readRow()).due_in_hours, 24);
});

it('an instance that has lost the lease is told to stop, and ends no run of another one', async () => {
  await deps.deliveries.addJobs(['daily'], fixtures.now);
  const [claimed] = await deps.deliveries.claim('jobs', [noTenant], 30_000);
  assert(claimed);
  const run = async (ended: AbortSignal): Promise<void> => {
    await change(sql`lease = gen_random_uuid(), attempts = 2`);
    await once(ended, 'abort');
  };
  const handler = createJobHandler([{ name: 'daily', everyMs: hours(24), run }], deps);
  await attemptDelivery(deps, 'jobs', claimed, handler, { visibilityTimeoutMs: 90, retries });
  assert.deepEqual(
    [(await readRow()).is_held, await fixtures.db.read.selectFrom('job_results').selectAll().execute()],
    [true, []],
  );
});

it('a job that is triggered while an instance runs it runs once more', async () => {
  let runs = 0;
  const proceed = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    runs++;
    await proceed.promise;
  };
  await startInstance(run);
  const other = await startInstance(run);
  await waitFor(() => runs === 1);
  other.trigger('daily');
  await waitFor(async () => {
    const { rows } = await sql`select from deliveries where payload ? 'again'`.execute(fixtures.db.read);
    return rows.length === 1;
  });
  proceed.resolve();
  await waitFor(async () => runs === 2 && (await isAtRest()));
  assert.equal((await readRow()).due_in_hours, 24);
});

it('GET /ext/work lists a job that runs or has failed, others with queue=jobs, and none can be dropped', async () => {
  const list = async (query: string): Promise<{ id: number; kind: string }[]> =>
    (await fixtures.call(fixtures.root, 'GET', `/ext/work${query}`)).body.items;
  await deps.deliveries.addJobs(['daily'], fixtures.now);
  await change(sql`due_at = now() + interval '1 day'`);
  assert.deepEqual(await list(''), []);
  const [job] = await list('?queue=jobs');
  assert.equal(job?.kind, 'daily');
  const { status, body } = await fixtures.call(fixtures.root, 'DELETE', `/ext/work/${job?.id}`);
  assert.deepEqual([status, body], [409, { error: 'a periodic job cannot be dropped' }]);
  await change(sql`last_error = 'the storage is away'`);
  assert.equal((await list('?state=failing')).length, 1);
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
