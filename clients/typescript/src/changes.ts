import { delay } from './delay.ts';
import { ApiError, isStatus, NoAnswerError } from './errors.ts';
import type { Operations } from './operations.ts';

type Answer = Operations['GET /ext/changes']['answer'];

/** Some of the tickets that changed. Keep the cursor together with them, in one transaction. */
export interface ChangesPage {
  items: Answer['items'];
  /** for `after`, when you go on later */
  cursor: string;
  /** Drop what you have before you take the items: this is the beginning of all tickets. */
  startsOver: boolean;
  /** There are further changes now. */
  more: boolean;
}

export interface ChangesOptions {
  /** the cursor of the last page that you have; left out: from the beginning */
  after?: string | undefined;
  /** how many tickets a page has at most, up to 1,000 */
  limit?: number;
  /** how long to wait for new changes; left out: ends when there are no more */
  pollEveryMs?: number;
  signal?: AbortSignal;
  /** with `pollEveryMs`: hears why a page could not be read, before it is asked for again */
  onDisconnect?: (error: unknown) => void;
}

/**
 * @param read one page
 * @throws as read(), but no 410: then everything is read again; with `pollEveryMs` nothing that passes, such as a restart of the service
 */
export async function* readChanges(
  read: (query: { after?: string; limit: number }, signal: AbortSignal | undefined) => Promise<Answer>,
  { after, limit = 1_000, pollEveryMs, signal, onDisconnect }: ChangesOptions,
): AsyncGenerator<ChangesPage, void, undefined> {
  for (let cursor = after; !signal?.aborted; ) {
    const startsOver = cursor === undefined;
    let page: Answer;
    try {
      page = await read({ ...(cursor !== undefined && { after: cursor }), limit }, signal);
    } catch (error) {
      if (signal?.aborted) return;
      if (!startsOver && isStatus(error, 410)) {
        cursor = undefined;
        continue;
      }
      if (pollEveryMs === undefined || !isOutage(error)) throw error;
      onDisconnect?.(error);
      const retryAfterSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
      await delay(Math.max(pollEveryMs, retryAfterSeconds * 1000), signal).catch(() => {});
      continue;
    }
    cursor = page.cursor;
    // A page without items is kept as well: its cursor is newer, and one that grows old cannot be used any more.
    yield { ...page, startsOver };
    if (page.more) continue;
    if (pollEveryMs === undefined) return;
    await delay(pollEveryMs, signal).catch(() => {});
  }
}

/** Whether the same request may succeed later: no answer, too many requests, or an error of the service or of a proxy. */
const isOutage = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
