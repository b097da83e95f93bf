import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { serviceWorkerReady, withServiceWorker } from '../page-helpers.ts';

// What the browser does with a pushed message. A subscription needs the push service of its vendor, so the messages are
// delivered by the protocol of the developer tools; test/notifications/push.test.ts covers their way to a push service.

const withNotifications: BrowserContextOptions = { ...withServiceWorker, permissions: ['notifications'] };

const payload = (id: number) => ({
  title: 'Assigned to you: A lamp is dark',
  body: `anna assigned this job to you.\nLobby · #${id}`,
  lang: 'en',
  tag: `ticket-${id}`,
  ticket_id: id,
  path: `tickets/${id}`,
});

/** @returns a function that delivers a message to the service worker of a page */
async function pushTo(page: Page): Promise<(data: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  renotify: boolean;
}

/** Chromium without windows shows no notifications and keeps none, so the service worker is asked what it has shown. */
async function recordNotifications(page: Page): Promise<() => Promise<Shown[]>> {
  const [known] = page.context().serviceWorkers();
  const worker = known ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(`
    self.shown = [];
    self.registration.showNotification = async (title, options) => self.shown.push({ title, ...options });`);
  return () => worker.evaluate<Shown[]>('self.shown.map(({ title, body, tag, renotify }) => ({ title, body, tag, renotify }))');
}

/** Clicks on the last notification, as the browser tells the service worker of it. */
async function clickNotification(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`
    const notification = { ...self.shown.at(-1), close: () => self.shown.pop() };
    const event = Object.assign(new ExtendableEvent('notificationclick'), { notification, waitUntil: () => {} });
    self.dispatchEvent(event);`);
}

test('a pushed message is shown, also when it cannot be read', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda, withNotifications);
  await serviceWorkerReady(page);
  const push = await pushTo(page);
  const shown = await recordNotifications(page);
  const { title, body, tag } = payload(7);
  const message = { title, body, tag, renotify: true };
  await push(JSON.stringify(payload(7)));
  await expect.poll(shown).toEqual([message]);
  await push('not JSON');
  await expect.poll(shown).toEqual([message, { title: 'Callout', body: '', tag: 'callout', renotify: true }]);
});

test('a click on a notification opens the ticket in the open window', async ({ app, lobby: { wanda, report } }) => {
  const ticket = await report('A lamp is dark', 'take');
  const page = await app.open(wanda, withNotifications);
  await serviceWorkerReady(page);
  await page.evaluate('window.isSamePage = true');
  const push = await pushTo(page);
  const shown = await recordNotifications(page);
  await push(JSON.stringify(payload(ticket)));
  await expect.poll(async () => (await shown()).length).toBe(1);
  await clickNotification(page);
  await expect.poll(() => page.url()).toBe(`${app.url}/app/tickets/${ticket}`);
  await page.getByRole('heading', { name: 'A lamp is dark' }).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  expect(await shown()).toEqual([]);
});
