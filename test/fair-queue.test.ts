import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { CallerGone, FairQueue, QueueFull } from '../src/platform/lib/fair-queue.ts';
import { liveInstances } from '../src/platform/lib/tenant-share.ts';

/** A task that ends when it is told to. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { task: () => promise, open: resolve };
}

describe('FairQueue', () => {
  it('FairQueue runs no more tasks at once than its limits in total and per key', async () => {
    const queue = new FairQueue({ concurrency: 4, concurrencyPerKey: 3, maxWaiting: 100 });
    const running = new Map<string, number>();
    let maxRunning = 0;
    let maxRunningOfOneKey = 0;
    const work = async (key: string): Promise<void> => {
      running.set(key, (running.get(key) ?? 0) + 1);
      const counts = [...running.values()];
      maxRunning = Math.max(
        maxRunning,
        counts.reduce((sum, n) => sum + n),
      );
      maxRunningOfOneKey = Math.max(maxRunningOfOneKey, ...counts);
      await nextTurn();
      running.set(key, (running.get(key) ?? 0) - 1);
    };
    await Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map((key) => queue.run({ key }, () => work(key))));
    assert.deepEqual([maxRunning, maxRunningOfOneKey, queue.running, queue.waiting], [4, 3, 0, 0]);
  });

  it('FairQueue runs fewer tasks of a key while other keys have tasks, and as many as before afterwards', async (t) => {
    t.mock.method(performance, 'now', () => now);
    let now = 10_000;
    const queue = new FairQueue({ concurrency: 100, concurrencyPerTenant: { alone: 8, besideOthers: 2 }, maxWaiting: 100 });
    const acquire = async (key: string) => queue.acquire({ key });
    const alone = await Promise.all(Array.from({ length: 8 }, () => acquire('a')));
    assert.deepEqual([queue.running, queue.waiting], [8, 0]);
    const other = await acquire('b');
    const waiting = [acquire('a'), acquire('a'), acquire('a')];
    for (const release of alone.slice(0, 6)) release();
    assert.deepEqual([queue.running, queue.waiting], [3, 3], 'two of a, one of b');
    alone[6]?.();
    await waiting[0];
    assert.deepEqual([queue.running, queue.waiting], [3, 2]);
    now += 10_000; // since b came
    other();
    await Promise.all(waiting);
    assert.deepEqual([queue.running, queue.waiting], [4, 0]);
  });

  it('FairQueue keeps a slot after a task while others are active and further tasks of its tenant wait, and only then', async (t) => {
    let now = 10_000;
    t.mock.method(performance, 'now', () => now);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const queue = new FairQueue({ concurrency: 9, concurrencyPerTenant: 1, contendedCooldownFactor: 2, maxWaiting: 9 });
    const acquire = async (key: string) => queue.acquire({ key });
    (await acquire('b'))();
    const first = await acquire('a');
    const second = acquire('a');
    now += 50;
    first();
    t.mock.timers.tick(99);
    assert.deepEqual([queue.running, queue.waiting], [1, 1], 'twice the duration of the task');
    t.mock.timers.tick(1);
    (await second)();
    assert.deepEqual([queue.running, queue.waiting], [0, 0], 'nobody waits');
  });

  it('FairQueue lets a tenant beside others have no more of three instances than of one: fewer tasks, and pauses between them', async (t) => {
    let now = 10_000;
    t.mock.method(performance, 'now', () => now);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    t.after(() => {
      liveInstances.count = 1;
    });
    liveInstances.count = 3;
    const queue = new FairQueue({ concurrency: 9, concurrencyPerTenant: 4, contendedCooldownFactor: 1, maxWaiting: 9 });
    const acquire = async (key: string) => queue.acquire({ key });
    const alone = await Promise.all([acquire('a'), acquire('a'), acquire('a'), acquire('a')]);
    assert.equal(queue.running, 4, 'while no other tenant is active');
    for (const release of alone) release();
    (await acquire('b'))();
    const [first, second] = await Promise.all([acquire('a'), acquire('a')]);
    const third = acquire('a');
    assert.deepEqual([queue.running, queue.waiting], [2, 1], 'a third of four, rounded up');
    now += 50;
    first?.();
    t.mock.timers.tick(99);
    assert.deepEqual([queue.running, queue.waiting], [2, 1], '6 slots instead of 4, so twice the duration instead of once');
    t.mock.timers.tick(1);
    await third;
    second?.();
  });

  it('FairQueue starts the task of a key with one task before the remaining tasks of a busy key', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 100 });
    const first = gate();
    const order: string[] = [];
    const begun = [queue.run({ key: 'busy' }, first.task)];
    for (let i = 0; i < 50; i++) begun.push(queue.run({ key: 'busy' }, () => void order.push('busy')));
    begun.push(queue.run({ key: 'other' }, () => void order.push('other')));
    first.open();
    await Promise.all(begun);
    assert(order.indexOf('other') <= 1, `other came ${order.indexOf('other') + 1}.`);
  });

  it('FairQueue lets tenants take turns, however many keys they have, and then the keys of a tenant', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 1_000 });
    const first = gate();
    const order: string[] = [];
    const begun = [queue.run({ key: 'a', tenant: 'busy' }, first.task)];
    const enqueue = (key: string, tenant: string) =>
      begun.push(queue.run({ key, tenant }, () => void order.push(`${tenant} ${key}`)));
    for (let i = 0; i < 20; i++) enqueue('a', 'busy');
    for (const key of ['b', 'c', 'd']) enqueue(key, 'busy');
    enqueue('x', 'other');
    enqueue('x', 'other');
    first.open();
    await Promise.all(begun);
    assert.deepEqual(order.slice(0, 6), ['busy a', 'other x', 'busy b', 'other x', 'busy c', 'busy d']);
  });

  it('FairQueue counts the tasks of all keys of a tenant against its share', async () => {
    const queue = new FairQueue({ concurrency: 10, concurrencyPerTenant: 3, concurrencyPerKey: 2, maxWaiting: 100 });
    const acquire = (key: string, tenant: string) => queue.acquire({ key, tenant });
    const running = [acquire('a', 't'), acquire('a', 't'), acquire('b', 't')];
    const waiting = [acquire('c', 't'), acquire('a', 't')];
    assert.deepEqual([queue.running, queue.waiting], [3, 2]);
    assert.deepEqual([queue.countOf({ key: 'a', tenant: 't' }), queue.countOf({ key: 'a', tenant: 'u' })], [3, 0]);
    const other = acquire('x', 'u');
    assert.equal(typeof other, 'function', 'another tenant does not wait');
    assert.equal(queue.wantedBy({ key: 'x', tenant: 'u' }), undefined, 'slots are free');
    assert.equal(queue.wantedBy({ key: 'b', tenant: 't' }), 'tenant');
    for (const each of [...running, other]) (await each)();
    for (const each of waiting) (await each)();
    assert.deepEqual([queue.running, queue.waiting], [0, 0]);
  });

  it('FairQueue says that other tenants want a slot when all are taken', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 10 });
    const release = await queue.acquire({ key: 'a' });
    const waiting = queue.acquire({ key: 'b' });
    assert.equal(queue.wantedBy({ key: 'a' }), 'others');
    release();
    (await waiting)();
    assert.equal(queue.wantedBy({ key: 'a' }), undefined);
  });

  it('FairQueue rejects the newest task of the key with the most tasks when the queue is full', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 4 });
    const first = gate();
    const running = queue.run({ key: 'busy' }, first.task);
    const waiting = Array.from({ length: 4 }, (_, i) => queue.run({ key: 'busy' }, async () => i));
    const other = queue.run({ key: 'other' }, async () => 'served');
    await assert.rejects(waiting[3] ?? Promise.resolve(), QueueFull);
    await assert.rejects(
      queue.run({ key: 'busy' }, async () => {}),
      QueueFull,
    );
    first.open();
    assert.deepEqual(await Promise.all([...waiting.slice(0, 3), other]), [0, 1, 2, 'served']);
    await running;
  });

  it('FairQueue rejects a task of a key above its share while other keys may still enqueue', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 100, maxWaitingPerTenant: 2 });
    const first = gate();
    const all = [
      queue.run({ key: 'busy' }, first.task),
      queue.run({ key: 'busy' }, first.task),
      queue.run({ key: 'busy' }, first.task),
    ];
    await assert.rejects(queue.run({ key: 'busy' }, first.task), QueueFull);
    all.push(queue.run({ key: 'other' }, first.task));
    first.open();
    await Promise.all(all);
  });

  it('FairQueue skips a task whose caller has disconnected and starts the next one', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 2 });
    const first = gate();
    const running = queue.run({ key: 'a' }, first.task);
    let gone = false;
    const isGone = (): boolean => gone;
    const abandoned = [
      queue.run({ key: 'a', isGone }, () => assert.fail('begun')),
      queue.run({ key: 'a', isGone }, () => assert.fail('begun')),
    ];
    gone = true;
    const rejected = Promise.allSettled(abandoned);
    const next = queue.run({ key: 'a' }, async () => 'served');
    for (const outcome of await rejected) assert(outcome.status === 'rejected' && outcome.reason instanceof CallerGone);
    first.open();
    assert.equal(await next, 'served');
    await running;
  });

  it('FairQueue starts tasks with priority first, and drops a task without priority to admit one with priority', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 2 });
    const first = gate();
    const order: string[] = [];
    const running = queue.run({ key: 'a' }, first.task);
    const waiting = [queue.run({ key: 'b' }, () => void order.push('b')), queue.run({ key: 'c' }, () => void order.push('c'))];
    const urgent = queue.run({ key: 'd', hasPriority: true }, () => void order.push('d'));
    first.open();
    const outcomes = await Promise.allSettled(waiting);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await Promise.all([running, urgent]);
    assert.equal(order[0], 'd');
  });

  it('FairQueue rejects a task that has waited longer than the maximum', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 10, maxWaitMs: 20 });
    const first = gate();
    const running = queue.run({ key: 'a' }, first.task);
    await assert.rejects(
      queue.run({ key: 'b' }, () => assert.fail('begun')),
      QueueFull,
    );
    assert.equal(queue.waiting, 0);
    first.open();
    await running;
  });

  it('FairQueue rejects hundreds of tasks that have waited too long in as many turns of the event loop', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 500, maxWaitMs: 20 });
    const release = await queue.acquire({ key: 'a' });
    let turn = 0;
    const count = (): void => {
      turn++;
      if (queue.waiting > 0) setImmediate(count);
    };
    const rejectedIn = new Set<number>();
    const waiting = Array.from({ length: 300 }, () => queue.run({ key: 'a' }, () => {}).catch(() => rejectedIn.add(turn)));
    setImmediate(count);
    await Promise.all(waiting);
    assert(rejectedIn.size > 250, `in ${rejectedIn.size} turns`);
    release();
  });

  it('FairQueue has one timer, however many tasks wait', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 10, maxWaitMs: 60_000 });
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const first = gate();
    const running = queue.run({ key: 'a' }, first.task);
    const waiting = ['b', 'b', 'c'].map((key) => queue.run({ key }, () => {}));
    assert(timers() <= before + 1);
    first.open();
    await Promise.all([running, ...waiting]);
  });

  it('FairQueue releases a slot once, however often release is called', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 10 });
    const release = await queue.acquire({ key: 'a' });
    release();
    release();
    const again = await queue.acquire({ key: 'a' });
    assert.equal(queue.running, 1);
    again();
  });

  it('FairQueue loses no task and no slot under random operations', async () => {
    const tasks = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        tenant: fc.constantFrom('t', 'u'),
        fails: fc.boolean(),
        gone: fc.boolean(),
        urgent: fc.boolean(),
      }),
      {
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        tasks,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 20 }),
        async (all, concurrency, maxWaiting) => {
          const queue = new FairQueue({ concurrency, concurrencyPerTenant: 3, concurrencyPerKey: 2, maxWaiting });
          const outcomes = await Promise.allSettled(
            all.map(({ key, tenant, fails, gone, urgent }) =>
              queue.run({ key, tenant, isGone: () => gone, hasPriority: urgent }, async () => {
                await nextTurn();
                if (fails) throw new RangeError('failed');
              }),
            ),
          );
          for (const [i, outcome] of outcomes.entries()) {
            if (outcome.status === 'fulfilled') assert.equal(all[i]?.fails, false);
            else
              assert(
                [RangeError, QueueFull, CallerGone].some((kind) => outcome.reason instanceof kind),
                String(outcome.reason),
              );
          }
          assert.deepEqual([queue.running, queue.waiting], [0, 0]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
