import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { CallerGone, FairQueue, QueueFull } from '../src/platform/lib/fair-queue.ts';

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
    await Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map((key) => queue.run(key, () => work(key))));
    assert.deepEqual([maxRunning, maxRunningOfOneKey, queue.running, queue.waiting], [4, 3, 0, 0]);
  });

  it('FairQueue runs fewer tasks of a key while other keys have tasks, and as many as before afterwards', async (t) => {
    t.mock.method(performance, 'now', () => now);
    let now = 10_000;
    const queue = new FairQueue({ concurrency: 100, concurrencyPerKey: 8, contendedConcurrencyPerKey: 2, maxWaiting: 100 });
    const acquire = async (key: string) => queue.acquire(key);
    const alone = await Promise.all(Array.from({ length: 8 }, () => acquire('a')));
    assert.deepEqual([queue.running, queue.waiting], [8, 0]);
    const other = await acquire('b');
    const waiting = [acquire('a'), acquire('a'), acquire('a')];
    for (const release of alone.slice(0, 6)) release();
    assert.deepEqual([queue.running, queue.waiting], [3, 3], 'two of a, one of b');
    alone[6]?.();
    await waiting[0];
    assert.deepEqual([queue.running, queue.waiting], [3, 2]);
    now += 1_000; // since b came
    other();
    await Promise.all(waiting);
    assert.deepEqual([queue.running, queue.waiting], [4, 0]);
  });

  it('FairQueue starts the task of a key with one task before the remaining tasks of a busy key', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 100 });
    const first = gate();
    const order: string[] = [];
    const begun = [queue.run('busy', first.task)];
    for (let i = 0; i < 50; i++) begun.push(queue.run('busy', () => void order.push('busy')));
    begun.push(queue.run('other', () => void order.push('other')));
    first.open();
    await Promise.all(begun);
    assert(order.indexOf('other') <= 1, `other came ${order.indexOf('other') + 1}.`);
  });

  it('FairQueue rejects the newest task of the key with the most tasks when the queue is full', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 4 });
    const first = gate();
    const running = queue.run('busy', first.task);
    const waiting = Array.from({ length: 4 }, (_, i) => queue.run('busy', async () => i));
    const other = queue.run('other', async () => 'served');
    await assert.rejects(waiting[3] ?? Promise.resolve(), QueueFull);
    await assert.rejects(
      queue.run('busy', async () => {}),
      QueueFull,
    );
    first.open();
    assert.deepEqual(await Promise.all([...waiting.slice(0, 3), other]), [0, 1, 2, 'served']);
    await running;
  });

  it('FairQueue rejects a task of a key above its share while other keys may still enqueue', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 100, maxWaitingPerKey: 2 });
    const first = gate();
    const all = [queue.run('busy', first.task), queue.run('busy', first.task), queue.run('busy', first.task)];
    await assert.rejects(queue.run('busy', first.task), QueueFull);
    all.push(queue.run('other', first.task));
    first.open();
    await Promise.all(all);
  });

  it('FairQueue skips a task whose caller has disconnected and starts the next one', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 2 });
    const first = gate();
    const running = queue.run('a', first.task);
    let gone = false;
    const isGone = (): boolean => gone;
    const abandoned = [
      queue.run('a', () => assert.fail('begun'), { isGone }),
      queue.run('a', () => assert.fail('begun'), { isGone }),
    ];
    gone = true;
    const rejected = Promise.allSettled(abandoned);
    const next = queue.run('a', async () => 'served');
    for (const outcome of await rejected) assert(outcome.status === 'rejected' && outcome.reason instanceof CallerGone);
    first.open();
    assert.equal(await next, 'served');
    await running;
  });

  it('FairQueue starts tasks with priority first, and drops a task without priority to admit one with priority', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 2 });
    const first = gate();
    const order: string[] = [];
    const running = queue.run('a', first.task);
    const waiting = [queue.run('b', () => void order.push('b')), queue.run('c', () => void order.push('c'))];
    const urgent = queue.run('d', () => void order.push('d'), { hasPriority: true });
    first.open();
    const outcomes = await Promise.allSettled(waiting);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await Promise.all([running, urgent]);
    assert.equal(order[0], 'd');
  });

  it('FairQueue rejects a task that has waited longer than the maximum', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 10, maxWaitMs: 20 });
    const first = gate();
    const running = queue.run('a', first.task);
    await assert.rejects(
      queue.run('b', () => assert.fail('begun')),
      QueueFull,
    );
    assert.equal(queue.waiting, 0);
    first.open();
    await running;
  });

  it('FairQueue releases a slot once, however often release is called', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 10 });
    const release = await queue.acquire('a');
    release();
    release();
    const again = await queue.acquire('a');
    assert.equal(queue.running, 1);
    again();
  });

  it('FairQueue loses no task and no slot under random operations', async () => {
    const tasks = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean(), gone: fc.boolean(), urgent: fc.boolean() }),
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
          const queue = new FairQueue({ concurrency, concurrencyPerKey: 2, maxWaiting });
          const outcomes = await Promise.allSettled(
            all.map(({ key, fails, gone, urgent }) =>
              queue.run(
                key,
                async () => {
                  await nextTurn();
                  if (fails) throw new RangeError('failed');
                },
                { isGone: () => gone, hasPriority: urgent },
              ),
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
