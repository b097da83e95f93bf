import type { QueryClient } from '@tanstack/react-query';
import type { Profile } from '../contract/schemas.ts';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { delay } from '../lib/delay.ts';
import { principal } from '../session/acting.ts';
import {
  currentSession,
  isSessionKnown,
  isUnverified,
  onSessionChange,
  openUnverifiedSession,
  storedUserId,
} from '../session/session-store.ts';
import { readRecord, removeAll, removeOtherUsers } from './records.ts';
import { readResponses, storeResponses } from './responses.ts';

/** A service that has not answered after this time is waited for with the stored data on the screen. */
const maxWaitMs = 1_500;

/**
 * Stores what the user reads, and opens the console with it when there is no connection. It is removed when the session ends,
 * and when another user signs in. Nothing is stored of an account that the page acts for.
 */
export function startOfflineData(client: QueryClient): void {
  removeWithSession();
  if (principal) return;
  storeResponses(client);
  prefetchForWorker(client);
  void openStoredSession(client);
  readAgainAfterRefresh(client);
  onConnectivityChange(() => !isOnline() && void restoreResponses(client));
}

/**
 * Reads the open jobs of a worker ahead, by a script that nobody else loads. A script that fails to load is loaded again when the
 * session or the connectivity changes.
 */
function prefetchForWorker(client: QueryClient): void {
  let isLoading = false;
  async function load(): Promise<void> {
    if (isLoading || currentSession()?.user.role !== 'worker') return;
    isLoading = true;
    try {
      const { prefetchOpenJobs } = await import('./open-jobs.ts');
      prefetchOpenJobs(client);
      stopSession();
      stopConnectivity();
    } catch {
      isLoading = false;
    }
  }
  const stopSession = onSessionChange(() => void load());
  const stopConnectivity = onConnectivityChange(() => isOnline() && void load());
}

/** Opens the console for the user who signed in last in this browser, when the service does not answer. */
async function openStoredSession(client: QueryClient): Promise<void> {
  const user = storedUserId();
  if (!user) return;
  const [profile, restore] = await Promise.all([readRecord<Profile>(user, 'profile', ''), readResponses(user)]);
  if (!profile) return removeAll(); // too old, or incomplete
  await Promise.race([offline(), sessionKnown(), delay(maxWaitMs)]);
  if (isSessionKnown() || storedUserId() !== user) return;
  restore(client);
  openUnverifiedSession(profile);
}

/** A session that was opened without a connection shows stored responses until it is refreshed. */
function readAgainAfterRefresh(client: QueryClient): void {
  let wasUnverified = false;
  onSessionChange(() => {
    const session = currentSession();
    const isRefreshed = wasUnverified && session !== undefined && !isUnverified(session);
    wasUnverified = session !== undefined && isUnverified(session);
    if (isRefreshed) void client.invalidateQueries({}, { cancelRefetch: false });
  });
}

/** What this page has not read itself may have been stored by an earlier one. */
async function restoreResponses(client: QueryClient): Promise<void> {
  const user = currentSession()?.user.id;
  if (!user) return;
  const restore = await readResponses(user);
  if (currentSession()?.user.id === user) restore(client);
}

const offline = (): Promise<void> => until(() => !isOnline(), onConnectivityChange);
const sessionKnown = (): Promise<void> => until(isSessionKnown, onSessionChange);

function until(isTrue: () => boolean, subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isTrue()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe(check);
    check();
  });
}

function removeWithSession(): void {
  let lastUserId: string | undefined;
  const follow = (): void => {
    if (!isSessionKnown()) return;
    const user = currentSession()?.user.id;
    if (!user) void removeAll();
    else if (user !== lastUserId) void removeOtherUsers(user);
    lastUserId = user;
  };
  onSessionChange(follow);
  follow();
}
