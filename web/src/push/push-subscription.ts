import { call } from '../api/client.ts';
import { safeLocalStorage } from '../lib/storage.ts';
import { currentSession } from '../session/session-store.ts';
import { onServiceWorkerMessage } from './service-worker-messages.ts';

// Notifications in this browser. The service ends a subscription with the session; it is kept in the browser, so that the same
// account has it again after the next sign-in.

/** The id of the account that turned notifications on in this browser. */
const accountKey = 'callout.push';

/** Subscribes this browser again for the account that is signed in if it had turned that on. @returns a function that stops it */
export function keepSubscribed(): () => void {
  const renew = async (): Promise<void> => {
    const manager = await findPushManager();
    if (manager && isTurnedOn() && Notification.permission === 'granted') await register(manager);
  };
  const tryToRenew = () => void renew().catch(() => {}); // the next start tries again
  tryToRenew();
  return onServiceWorkerMessage('push-subscription-changed', tryToRenew);
}

/** Whether the account that is signed in has turned notifications on in this browser. */
export const isTurnedOn = (): boolean => {
  const session = currentSession();
  return session !== undefined && safeLocalStorage.getItem(accountKey) === session.user.id;
};

/** Subscribes this browser again after the next sign-in of the account that is signed in. */
export const rememberTurnedOn = (): void => safeLocalStorage.setItem(accountKey, currentSession()?.user.id ?? '');

/** Subscribes this browser for nobody any more. */
export const forgetTurnedOn = (): void => safeLocalStorage.removeItem(accountKey);

async function findPushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** Subscribes this browser, at its push service and at ours. */
export async function register(manager: PushManager): Promise<void> {
  const { key } = await call('GET /ext/push/key');
  const existing = await manager.getSubscription();
  // One that was made with another key gets nothing: its push service refuses the messages.
  if (existing && keyOf(existing) !== key) await existing.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call('POST /ext/push/subscriptions', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
}

/** @returns the key in base64url, without padding as in the answer of the service */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
