import type { BrowserContext, Page } from '@playwright/test';
import { password } from '../console-service.ts';
import { type App, test as base, expect } from '../fixtures.ts';
import { button, login, signOut, withServiceWorker } from '../page-helpers.ts';

// A session of another user may lie in the browser's cookie without a sign-in, for example planted by a page of
// another site. The console uses no session but that of the user who signed in last.

const test = base.extend<{ anna: string; mallory: string }>({
  anna: async ({ app }, use) => {
    await use(await app.account('Anna', 'client'));
  },
  mallory: async ({ app }, use) => {
    await use(await app.account('Mallory', 'client'));
  },
});

test('a planted session ends the session when the page is reloaded', async ({ app, anna, mallory }) => {
  const page = await app.open(anna, withServiceWorker);
  await plantSession(app, page.context(), mallory);
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  await page.reload();
  await page.getByLabel('Email').waitFor();
  await login(page, mallory);
  await page.reload();
  await isShownTo(page, 'Mallory');
});

test('a planted session ends the session in all tabs when the token is renewed', async ({ app, anna, mallory }) => {
  const [first, second] = await twoTabs(app, anna);
  await plantSession(app, first.context(), mallory);
  // The page that is open does not read the rules.
  await first.route('**/recurring?*', (route) => route.fulfill({ status: 401, json: { error: 'unauthorized' } }));
  await first.getByRole('link', { name: 'Schedules' }).first().click();
  for (const page of [first, second]) await page.getByText('Your session has ended').waitFor();
});

test('a planted session is used by no tab when all are opened at once', async ({ app, anna, mallory }) => {
  const [first, second] = await twoTabs(app, anna);
  await plantSession(app, first.context(), mallory);
  // While a tab is open it gives its token to others that start.
  for (const page of [first, second]) await page.goto('about:blank');
  await Promise.all([first, second].map((page) => page.goto(`${app.url}/app/`)));
  for (const page of [first, second]) await page.getByLabel('Email').waitFor();
  // The tab that is faster says why; the other one may find that the session is over already.
  const ended = await Promise.all([first, second].map((page) => page.getByText('Your session has ended').isVisible()));
  expect(ended).toContain(true);
});

test('all tabs follow to another user who signs in, also over a reload', async ({ app, anna, mallory }) => {
  const [first, second] = await twoTabs(app, anna);
  await first.goto(`${app.url}/app/profile`);
  await signOut(second);
  await first.getByLabel('Email').waitFor();
  await login(second, mallory);
  await isShownTo(first, 'Mallory');
  for (const page of [first, second]) {
    await page.reload();
    await isShownTo(page, 'Mallory');
  }
});

test('a token of another user that a tab shares without a sign-in is ignored', async ({ app, anna }) => {
  const page = await app.open(anna, withServiceWorker);
  await page.goto(`${app.url}/app/projects`);
  await isShownTo(page, 'Anna');
  await share(page, { id: crypto.randomUUID(), role: 'client', name: 'Mallory' });
  const { id } = await app.call(anna, 'GET', '/auth/me');
  await share(page, { id, role: 'client', name: 'Anna Renamed' }); // arrives after the other one
  await isShownTo(page, 'Anna Renamed');
  expect(new URL(page.url()).pathname, 'a change of the user leads to the first page').toBe('/app/projects');
});

test('a request that one user began is not sent as the next one', async ({ app, anna, mallory }) => {
  const [first, second] = await twoTabs(app, anna, muteSessionChannel);
  await first.goto(`${app.url}/app/projects`);
  await button(first, 'New project').first().click();
  await first.getByRole('dialog').getByLabel('Name').fill('Annas Tower');
  await signOut(second);
  await login(second, mallory);
  let posted = 0;
  await first.route('**/projects', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posted++;
    return posted === 1 ? route.fulfill({ status: 401, json: { error: 'unauthorized' } }) : route.fallback();
  });
  await first.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await isShownTo(first, 'Mallory');
  await first.goto(`${app.url}/app/projects`);
  await isShownTo(first, 'Mallory');
  expect(posted).toBe(1);
  expect((await app.call(mallory, 'GET', '/projects')).total).toBe(0);
});

/** Tabs miss messages of others, for example while the browser has frozen them. */
const muteSessionChannel = `
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (message) {
    if (this.name !== 'callout-session') post.call(this, message);
  };
`;

const isShownTo = (page: Page, name: string): Promise<void> =>
  page.locator('.current-user b').getByText(name, { exact: true }).waitFor({ state: 'attached' });

/** Two tabs of one browser in which the user has signed in. */
async function twoTabs(app: App, email: string, initScript = ''): Promise<[Page, Page]> {
  const first = await app.newPage(withServiceWorker);
  await first.context().addInitScript(initScript);
  await first.goto(`${app.url}/app/`);
  await login(first, email);
  const second = await first.context().newPage();
  await second.goto(`${app.url}/app/`);
  await second.locator('.app-layout').waitFor();
  return [first, second];
}

/** Puts the cookie of a new session of the user in place of the browser's. */
async function plantSession(app: App, context: BrowserContext, email: string): Promise<void> {
  const headers = { 'x-forwarded-for': '198.51.100.5' };
  const answer = await fetch(`${app.url}/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  const [, value] = /^refresh_token=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (!value) throw new Error('the answer sets no refresh token');
  const { hostname } = new URL(app.url);
  await context.addCookies([{ name: 'refresh_token', value, domain: hostname, path: '/auth', httpOnly: true, sameSite: 'Lax' }]);
}

/** Sends what a tab answers to a new one that asks for a token. */
function share(page: Page, user: { id: string; role: string; name: string }): Promise<void> {
  const session = { token: user.id, user, receivedAt: Date.now(), expiresAt: Date.now() + 7_200_000 };
  const message = JSON.stringify({ kind: 'token', session });
  return page.evaluate<void>(`new BroadcastChannel('callout-session').postMessage(${message})`);
}
