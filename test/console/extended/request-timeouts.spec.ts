import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, heading, offlineBanner, phone, visit } from '../page-helpers.ts';

// Requests that get no answer.

async function fillIn(page: Page, description: string): Promise<void> {
  await visit(page, '/tickets/new');
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.getByLabel("What's wrong?").fill(description);
}

test('a ticket whose answer was lost is not created twice, and can be created again', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna);
  const submit = page.locator('form button[type=submit]');
  const total = async (): Promise<number> => (await app.call(anna, 'GET', '/tickets')).total;
  await fillIn(page, 'The tap drips');
  const cut = app.link.disconnectBeforeResponse('POST /tickets');
  await submit.click();
  await cut;
  await page.getByText("Can't reach the server. Please try again.").waitFor();
  app.link.restore();
  await offlineBanner(page).waitFor({ state: 'detached' });
  expect(await total()).toBe(1);
  await submit.click();
  await heading(page, 'The tap drips').waitFor();
  expect(await total()).toBe(1);
  await fillIn(page, 'The tap drips');
  await submit.click();
  await heading(page, 'The tap drips').waitFor();
  expect(await total()).toBe(2);
});

test('a schedule whose answer was lost is created once, also after a reload', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna);
  await visit(page, '/rules/new');
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByLabel('What needs to be done?').fill('Inspect the lift');
  let attempts = 0;
  await page.route('**/recurring', async (route) => {
    if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await button(page, 'Create').click();
  await page.getByText("Can't reach the server. Please try again.").waitFor();
  await page.reload();
  await button(page, 'Create').click();
  await page.waitForURL(/rules\/\d+/);
  expect([attempts, (await app.call(anna, 'GET', '/recurring')).total]).toEqual([2, 1]);
});

test('a write that the browser or a proxy sends twice is executed once', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna);
  await page.route('**/tickets', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    return route.continue();
  });
  await fillIn(page, 'The tap drips');
  await page.locator('form button[type=submit]').click();
  await heading(page, 'The tap drips').waitFor();
  expect((await app.call(anna, 'GET', '/tickets')).total).toBe(1);
});

test('a page that could not be read is read when the service answers again', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna);
  await visit(page, '/profile');
  await heading(page, 'Profile').waitFor();
  await page.route('**/ext/projects?*', (route) => route.abort('connectionreset'));
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await button(page, 'Try again').waitFor();
  await page.unroute('**/ext/projects?*');
  await page.getByRole('link', { name: 'Tower' }).waitFor();
});

test('an operation and a read on a silent link end with an error', async ({ app, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  await button(page, 'Accept').waitFor();
  app.link.stall();
  await button(page, 'Accept').click();
  await page.locator('.toast', { hasText: "Can't reach the server. Please try again." }).waitFor({ timeout: 30_000 });
  await currentStatus(page, 'New').waitFor();
  app.link.restore();
  await offlineBanner(page).waitFor({ state: 'detached' });
});
