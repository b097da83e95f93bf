import type { QueryClient } from '@tanstack/react-query';
import { isOnline, reportReachable, reportUnreachable } from '../http/connectivity.ts';
import { createBroadcast } from '../lib/broadcast.ts';
import { withCrossTabLock } from '../lib/cross-tab-lock.ts';
import { delay } from '../lib/delay.ts';
import { currentSession } from '../session/session-store.ts';
import { isTokenValid, refreshToken } from '../session/token-refresh.ts';
import { invalidateChanged } from './invalidation.ts';
import { parseEvent, reportsChanged, type TicketChange, throttleChanges } from './ticket-change-events.ts';

// Live updates: a stream of server-sent events, read with fetch because EventSource cannot send the access token. While
// there is no stream, the tickets are polled. One tab reads the stream for all tabs: browsers open six connections to a
// host over HTTP/1.1, and each stream occupies one.

const lockName = 'callout-live';
const channelName = 'callout-live';
/** The service sends a heartbeat every 15 s: a stream without any data for so long is broken. */
const staleAfterMs = 40_000;
const pollIntervalMs = 15_000;
const minReconnectDelayMs = 1_000;
const maxReconnectDelayMs = 60_000;
/** The changes within this time are read together. */
const minReadIntervalMs = 2_000;

type OnChange = (change: TicketChange) => void;

/**
 * Reads again what others change, until it is stopped.
 * @returns a function that stops it
 */
export function followLiveUpdates(client: QueryClient): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const broadcast = createBroadcast<TicketChange>(channelName);
  const changes = throttleChanges((change) => void invalidateChanged(client, change), minReadIntervalMs);
  broadcast.subscribe(changes.add);
  const onChange: OnChange = (change) => {
    changes.add(change);
    broadcast.post(change);
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      await withCrossTabLock(lockName, (isHeld) => readStreams(onChange, () => isHeld() && !signal.aborted, signal), { signal });
    }
  };
  follow().catch(() => {}); // stopped while another tab held the lock
  return () => {
    stopping.abort();
    changes.stop();
    broadcast.close();
  };
}

/** Reads one stream after the other, and polls between them. */
async function readStreams(onChange: OnChange, mayContinue: () => boolean, signal: AbortSignal): Promise<void> {
  let reconnectDelayMs = minReconnectDelayMs;
  let polling: ReturnType<typeof setInterval> | undefined;
  const onConnected = (): void => {
    clearInterval(polling);
    polling = undefined;
    reconnectDelayMs = minReconnectDelayMs;
  };
  while (mayContinue()) {
    await readStream(onChange, onConnected, signal).catch(() => {});
    polling ??= setInterval(() => isOnline() && onChange('any'), pollIntervalMs);
    await delay(reconnectDelayMs, signal);
    reconnectDelayMs = Math.min(reconnectDelayMs * 2, maxReconnectDelayMs);
  }
  clearInterval(polling);
}

/** Reads one stream until it ends, is stale or is aborted. */
async function readStream(onChange: OnChange, onConnected: () => void, signal: AbortSignal): Promise<void> {
  const session = currentSession();
  const token = session && isTokenValid(session) ? session.token : await refreshToken();
  const stale = new AbortController();
  const abortStale = (): void => {
    reportUnreachable();
    stale.abort();
  };
  let staleTimer = setTimeout(abortStale, staleAfterMs);
  try {
    const response = await fetch('/ext/live', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, stale.signal]),
      cache: 'no-store',
    }).catch((error: unknown) => {
      if (!signal.aborted) reportUnreachable();
      throw error;
    });
    reportReachable();
    if (!response.ok || !response.body) return;
    let buffered = '';
    for await (const chunk of decodeText(response.body)) {
      clearTimeout(staleTimer);
      staleTimer = setTimeout(abortStale, staleAfterMs);
      const events = (buffered + chunk).split(/\r?\n\r?\n/);
      buffered = events.pop() ?? '';
      for (const event of events) handleEvent(event, onChange, onConnected);
    }
  } finally {
    clearTimeout(staleTimer);
    stale.abort(); // a response that is not read to its end would keep its connection
  }
}

async function* decodeText(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

function handleEvent(event: string, onChange: OnChange, onConnected: () => void): void {
  const { name, change } = parseEvent(event);
  if (name === 'hello') {
    onConnected();
    onChange('any'); // changes before the connection were not received
  }
  if (name === 'tickets') onChange(change);
  if (name === 'notifications') onChange([]); // of no ticket
  if (name === 'reports') onChange([reportsChanged]);
}
