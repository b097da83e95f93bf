import type { Page, Route } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import {
  button,
  currentStatus,
  fileInput,
  heading,
  offlineBanner,
  phone,
  serviceWorkerReady,
  shortenTimeouts,
  visit,
  withServiceWorker,
} from '../page-helpers.ts';
import { largePhoto } from '../pictures.ts';

// A link that is cut, and answers that are lost.

/** A new ticket, on Wanda's phone. */
const test = base.extend<{ id: number; page: Page }>({
  id: async ({ lobby: { report } }, use) => {
    await use(await report('A lamp is dark'));
  },
  page: async ({ app, lobby: { wanda } }, use) => {
    await use(await app.open(wanda, { ...phone, ...withServiceWorker }));
  },
});

const waits = (page: Page) => page.getByText('Waiting for connection');

test('Take job is disabled without a link, with the reason under it', async ({ app, id, page }) => {
  await visit(page, `/tickets/${id}`);
  await expect(button(page, 'Take job')).toBeEnabled();
  app.link.disconnect();
  await page.getByText('Not available offline: Take job.').waitFor();
  await expect(button(page, 'Take job')).toBeDisabled();
  await expect(button(page, 'Take job')).toHaveAccessibleDescription('Not available offline: Take job.');
  await offlineBanner(page).waitFor();
  app.link.restore();
  await offlineBanner(page).waitFor({ state: 'detached' });
  await expect(button(page, 'Take job')).toBeEnabled();
});

test('Take job whose answer was lost shows when the link is back', async ({ app, id, page, lobby: { wanda } }) => {
  await visit(page, `/tickets/${id}`);
  const cut = app.link.disconnectBeforeResponse(`PATCH /tickets/${id}/take`);
  await button(page, 'Take job').click();
  await cut;
  await page.getByText("Can't reach the server. Please try again.").waitFor();
  expect(await app.ticketStatus(wanda, id)).toBe('assigned');
  app.link.restore();
  await currentStatus(page, 'Assigned').waitFor();
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
});

test.describe('a ticket in work', () => {
  test.beforeEach(async ({ app, id, page, lobby: { wanda } }) => {
    await app.transition(wanda, id, 'take', 'start');
    await visit(page, `/tickets/${id}`);
    await button(page, 'Finish job').waitFor();
  });

  test('a photo whose upload breaks off is sent when the link is back, and stored once', async ({ app, id, page, lobby }) => {
    app.link.disconnectAfterBytes(200_000);
    await fileInput(page).setInputFiles(largePhoto('wall.png'));
    await waits(page).waitFor();
    expect(await app.photoNames(lobby.wanda, id)).toEqual([]);
    app.link.restore();
    await page.getByRole('button', { name: /Photo 1 of 1: wall/ }).waitFor();
    await waits(page).waitFor({ state: 'detached' });
    expect(await app.photoNames(lobby.wanda, id)).toHaveLength(1);
  });

  test('a late answer does not hide that the network is gone', async ({ app, id, lobby: { wanda } }) => {
    const page = await app.open(wanda, phone);
    const held = Promise.withResolvers<Route>();
    await page.route(`${app.url}/tickets/${id}`, (route) => held.resolve(route));
    await visit(page, `/tickets/${id}`);
    const route = await held.promise;
    const response = await route.fetch();
    await page.context().setOffline(true);
    await offlineBanner(page).waitFor();
    await route.fulfill({ response });
    await currentStatus(page, 'In progress').waitFor();
    await expect(offlineBanner(page)).toBeVisible();
  });
});

test('the banner without a link leaves the navigation of a wide screen whole', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda);
  await page.getByRole('link', { name: 'Notifications' }).waitFor();
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeInViewport({ ratio: 1 });
});

test('the console opens without a network and says so', async ({ app, page }) => {
  await page.reload();
  await page.locator('.app-layout').waitFor();
  await serviceWorkerReady(page);
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await page.goto(`${app.url}/app/free`);
  await heading(page, 'Available').waitFor();
  await page.getByText('Not downloaded. Opens when you are back online.').waitFor();
  const icon = page.locator('.brand img');
  await expect.poll(() => icon.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
  await offlineBanner(page).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'No available requests' }).waitFor();
});

test('a photo that failed to load again and again is loaded when the connection returns', async ({ app, id, lobby, page }) => {
  await app.transition(lobby.wanda, id, 'take', 'start');
  await app.addPhoto(lobby.wanda, id, largePhoto('before.jpg'));
  const failed = new Set<string>();
  const photoPaths = /\/(files\/|ext\/photos\/)/;
  await page.route(photoPaths, (route) => {
    failed.add(new URL(route.request().url()).pathname.replace(/\d+/, ''));
    return route.abort('connectionreset');
  });
  await visit(page, `/tickets/${id}`);
  const photo = page.getByRole('img', { name: 'Photo 1 of 1: before.jpg' });
  // Its small version and the photo itself. Links of the same second are the same, so that a new one may not be tried.
  await expect.poll(() => [...failed].sort()).toEqual(['/ext/photos//thumb', '/files/']);
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await page.unroute(photoPaths);
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: 'detached' });
  await expect.poll(() => photo.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
});

// Requests that get no answer.

async function fillIn(page: Page, description: string): Promise<void> {
  await visit(page, '/tickets/new');
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.getByLabel("What's wrong?").fill(description);
}

test('a ticket whose answer was lost is sent again by itself and not created twice, and can be created again', async ({
  app,
  lobby: { anna },
}) => {
  const page = await app.open(anna);
  const submit = page.locator('form button[type=submit]');
  const total = async (): Promise<number> => (await app.call(anna, 'GET', '/tickets')).total;
  await fillIn(page, 'The tap drips');
  const cut = app.link.disconnectBeforeResponse('POST /tickets');
  await submit.click();
  await cut;
  await page.getByText('New request: “The tap drips” not sent yet.').waitFor();
  expect(await total()).toBe(1);
  app.link.restore();
  await page
    .locator('.toast', { hasText: /^Request #\d+ sent/ })
    .getByRole('button', { name: 'View' })
    .click();
  await heading(page, 'The tap drips').waitFor();
  expect(await total()).toBe(1);
  await fillIn(page, 'The tap drips');
  await submit.click();
  await heading(page, 'The tap drips').waitFor();
  expect(await total()).toBe(2);
});

test('a schedule whose answer was lost is created once, also after a reload', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, '/rules/new');
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

test('a page that could not be read is read when the service answers again', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, {}, '/profile');
  await heading(page, 'Profile').waitFor();
  await page.route('**/ext/projects?*', (route) => route.abort('connectionreset'));
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await button(page, 'Try again').waitFor();
  await page.unroute('**/ext/projects?*');
  await page.getByRole('link', { name: 'Tower' }).waitFor();
});

test('an operation and a read on a silent link end with an error', async ({ app, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark');
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await button(page, 'Take job').waitFor();
  await shortenTimeouts(page);
  app.link.stall();
  await button(page, 'Take job').click();
  await page.locator('.toast', { hasText: "Can't reach the server. Please try again." }).waitFor({ timeout: 30_000 });
  await currentStatus(page, 'New').waitFor();
  app.link.restore();
  await offlineBanner(page).waitFor({ state: 'detached' });
});
