import { delay } from './delay.ts';
import { isStatus, parseJson, TimeoutError } from './errors.ts';
import { readEvents, type ServerSentEvent } from './event-stream.ts';
import { backoffMs } from './retry.ts';

/**
 * `connected`: a stream begins, and what changed before it was not told; `tickets`: these have changed, or any without `ids`;
 * `notifications`: the own inbox has changed; `reports`: the reports of people without an account have.
 */
export type LiveUpdate = { type: 'connected' } | { type: 'tickets'; ids?: number[] } | { type: 'notifications' | 'reports' };

export interface LiveOptions {
  /** ends the stream */
  signal?: AbortSignal;
  /** hears why a stream ended, before the next one is opened: TimeoutError when it was silent for too long */
  onDisconnect?: (error: unknown) => void;
}

/** The service sends something every 15 s: a stream without any data for so long is broken. */
const staleAfterMs = 40_000;
const minReconnectDelayMs = 1_000;
const maxReconnectDelayMs = 60_000;

/** @param open opens a stream; it ends when its signal is aborted */
export async function* liveUpdates(
  open: (signal: AbortSignal) => Promise<Response>,
  { signal, onDisconnect }: LiveOptions,
): AsyncGenerator<LiveUpdate, void, undefined> {
  for (let failures = 0; !signal?.aborted; failures++) {
    let ended: unknown;
    try {
      for await (const event of openStream(open, signal)) {
        const update = updateOf(event);
        if (update?.type === 'connected') failures = 0;
        if (update) yield update;
      }
    } catch (error) {
      ended = error;
      // An operation without a right to it will not get one by trying again.
      if (isStatus(error, 401, 403)) throw error;
    }
    if (signal?.aborted) return;
    onDisconnect?.(ended);
    const retryAfterSeconds = isStatus(ended, 429, 503) ? (ended.retryAfterSeconds ?? 0) : 0;
    const delayMs = Math.max(backoffMs(failures, minReconnectDelayMs, maxReconnectDelayMs), retryAfterSeconds * 1000);
    await delay(delayMs, signal).catch(() => {});
  }
}

async function* openStream(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const stale = new AbortController();
  const abort = (): void => stale.abort(new TimeoutError('the stream was silent for too long'));
  let timer = setTimeout(abort, staleAfterMs);
  try {
    const { body } = await open(signal ? AbortSignal.any([signal, stale.signal]) : stale.signal);
    if (!body) return;
    yield* readEvents(body, () => {
      clearTimeout(timer);
      timer = setTimeout(abort, staleAfterMs);
    });
  } finally {
    clearTimeout(timer);
    stale.abort(); // a response that is not read to its end would keep its connection
  }
}

/** @returns undefined for events that a later version of the service may send */
function updateOf({ event, data }: ServerSentEvent): LiveUpdate | undefined {
  if (event === 'hello') return { type: 'connected' };
  if (event === 'notifications' || event === 'reports') return { type: event };
  if (event !== 'tickets') return undefined;
  const { ids } = (parseJson(data) ?? {}) as { ids?: number[] };
  return { type: 'tickets', ...(ids && { ids }) };
}
