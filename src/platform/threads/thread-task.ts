import { Worker } from 'node:worker_threads';
import { minutes, seconds } from '../lib/duration.ts';
import { type Caller, FairQueue } from '../lib/fair-queue.ts';
import { recentlyActiveTenants } from '../lib/fair-queue-contention.ts';
import { moduleUrl } from '../lib/module-url.ts';

// The threads of this process for calculations that would keep the event loop, and with it all other requests, for longer than some
// milliseconds: PDF files, files that are imported, calendars.

const maxThreads = 2;
const timeoutMs = seconds(30);
/** What a thread has loaded, such as 50 MB of fonts, is released when it had no task for so long. */
const idleMs = minutes(1);
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** What is sent to a thread. */
export interface ThreadRequest {
  /** the address of the module that exports the function */
  module: string;
  functionName: string;
  input: unknown;
}

/** What a thread answers: what the function returned, or the stack of what it threw. */
export type ThreadAnswer = { output: unknown } | { error: string };

/** The task was ended, because it took too long or too much memory, or because the service stops. */
export class TaskEnded extends Error {}
/** The function of a task threw an error, which is a bug. */
export class TaskFailed extends Error {}

/** A tenant has one task at a time, so that a thread is left to others. */
const queue = new FairQueue({
  concurrency: maxThreads,
  concurrencyPerTenant: 1,
  activity: recentlyActiveTenants,
  maxWaiting: 100,
});
const threads = new Set<Worker>();
/** Of these, those without a task, and the timers that end them. The last one is used first, so that few are kept. */
const idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];

/**
 * A function that runs in one of the threads. Its input and its output are copied.
 * @example new ThreadTask<typeof drawJobSheet>(moduleUrl('./pdf/draw-job-sheet', import.meta.url), 'drawJobSheet')
 */
export class ThreadTask<Run extends (input: never) => unknown> {
  readonly #module: string;
  readonly #functionName: string;

  /** @param module exports the function under this name, and is loaded by the thread only */
  constructor(module: URL, functionName: string) {
    this.#module = module.href;
    this.#functionName = functionName;
  }

  /** @throws QueueFull, CallerGone; TaskEnded, TaskFailed */
  async run(caller: Caller, input: Parameters<Run>[0]): Promise<Awaited<ReturnType<Run>>> {
    const request: ThreadRequest = { module: this.#module, functionName: this.#functionName, input };
    const answer = await queue.run(caller, () => runInThread(request));
    if ('error' in answer) throw new TaskFailed(answer.error);
    return answer.output as Awaited<ReturnType<Run>>;
  }
}

/** Ends all threads when the service stops. */
export async function endThreads(): Promise<void> {
  for (const { timer } of idle.splice(0)) clearTimeout(timer);
  await Promise.all([...threads].map((thread) => thread.terminate()));
}

async function runInThread(request: ThreadRequest): Promise<ThreadAnswer> {
  const thread = takeIdle() ?? startThread();
  thread.ref();
  try {
    const answer = await answerOf(thread, request);
    keepIdle(thread);
    return answer;
  } catch (error) {
    void thread.terminate();
    throw error;
  }
}

function startThread(): Worker {
  const thread = new Worker(moduleUrl('./run-task', import.meta.url), { resourceLimits, env: {} });
  threads.add(thread);
  thread.on('exit', () => {
    threads.delete(thread);
    forgetIdle(thread);
  });
  // Between two tasks nobody else listens, and an error without a listener ends the process.
  thread.on('error', () => {});
  return thread;
}

function takeIdle(): Worker | undefined {
  const last = idle.pop();
  clearTimeout(last?.timer);
  return last?.thread;
}

function keepIdle(thread: Worker): void {
  if (!threads.has(thread)) return;
  thread.unref();
  const end = (): void => {
    forgetIdle(thread); // before it has ended: no task may get it
    void thread.terminate();
  };
  idle.push({ thread, timer: setTimeout(end, idleMs).unref() });
}

function forgetIdle(thread: Worker): void {
  const index = idle.findIndex((one) => one.thread === thread);
  if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
}

function answerOf(thread: Worker, request: ThreadRequest): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      run();
    };
    const onMessage = (answer: ThreadAnswer): void => settle(() => resolve(answer));
    const onError = (error: unknown): void => settle(() => reject(new TaskEnded(String(error), { cause: error })));
    const onExit = (): void => settle(() => reject(new TaskEnded('the thread has ended')));
    const timer = setTimeout(() => settle(() => reject(new TaskEnded('the task took too long'))), timeoutMs);
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(request);
  });
}
