import type { QueryClient } from '@tanstack/react-query';
import { isOnline, reportReachable, reportUnreachable } from '../http/connectivity.ts';
import { delay } from '../lib/delay.ts';
import { currentSession } from '../session/session-store.ts';
import { isTokenValid, refreshToken } from '../session/token-refresh.ts';
import { invalidateChanged } from './queries.ts';
import { parseEvent, type TicketChange, throttleChanges } from './ticket-changes.ts';

// Changes by others: a stream of events, read with fetch because EventSource sends no token.
// Where there is none the tickets are asked for again from time to time. One tab listens and
// tells the others: browsers open six connections to a host, and each stream keeps one.

const silence = 40_000; // the service says something every 15 s
const pollEvery = 15_000;
const shortestWait = 1_000;
const longestWait = 60_000;

/** Between two reads of what others change: a burst of changes is read as one. */
const refreshIntervalMs = 2_000;

type Tell = (change: TicketChange) => void;

/** @returns how to stop it */
export function followLiveUpdates(client: QueryClient): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel('callout-live');
  const changes = throttleChanges((change) => void invalidateChanged(client, change), refreshIntervalMs);
  channel.onmessage = ({ data }: MessageEvent<TicketChange>) => changes.add(data);
  const tell: Tell = (change) => {
    changes.add(change);
    channel.postMessage(change);
  };
  const run = (): Promise<void> => follow(tell, signal);
  // Locks exist in secure contexts only; elsewhere each tab listens for itself.
  const listening = navigator.locks ? navigator.locks.request('callout-live', { signal }, run) : run();
  listening.catch(() => {}); // stopped while another tab listened
  return () => {
    stopping.abort();
    changes.stop();
    channel.close();
  };
}

async function follow(tell: Tell, signal: AbortSignal): Promise<void> {
  let wait = shortestWait;
  let polling: ReturnType<typeof setInterval> | undefined;
  const heard = (): void => {
    clearInterval(polling);
    polling = undefined;
    wait = shortestWait;
  };
  while (!signal.aborted) {
    await listen(tell, signal, heard).catch(() => {});
    polling ??= setInterval(() => isOnline() && tell('any'), pollEvery);
    await delay(wait, signal);
    wait = Math.min(wait * 2, longestWait);
  }
  clearInterval(polling);
}

/** Reads one stream to its end. */
async function listen(tell: Tell, signal: AbortSignal, heard: () => void): Promise<void> {
  const session = currentSession();
  const token = session && isTokenValid(session) ? session.token : await refreshToken();
  const quiet = new AbortController();
  const giveUp = (): void => {
    reportUnreachable();
    quiet.abort();
  };
  let alarm = setTimeout(giveUp, silence);
  try {
    const response = await fetch('/ext/live', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, quiet.signal]),
      cache: 'no-store',
    }).catch((error: unknown) => {
      if (!signal.aborted) reportUnreachable();
      throw error;
    });
    reportReachable();
    if (!response.ok || !response.body) return;
    let buffered = '';
    for await (const chunk of textOf(response.body)) {
      clearTimeout(alarm);
      alarm = setTimeout(giveUp, silence);
      const blocks = (buffered + chunk).split(/\r?\n\r?\n/);
      buffered = blocks.pop() ?? '';
      for (const block of blocks) take(tell, block, heard);
    }
  } finally {
    clearTimeout(alarm);
    quiet.abort(); // an answer that is not read to its end would keep its connection
  }
}

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

function take(tell: Tell, block: string, heard: () => void): void {
  const { name, change } = parseEvent(block);
  if (name === 'hello') {
    heard();
    tell('any'); // whatever happened while nobody listened
  }
  if (name === 'tickets') tell(change);
}
