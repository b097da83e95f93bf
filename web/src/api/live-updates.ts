import type { QueryClient } from '@tanstack/react-query';
import { createClient, type LiveOptions, type LiveUpdate, TimeoutError } from '../../../clients/typescript/src/index.ts';
import { isOnline, reportUnreachable } from '../http/connectivity.ts';
import { reportingFetch } from '../http/reporting-fetch.ts';
import { createBroadcast } from '../lib/broadcast.ts';
import { withCrossTabLock } from '../lib/cross-tab-lock.ts';
import { delay } from '../lib/delay.ts';
import { sharedName } from '../session/acting.ts';
import { withActFor } from './act-for.ts';
import { tokensOf } from './client.ts';
import { invalidateChanged } from './invalidation.ts';
import { reportsChanged, type TicketChange, throttleChanges } from './ticket-change-events.ts';

// Live updates. While there is no stream, the tickets are polled. One tab reads the stream for all tabs: browsers open six
// connections to a host over HTTP/1.1, and each stream occupies one.

const lockName = sharedName('callout-live');
const channelName = sharedName('callout-live');
const pollIntervalMs = 15_000;
const refusedRetryMs = 30_000;
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
      await withCrossTabLock(lockName, (isHeld) => readUpdates(onChange, () => isHeld() && !signal.aborted, signal), { signal });
    }
  };
  follow().catch(() => {}); // stopped while another tab held the lock, or between two streams
  return () => {
    stopping.abort();
    changes.stop();
    broadcast.close();
  };
}

/** Reads one stream after the other, and polls between them. */
async function readUpdates(onChange: OnChange, mayContinue: () => boolean, signal: AbortSignal): Promise<void> {
  let polling: ReturnType<typeof setInterval> | undefined;
  const onDisconnect = (error: unknown): void => {
    if (error instanceof TimeoutError) reportUnreachable();
    polling ??= setInterval(() => isOnline() && mayContinue() && onChange('any'), pollIntervalMs);
  };
  const onUpdate = (update: LiveUpdate): void => {
    if (update.type === 'connected') {
      clearInterval(polling);
      polling = undefined;
    }
    onChange(changeOf(update));
  };
  try {
    while (mayContinue()) {
      // The library gives up when the service refuses the stream; the refusal may be a proxy's.
      await readStreams({ signal, onDisconnect }, mayContinue, onUpdate).catch(onDisconnect);
      await delay(refusedRetryMs, signal);
    }
  } finally {
    clearInterval(polling);
  }
}

async function readStreams(
  options: LiveOptions,
  mayContinue: () => boolean,
  onUpdate: (update: LiveUpdate) => void,
): Promise<void> {
  const client = createClient({ baseUrl: '', auth: tokensOf(), fetch: withActFor(reportingFetch) });
  for await (const update of client.liveUpdates(options)) {
    if (!mayContinue()) return;
    onUpdate(update);
  }
}

function changeOf(update: LiveUpdate): TicketChange {
  if (update.type === 'notifications') return []; // of no ticket
  if (update.type === 'reports') return [reportsChanged];
  // Before the connection changes were not received.
  return (update.type === 'tickets' && update.ids) || 'any';
}
