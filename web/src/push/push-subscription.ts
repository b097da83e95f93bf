import { call } from '../api/client.ts';
import { isStatus } from '../http/errors.ts';
import { safeLocalStorage } from '../lib/storage.ts';
import { currentSession } from '../session/session-store.ts';
import { onServiceWorkerMessage } from './service-worker-messages.ts';

// Notifications in this browser. The service ends a subscription with the session; it is kept in the browser, so that the same
// account has it again after the next sign-in.

/** The id of the account that turned notifications on in this browser. */
const accountKey = 'callout.push';

/** `unsupported`: on an iPhone that holds until the console was added to the home screen; `denied`: only the browser can undo it */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** Whether this browser shows notifications of the account that is signed in. */
export async function readPushState(): Promise<PushState> {
  const manager = await findPushManager();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return isTurnedOn() && (await manager.getSubscription()) ? 'on' : 'off';
}

/**
 * Asks for the permission to show notifications, and subscribes this browser. To be called by a click.
 * @returns `denied` without the permission
 * @throws ApiError, OfflineError as every call; DOMException when the browser reaches no push service
 */
export async function subscribe(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const manager = await findPushManager();
  const session = currentSession();
  if (!manager || !session) return 'unsupported';
  await register(manager);
  safeLocalStorage.setItem(accountKey, session.user.id);
  return 'on';
}

/** Ends notifications in this browser. @throws ApiError, OfflineError: they stay on */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await findPushManager())?.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await call('DELETE /ext/push/subscriptions', { body: { endpoint } }).catch((error: unknown) => {
      if (!isStatus(error, 404)) throw error; // it ended with a session
    });
    await subscription.unsubscribe();
  }
  safeLocalStorage.removeItem(accountKey);
}

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

const isTurnedOn = (): boolean => {
  const session = currentSession();
  return session !== undefined && safeLocalStorage.getItem(accountKey) === session.user.id;
};

async function findPushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

async function register(manager: PushManager): Promise<void> {
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
