import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { waitFor } from '../support/wait.ts';
import { button, kept, login, missingBrowser, startConsole } from './browser.ts';
import { answerSlowly } from './slow-answer.ts';

/** Makes the browser believe that access tokens live this long, and counts renewals. */
async function shorten(context: BrowserContext, seconds: number): Promise<{ renewals: number }> {
  const seen = { renewals: 0 };
  await context.route(/\/auth\/(login|refresh)$/, async (route) => {
    if (route.request().url().endsWith('refresh')) seen.renewals++;
    const response = await route.fetch();
    const body = (await response.json()) as { expires_in?: number };
    await route.fulfill({ response, json: { ...body, ...(body.expires_in && { expires_in: seconds }) } });
  });
  return seen;
}

it('keeps sessions', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const anna = await app.account('Anna', 'client');

  await test.test('two tabs go through the end of a token with one renewal each time', async () => {
    const first = await app.open();
    const seen = await shorten(first.context(), 5);
    const began = performance.now();
    await login(first, anna);
    const second = await first.context().newPage();
    let asked = 0;
    second.on('request', (request) => (asked += Number(request.url().endsWith('/auth/refresh'))));
    await second.goto(`${app.url}/app/projects`);
    await second.locator('.shell').waitFor();
    assert.equal(asked, 0, 'a new tab asks the others for the token');
    await sleep(13_000);
    for (const page of [first, second]) {
      await page.getByRole('link', { name: 'Rules' }).first().click();
      await page.getByRole('heading', { name: 'No rules yet' }).waitFor();
    }
    const most = Math.ceil((performance.now() - began) / 4_000);
    assert(seen.renewals >= 2 && seen.renewals <= most, `${seen.renewals} renewals`);
    await first.context().close();
  });

  await test.test('a reload goes on without signing in, and many do', async () => {
    const page = await app.open(anna);
    for (let i = 0; i < 5; i++) {
      await page.reload();
      await page.locator('.shell').waitFor();
    }
    await page.context().close();
  });

  await test.test('a page that is left in the middle of a slow renewal does not end the session', async () => {
    const slow = await answerSlowly(app.url, '/auth/refresh');
    const page = await app.open();
    await page.goto(`${slow.url}/app/`);
    await login(page, anna);
    await kept(page);
    slow.hold = 13_000;
    await page.reload({ waitUntil: 'commit' });
    await waitFor(() => slow.asked > 0);
    slow.hold = 0;
    await page.reload();
    await page.locator('.shell').waitFor();
    await page.reload();
    await page.locator('.shell').waitFor();
    await page.context().close();
  });

  await test.test('after a new login one is where one was, with what one had typed', async () => {
    const page = await app.open(anna);
    const { id } = await app.call(anna, 'POST', '/projects', { name: 'Tower' });
    await app.call(anna, 'POST', `/projects/${id}/objects`, { name: 'Lobby', address: 'River Street 12' });
    await page.goto(`${app.url}/app/tickets/new`);
    await page.getByRole('button', { name: /Lobby/ }).click();
    await page.getByLabel('Describe it').fill('Typed with care');
    await page.context().clearCookies();
    await page.reload();
    await page.getByText('Your session has ended').waitFor();
    await login(page, anna);
    await page.waitForURL(/tickets\/new/);
    assert.equal(await page.getByLabel('Describe it').inputValue(), 'Typed with care');
    await page.context().close();
  });

  await test.test('a session that ends under a click is told once, where one signs in again', async () => {
    const page = await app.open(anna);
    const { id } = await app.call(anna, 'POST', '/projects', { name: 'Mill' });
    await page.goto(`${app.url}/app/projects/${id}`);
    await button(page, 'Switch off').waitFor();
    await page.context().clearCookies();
    await page.route(`**/projects/${id}`, (route) => route.fulfill({ status: 401, json: { error: 'unauthorized' } }));
    await button(page, 'Switch off').click();
    await page.getByText('Your session has ended').waitFor();
    assert.deepEqual(await page.locator('.notice').allTextContents(), []);
    await page.context().close();
  });

  await test.test('a browser without a network, on the machine of the service itself, stays signed in', async () => {
    const page = await app.open(anna);
    await page.context().addInitScript('Object.defineProperty(Navigator.prototype, "onLine", { get: () => false })');
    await page.reload();
    await page.locator('.shell').waitFor();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByText('No connection.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  await test.test('signing out in one tab signs out in all', async () => {
    const first = await app.open(anna);
    const second = await first.context().newPage();
    await second.goto(`${app.url}/app/`);
    await second.locator('.shell').waitFor();
    await first.goto(`${app.url}/app/profile`);
    await button(first, 'Sign out here').click();
    for (const page of [first, second]) await page.getByLabel('E-mail').waitFor();
  });
});
