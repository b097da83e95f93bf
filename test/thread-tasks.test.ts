import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { endThreads, TaskEnded, TaskFailed, ThreadTask } from '../src/platform/threads/thread-task.ts';
import type * as functions from '../testing/thread-functions.ts';

type Functions = typeof functions;

const taskOf = <Name extends keyof Functions>(name: Name) =>
  new ThreadTask<Functions[Name]>(new URL('../testing/thread-functions.ts', import.meta.url), name);
const [anna, boris] = [{ key: 'anna' }, { key: 'boris' }];

describe('tasks of threads', () => {
  after(endThreads);

  it('a task returns what its function returns', async () => {
    const double = taskOf('double');
    assert.deepEqual(await Promise.all([1, 2, 3].map((number) => double.run(anna, number))), [2, 4, 6]);
  });

  it('an error of its function is the TaskFailed of a task, and the next task runs', async () => {
    await assert.rejects(
      taskOf('fail').run(anna, 'is broken'),
      (error) => error instanceof TaskFailed && /is broken/.test(error.message),
    );
    assert.equal(await taskOf('double').run(anna, 4), 8);
  });

  it('the end of its thread is the TaskEnded of a task, and the next task runs in another thread', async () => {
    await assert.rejects(taskOf('endThread').run(anna, undefined), TaskEnded);
    assert.equal(await taskOf('double').run(anna, 5), 10);
  });

  it('tasks of two accounts run at the same time, those of one account one after the other', async () => {
    const meet = taskOf('meet');
    const shared = new Int32Array(new SharedArrayBuffer(4));
    assert.deepEqual(await Promise.all([meet.run(anna, shared), meet.run(boris, shared)]), ['ok', 'ok']);
    const started: string[] = [];
    const run = (name: string) => taskOf('double').run({ ...anna, isGone: () => started.push(name) < 0 }, 1);
    const first = run('first');
    const second = run('second');
    await first;
    assert.deepEqual(started, ['second'], 'asked when its turn came, which the first one did not wait for');
    await second;
  });

  it('endThreads ends the tasks that run', async () => {
    const running = taskOf('hang').run(anna, undefined);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([assert.rejects(running, TaskEnded), endThreads()]);
  });
});
