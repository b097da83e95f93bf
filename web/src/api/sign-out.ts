import { delay } from '../lib/delay.ts';
import { heldLock, sendAllHeld } from '../session/held-actions.ts';
import { withRefreshLock } from '../session/refresh-token-lock.ts';
import { sessionBroadcast } from '../session/session-broadcast.ts';
import { clearSession } from '../session/token-refresh.ts';
import { call } from './client.ts';

// Apart from the script of the first page, which has a maximum of bytes.

/** A sign-out waits for the requests of each tab at most so long. */
const maxWaitMs = 10_000;
/** Without Web Locks it is not known whether another tab sends something. */
const waitWithoutLocksMs = 1_000;

/** Sends what all tabs hold, while the user is still signed in. */
async function sendHeldOfAllTabs(): Promise<void> {
  sessionBroadcast.post({ kind: 'send held' });
  await Promise.race([sendAllHeld(), delay(maxWaitMs)]);
  if (!navigator.locks) return delay(waitWithoutLocksMs);
  await navigator.locks.request(heldLock, { signal: AbortSignal.timeout(maxWaitMs) }, () => {}).catch(() => {});
}

/** Signs out in this browser: its tabs share one session. */
export async function signOut(): Promise<void> {
  await sendHeldOfAllTabs();
  await withRefreshLock(() => call('POST /auth/logout'));
  clearSession();
}

/** @returns how many sessions of the user were revoked */
export async function signOutEverywhere(): Promise<number> {
  await sendHeldOfAllTabs();
  const { revoked } = await call('POST /auth/logout-all');
  clearSession();
  return revoked;
}
