import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { startConsoleService } from '../console-service.ts';
import { App, expect, test } from '../fixtures.ts';
import { login, serviceWorkerReady, withServiceWorker } from '../page-helpers.ts';
import { seedLobby } from '../seed.ts';

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
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker');
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

test('a pushed message is shown as a notification that takes the place of an earlier one about the ticket', async ({
  app,
  lobby: { wanda },
}) => {
  const page = await app.open(wanda, withNotifications);
  await serviceWorkerReady(page);
  const push = await pushTo(page);
  const shown = await recordNotifications(page);
  const { title, body, tag } = payload(7);
  await push(JSON.stringify(payload(7)));
  await expect.poll(shown).toEqual([{ title, body, tag, renotify: true }]);
});

test('a pushed message that cannot be read is shown all the same', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda, withNotifications);
  await serviceWorkerReady(page);
  const push = await pushTo(page);
  const shown = await recordNotifications(page);
  await push('not JSON');
  await expect.poll(shown).toEqual([{ title: 'Callout', body: '', tag: 'callout', renotify: true }]);
});

test('a click on a notification opens the ticket in the window that is open, without loading it again', async ({
  app,
  lobby: { wanda, report },
}) => {
  const ticket = await report('A lamp is dark');
  await app.transition(wanda, ticket, 'take');
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

/** A browser whose push service is always there. Without windows Chromium says that notifications are denied. */
const fakePushManager = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  const endpoint = 'https://push.example.com/send/console';
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const ofAnotherKey = { options: { applicationServerKey: new Uint8Array(65).buffer }, unsubscribe: async () => (window.ended = true) };
  PushManager.prototype.getSubscription = async () => ofAnotherKey;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    window.subscribedTo = applicationServerKey;
    return { toJSON: () => ({ endpoint, keys }) };
  };`;

test('a browser in which the account had turned notifications on is subscribed again at its next sign-in', async ({
  browser,
}) => {
  const service = await startConsoleService({ DATA_ENCRYPTION_KEY: 'ab'.repeat(32) });
  const app = new App(service, browser);
  const { wanda, anna } = await seedLobby(app);
  const isReady = async (email: string): Promise<boolean> => {
    const { body } = await service.request(await service.signIn(email), 'GET', '/ext/notifications/preferences');
    return body.channels.push.ready;
  };
  const page = await app.newPage(withNotifications);
  await page.addInitScript(fakePushManager);
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await serviceWorkerReady(page);
  expect(await isReady(wanda)).toBe(false);
  await page.evaluate(`localStorage.setItem('callout.push', localStorage.getItem('callout.session'))`);
  await page.reload();
  await expect.poll(() => isReady(wanda)).toBe(true);
  const { body } = await service.request(await service.signIn(anna), 'GET', '/ext/push/key');
  expect(await page.evaluate('[window.subscribedTo, window.ended]')).toEqual([body.key, true]);
  await app.close();
  await service.stop();
});
