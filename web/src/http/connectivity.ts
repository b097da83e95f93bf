import { createStore, useStore } from '../lib/create-store.ts';

// Whether the service can be reached. `navigator.onLine` tells only whether there is a network, which may lead nowhere.

const pingIntervalMs = 3_000;
const pingTimeoutMs = 3_000;

const online = createStore(true);
/** The number of the newest ping: the result of an older one is ignored. */
let pingNumber = 0;
let pingTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether the service responded last. */
export const isOnline = (): boolean => online.get();
/** The same for a component, which is rendered again when it changes. */
export const useIsOnline = (): boolean => useStore(online);
/** @returns a function that removes the listener */
export const onConnectivityChange = (listener: () => void): (() => void) => online.subscribe(listener);

function setOnline(next: boolean): void {
  pingNumber++;
  clearTimeout(pingTimer);
  if (!next) pingTimer = setTimeout(ping, pingIntervalMs);
  if (next !== online.get()) online.set(next);
}

/** Tells that a response arrived, whatever its status. Without a network it was received before the network went. */
export function reportReachable(): void {
  if (navigator.onLine) setOnline(true);
}

/** Tells that a request got no response: the service is asked every few seconds until it responds. */
export function reportUnreachable(): void {
  if (online.get()) setOnline(false);
}

async function ping(): Promise<void> {
  clearTimeout(pingTimer);
  const thisPing = ++pingNumber;
  const isReachable = await fetch('/ping', { cache: 'no-store', signal: AbortSignal.timeout(pingTimeoutMs) }).then(
    () => true,
    () => false,
  );
  if (thisPing === pingNumber) setOnline(isReachable);
}

addEventListener('offline', () => setOnline(false));
addEventListener('online', ping);
// A browser without a network is not kept from asking: the service may run on the same machine.
if (!navigator.onLine) {
  online.set(false);
  void ping();
}
