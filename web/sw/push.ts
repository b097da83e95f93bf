// Notifications by Web Push: what src/outbound/notifications/push-channel.ts sends.

import { consoleWindows } from './windows.ts';

declare const self: ServiceWorkerGlobalScope;

interface PushPayload {
  title: string;
  body: string;
  lang: string;
  /** takes the place of an earlier one with this tag */
  tag: string;
  /** the page of the console, such as `tickets/42` */
  path: string;
}

interface SubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

export function addPushListeners(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(readPayload(event.data))));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data as Pick<PushPayload, 'path'>).path));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChangeEvent;
    change.waitUntil(renew(change));
  });
}

/** Browsers end the subscription of a site that shows nothing, so an unreadable message is shown, too. */
function readPayload(data: PushMessageData | null): PushPayload {
  const empty = { title: 'Callout', body: '', lang: '', tag: 'callout', path: '' };
  try {
    return { ...empty, ...data?.json() };
  } catch {
    return empty;
  }
}

async function show({ title, body, lang, tag, path }: PushPayload): Promise<void> {
  const icon = new URL('icon-192.png', self.registration.scope).href;
  // Without `renotify` a newer one would take the place of the other silently.
  const options = { body, lang, tag, icon, dir: 'auto', renotify: true, data: { path } } as const;
  await self.registration.showNotification(title, options);
}

/** Shows a page of the console, in a window that is open already if there is one. */
async function open(path: string): Promise<void> {
  const { scope } = self.registration;
  const url = new URL(path, scope).href;
  if (!url.startsWith(scope)) return;
  const windows = await consoleWindows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (!window) {
    await self.clients.openWindow(url);
    return;
  }
  // The page navigates itself: a reload would lose what is typed in another part of it.
  window.postMessage({ type: 'open', path });
  await window.focus().catch(() => {});
}

/**
 * The browser has replaced the subscription. Only a page has an access token: one that is open tells the service now,
 * otherwise the next one that is opened does.
 */
async function renew({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const { applicationServerKey } = oldSubscription?.options ?? {};
  if (!newSubscription && applicationServerKey) {
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  }
  for (const window of await consoleWindows()) window.postMessage({ type: 'push-subscription-changed' });
}
