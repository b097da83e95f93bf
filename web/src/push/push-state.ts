import { call } from '../api/client.ts';
import { isStatus } from '../http/errors.ts';
import { delay } from '../lib/delay.ts';
import { forgetTurnedOn, isTurnedOn, register, rememberTurnedOn } from './push-subscription.ts';

// Turning notifications on and off in this browser, for the page that has the switch.

/**
 * `needsHomeScreen`: an iPhone or iPad offers notifications only to what was added to the home screen; `denied`: only the
 * settings of the browser can undo it.
 */
export type PushState = 'insecure' | 'needsHomeScreen' | 'unsupported' | 'denied' | 'off' | 'on';

/** The service worker is registered after the first page was loaded. */
const maxRegistrationMs = 5_000;

/** Whether this browser shows notifications of the account that is signed in. */
export async function readPushState(): Promise<PushState> {
  if (!isSecureContext) return 'insecure';
  if (!isOffered()) return isAppleMobile() && !isOnHomeScreen() ? 'needsHomeScreen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  return isTurnedOn() && (await registration?.pushManager.getSubscription()) ? 'on' : 'off';
}

/**
 * Asks for the permission to show notifications, and subscribes this browser. To be called by a click.
 * @returns `denied` or `off` without the permission
 * @throws ApiError, NoAnswerError as every call; DOMException when the browser reaches no push service
 */
export async function subscribe(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const registration = await Promise.race([navigator.serviceWorker.ready, delay(maxRegistrationMs)]);
  if (!registration) return 'unsupported';
  await register(registration.pushManager);
  rememberTurnedOn();
  return 'on';
}

/** Ends notifications in this browser. @throws ApiError, NoAnswerError: they stay on */
export async function unsubscribe(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await call('DELETE /ext/push/subscriptions', { body: { endpoint } }).catch((error: unknown) => {
      if (!isStatus(error, 404)) throw error; // it ended with a session
    });
    await subscription.unsubscribe();
  }
  forgetTurnedOn();
  return 'off';
}

const isOffered = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
/** Whether the console was opened from the home screen, as what is installed. */
export const isOnHomeScreen = (): boolean => matchMedia('(display-mode: standalone)').matches;
/** Whether it is an iPhone or iPad. An iPad says that it is a Mac, which has no touch screen. */
export const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
