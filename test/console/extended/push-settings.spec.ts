import type { BrowserContextOptions, Page } from '@playwright/test';
import { startConsoleService } from '../console-service.ts';
import { App, test as base, expect } from '../fixtures.ts';
import { button, login, phone, serviceWorkerReady, withServiceWorker } from '../page-helpers.ts';
import { type Lobby, seedLobby } from '../seed.ts';

// The panel of this browser on the page of the settings. The push service of the browser's vendor is faked.

const test = base.extend<{ pushApp: App; pushLobby: Lobby }>({
  pushApp: async ({ browser }, use) => {
    const service = await startConsoleService({ DATA_ENCRYPTION_KEY: 'ab'.repeat(32) });
    const app = new App(service, browser);
    try {
      await use(app);
      await app.close();
    } finally {
      await service.stop();
    }
  },
  pushLobby: async ({ pushApp }, use) => {
    await use(await seedLobby(pushApp));
  },
});

/** A browser with a push service; the answer to its question for the permission is `window.answer`. */
const fakePush = `
  let permission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => (permission = window.answer ?? 'granted');
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const endpoint = 'https://push.example.com/send/settings';
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (window.hasNoService) throw new DOMException('Registration failed', 'AbortError');
    subscription = {
      endpoint,
      options: { applicationServerKey },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => { subscription = null; return true; },
    };
    return subscription;
  };`;

async function openSettings(app: App, email: string, script: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await app.newPage({ ...phone, ...withServiceWorker, ...options });
  await page.addInitScript(script);
  await page.goto(`${app.url}/app/`);
  await login(page, email);
  await page.goto(`${app.url}/app/notifications/settings`);
  return page;
}

const panel = (page: Page) => page.getByRole('region', { name: 'This browser' });

test('a browser is subscribed and unsubscribed with one tap each', async ({ pushApp: app, pushLobby: { wanda } }) => {
  const isReady = async (): Promise<boolean> =>
    (await app.call(wanda, 'GET', '/ext/notifications/preferences')).channels.push.ready;
  const page = await openSettings(app, wanda, fakePush);
  await serviceWorkerReady(page);
  await page.getByText('No browser of yours shows notifications.').waitFor();
  await button(page, 'Turn on in this browser').tap();
  await page.getByText('On in this browser', { exact: true }).waitFor();
  expect(await isReady()).toBe(true);
  await page.getByRole('switch', { name: 'Request assigned to me: Browser' }).check();
  await button(page, 'Turn off in this browser').tap();
  await page.getByText('Off in this browser', { exact: true }).waitFor();
  expect(await isReady()).toBe(false);
});

test('the panel tells why notifications could not be turned on', async ({ pushApp: app, pushLobby: { wanda } }) => {
  const page = await openSettings(app, wanda, fakePush);
  await serviceWorkerReady(page);
  await page.evaluate('window.answer = "default"');
  await button(page, 'Turn on in this browser').tap();
  await panel(page).getByText('The browser asked for permission and did not get it.').waitFor();
  await page.evaluate('window.answer = "granted"; window.hasNoService = true');
  await button(page, 'Turn on in this browser').tap();
  await panel(page).getByText("The push service of this browser can't be reached.").waitFor();
  await page.evaluate('window.answer = "denied"; window.hasNoService = false');
  await button(page, 'Turn on in this browser').tap();
  await panel(page).getByText('Notifications are blocked in this browser.').waitFor();
  await expect(panel(page).getByRole('button')).toHaveCount(0);
});

test('a browser that cannot show notifications says why', async ({ pushApp: app, pushLobby: { wanda } }) => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
  const withoutPush = 'delete window.PushManager;';
  const cases: [script: string, options: BrowserContextOptions, words: string][] = [
    [withoutPush, {}, 'This browser offers no notifications.'],
    [withoutPush, { userAgent: iPhone }, 'once Callout is on the home screen'],
    ["Object.defineProperty(window, 'isSecureContext', { value: false });", {}, 'only over HTTPS'],
  ];
  for (const [script, options, words] of cases) {
    const page = await openSettings(app, wanda, script, options);
    await panel(page).getByText(words).waitFor();
    await expect(panel(page).getByRole('button')).toHaveCount(0);
  }
});

test('where the operator has not set it up, no browser is offered', async ({ app, lobby: { wanda } }) => {
  const page = await openSettings(app, wanda, fakePush);
  await page.getByText("This server doesn't send notifications to browsers.").waitFor();
  await expect(panel(page)).toHaveCount(0);
});
