import type { Caller } from '../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import { TaskEnded, ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { ParsedMail, parseMail } from './parse-mail.ts';

const task = new ThreadTask<typeof parseMail>(moduleUrl('./parse-mail', import.meta.url), 'parseMail');
const reader: Caller = { key: 'intake' };

/**
 * Parses a mail in a thread. @returns undefined: it cannot be read, or takes too long or too much memory
 * @throws QueueFull
 */
export async function parseInThread(source: Uint8Array): Promise<ParsedMail | undefined> {
  try {
    return await task.run(reader, source);
  } catch (error) {
    if (error instanceof TaskEnded) return undefined;
    throw error;
  }
}
