import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from './thread-task.ts';

// The script of a thread: runs one function after the other, each in the module that exports it.

// On Linux each thread has a priority of its own: on few cores the event loops come before what takes seconds anyway.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

async function runTask({ module, functionName, input }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const functions: Record<string, ((input: unknown) => unknown) | undefined> = await import(module);
    return { output: await functions[functionName]?.(input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (request: ThreadRequest) => parentPort?.postMessage(await runTask(request)));
