import type { BrowserContextOptions, Page } from '@playwright/test';
import { type App, expect, testWithService } from '../fixtures.ts';
import { setReadyChannels } from '../notification-helpers.ts';
import { button, login, openAccountMenu, phone, serviceWorkerReady, visit, withServiceWorker } from '../page-helpers.ts';

// The panel of this browser on the page of the settings. The push service of the browser's vendor is faked.

const test = testWithService({ DATA_ENCRYPTION_KEY: 'ab'.repeat(32) });
// Each worker would start a service of its own.
test.describe.configure({ mode: 'default' });

const isReady = async (app: App, email: string): Promise<boolean> =>
  (await app.call(email, 'GET', '/ext/notifications/preferences')).channels.push.ready;

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

test('a browser is subscribed and unsubscribed with one tap each', async ({ app, lobby: { wanda } }) => {
  const page = await openSettings(app, wanda, fakePush);
  await serviceWorkerReady(page);
  await page.getByText('No browser of yours shows notifications.').waitFor();
  await button(page, 'Turn on in this browser').tap();
  await page.getByText('On in this browser', { exact: true }).waitFor();
  expect(await isReady(app, wanda)).toBe(true);
  await page.getByRole('switch', { name: 'Request assigned to me: Browser' }).check();
  await button(page, 'Turn off in this browser').tap();
  await page.getByText('Off in this browser', { exact: true }).waitFor();
  expect(await isReady(app, wanda)).toBe(false);
});

test('the panel tells why notifications could not be turned on', async ({ app, lobby: { wanda } }) => {
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

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

test('a browser that cannot show notifications says why', async ({ app, lobby: { wanda } }) => {
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

test('what is ready is offered in the order browser, mail, messenger, and the first one is on', async ({
  app,
  lobby: { wanda },
}) => {
  const page = await app.newPage({ ...phone, ...withServiceWorker });
  await page.addInitScript(fakePush);
  await setReadyChannels(page, 'messenger', 'email');
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  const offer = page.getByRole('region', { name: 'Get notified' });
  await offer.waitFor();
  const switches = offer.getByRole('switch');
  const names = ['This browser', 'Email', 'Telegram'];
  await expect(switches).toHaveCount(names.length);
  for (const [position, name] of names.entries()) await expect(switches.nth(position)).toHaveAccessibleName(name);
  await expect(offer.getByRole('switch', { checked: true })).toHaveAccessibleName('This browser');
});

test('the offer on an iPhone says that the console belongs on its home screen', async ({ app, lobby: { wanda } }) => {
  const page = await app.newPage({ ...phone, userAgent: iPhone });
  await page.addInitScript('delete window.PushManager;');
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await page.getByRole('region', { name: 'Get notified' }).getByText('once Callout is on the home screen').waitFor();
  await visit(page, '/profile');
  await page.getByRole('region', { name: 'On this device' }).getByText('choose “Add to Home Screen”').waitFor();
});

test('the offer of the browser to install the console is kept until it is used, and is used once', async ({
  app,
  lobby: { wanda },
}) => {
  const page = await app.newPage(phone);
  await page.goto(`${app.url}/app/`);
  await page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => { window.asked = (window.asked ?? 0) + 1; },
  }))`);
  await login(page, wanda);
  const install = page.getByRole('region', { name: 'On this device' });
  await openAccountMenu(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await install.getByText('Installed, Callout has its own icon').waitFor();
  await install.getByRole('button', { name: 'Install' }).tap();
  await expect(install).toHaveCount(0);
  expect(await page.evaluate('window.asked')).toBe(1);
});

/** A browser that is subscribed with the key of another service. Without windows Chromium says that notifications are denied. */
const subscribedElsewhere = `
  ${fakePush}
  permission = 'granted';
  subscription = { options: { applicationServerKey: new Uint8Array(65).buffer }, unsubscribe: async () => (window.ended = true) };
  const { subscribe } = PushManager.prototype;
  PushManager.prototype.subscribe = function (options) {
    window.subscribedTo = options.applicationServerKey;
    return subscribe.call(this, options);
  };`;

test('a browser is subscribed again at the next sign-in', async ({ app, lobby: { anna, wanda } }) => {
  const page = await app.newPage({ ...phone, ...withServiceWorker, permissions: ['notifications'] });
  await page.addInitScript(subscribedElsewhere);
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await serviceWorkerReady(page);
  expect(await isReady(app, wanda)).toBe(false);
  await page.evaluate(`localStorage.setItem('callout.push', localStorage.getItem('callout.session'))`);
  await page.reload();
  await expect.poll(() => isReady(app, wanda)).toBe(true);
  const { key } = await app.call(anna, 'GET', '/ext/push/key');
  expect(await page.evaluate('[window.subscribedTo, window.ended]')).toEqual([key, true]);
});
