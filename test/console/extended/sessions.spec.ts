import { type AuthProxy, startAuthProxy } from '../auth-proxy.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, installClock, login, offlineBanner, serviceWorkerReady, signOut, withServiceWorker } from '../page-helpers.ts';

interface Fixtures {
  anna: string;
  /** In front of the service, for the path of renewals. */
  authProxy: AuthProxy;
}

const test = base.extend<Fixtures>({
  anna: async ({ app }, use) => {
    await use(await app.account('Anna', 'client'));
  },
  authProxy: async ({ app }, use) => {
    const authProxy = await startAuthProxy(app.url, '/auth/refresh');
    await use(authProxy);
    authProxy.close();
  },
});

const lifetimeMs = 30 * 60_000;

test('two tabs renew their access token at most once each', async ({ app, anna, authProxy }) => {
  const first = await app.newPage(withServiceWorker);
  const context = first.context();
  await installClock(first);
  await context.route('**/auth/{login,refresh}', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, ...(body.expires_in && { expires_in: lifetimeMs / 1000 }) } });
  });
  await first.goto(`${authProxy.url}/app/`);
  await login(first, anna);
  await serviceWorkerReady(first);
  const second = await context.newPage();
  await second.goto(`${authProxy.url}/app/projects`);
  await second.locator('.app-layout').waitFor();
  expect(authProxy.answered, 'a new tab gets the token of the other one').toBe(0);
  for (const round of [1, 2]) {
    const before = authProxy.answered;
    await context.clock.fastForward(lifetimeMs - 60_000);
    await expect.poll(() => authProxy.answered).toBeGreaterThan(before);
    for (const page of [first, second]) {
      await page
        .getByRole('link', { name: round === 1 ? 'Schedules' : 'Statistics' })
        .first()
        .click();
      await page
        .getByRole('heading', { name: round === 1 ? 'No schedules yet' : 'Statistics' })
        .first()
        .waitFor();
    }
    // The second tab has its turn before it may have heard of the first one's token.
    expect(authProxy.answered).toBeLessThanOrEqual(before + 2);
  }
});

test('a page that is left during a slow renewal does not end the session', async ({ app, anna, authProxy }) => {
  const page = await app.newPage(withServiceWorker);
  await installClock(page);
  await page.goto(`${authProxy.url}/app/`);
  await login(page, anna);
  await serviceWorkerReady(page);
  authProxy.hold();
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => authProxy.answered).toBe(1);
  await Promise.all([page.waitForRequest('**/auth/refresh'), page.reload({ waitUntil: 'commit' })]);
  await page.clock.fastForward(13_000); // longer than a tab waits for the renewal of another one
  authProxy.release();
  await page.locator('.app-layout').waitFor();
  expect(authProxy.answered).toBe(1);
  await page.reload();
  await page.locator('.app-layout').waitFor();
});

test('a new sign-in returns to the page with the draft', async ({ app, anna }) => {
  const page = await app.open(anna, withServiceWorker);
  const { id } = await app.call(anna, 'POST', '/projects', { name: 'Tower' });
  await app.call(anna, 'POST', `/projects/${id}/objects`, { name: 'Lobby', address: 'River Street 12' });
  await page.goto(`${app.url}/app/tickets/new`);
  await page.getByLabel("What's wrong?").fill('Typed with care');
  await page.context().clearCookies();
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  await login(page, anna);
  await page.waitForURL(/tickets\/new/);
  await expect(page.getByLabel("What's wrong?")).toHaveValue('Typed with care');
});

test('a session that ends during an action is reported once, on the sign-in page', async ({ app, anna }) => {
  const page = await app.open(anna, withServiceWorker);
  const { id } = await app.call(anna, 'POST', '/projects', { name: 'Mill' });
  await page.goto(`${app.url}/app/projects/${id}`);
  await button(page, 'Disable').waitFor();
  await page.context().clearCookies();
  await page.route(`**/projects/${id}`, (route) => route.fulfill({ status: 401, json: { error: 'unauthorized' } }));
  await button(page, 'Disable').click();
  await page.getByText('Your session has ended').waitFor();
  expect(await page.locator('.toast').allTextContents()).toEqual([]);
});

test('a browser that reports no network stays signed in while the service answers', async ({ app, anna }) => {
  const page = await app.open(anna, withServiceWorker);
  await page.context().addInitScript('Object.defineProperty(Navigator.prototype, "onLine", { get: () => false })');
  await page.reload();
  await page.locator('.app-layout').waitFor();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await offlineBanner(page).waitFor({ state: 'detached' });
});

test('signing out in one tab signs out all tabs', async ({ app, anna }) => {
  const first = await app.open(anna, withServiceWorker);
  const second = await first.context().newPage();
  await second.goto(`${app.url}/app/`);
  await second.locator('.app-layout').waitFor();
  await signOut(first);
  await second.getByLabel('Email').waitFor();
});
