import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, fileInput, finishJob, login, phone, signOut, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// Photos are kept in the browser until the service has stored them.

const uploads = /\/tickets\/\d+\/photos$/;

const smallScreen = { viewport: { width: 390, height: 844 } };

/** The ticket in Wanda's browser. */
const test = base.extend<{ page: Page; stored: () => Promise<string[]> }>({
  page: async ({ app, begun, lobby: { wanda } }, use) => {
    const page = await app.open(wanda, smallScreen, `/tickets/${begun}`);
    await button(page, 'Finish job').waitFor();
    await use(page);
  },
  stored: async ({ app, begun, lobby: { wanda } }, use) => {
    await use(() => app.photoNames(wanda, begun));
  },
});

/** Uploads break off until `restore` is called. */
async function breakUploads(page: Page): Promise<{ attempts: number; restore: () => Promise<void> }> {
  const link = { attempts: 0, restore: () => page.context().unroute(uploads) };
  await page.context().route(uploads, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    link.attempts++;
    return route.abort('connectionreset');
  });
  return link;
}

test('photos outlive a reload, another account and a new sign-in, in their order', async ({ begun, page, stored, lobby }) => {
  const link = await breakUploads(page);
  await fileInput(page).setInputFiles([photoFile('first.png'), photoFile('second.png')]);
  await page.getByText('Waiting for connection').first().waitFor();
  await page.reload();
  await page.getByAltText('second.png').waitFor();

  await visit(page, '/profile'); // the menu leads there as well, because something is unsent
  await button(page, 'Sign out').click();
  await login(page, adminEmail);
  const before = link.attempts;
  await visit(page, `/tickets/${begun}`);
  await page.getByText('No photos yet.').waitFor();
  await expect(page.getByAltText('second.png'), 'not shown to another account').toHaveCount(0);
  expect(link.attempts, 'not sent by another account').toBe(before);
  await signOut(page);

  await link.restore();
  await login(page, lobby.wanda);
  await visit(page, `/tickets/${begun}`);
  await page.getByRole('button', { name: 'Photo 2 of 2: second.png' }).waitFor();
  await button(page, 'Finish job').click({ trial: true });
  expect(await stored()).toEqual(['first.png', 'second.png']);
});

test('a photo whose answer is lost is stored once, with two tabs', async ({ app, begun, page, stored }) => {
  const second = await page.context().newPage();
  await second.goto(`${app.url}/app/tickets/${begun}`);
  let attempts = 0;
  await page.context().route(uploads, async (route) => {
    if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await fileInput(page).setInputFiles(photoFile('lamp.png'));
  for (const tab of [page, second]) await tab.getByRole('button', { name: 'Photo 1 of 1: lamp.png' }).waitFor();
  for (const tab of [page, second]) await tab.locator('.upload').waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['lamp.png']);
});

test('work that two tabs queue without a connection is sent once and in its order', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark', 'take');
  const first = await app.open(lobby.wanda, phone, `/tickets/${id}`);
  await button(first, 'Start').waitFor();
  const second = await first.context().newPage();
  await second.goto(`${app.url}/app/tickets/${id}`);
  await button(second, 'Start').waitFor();
  const answered: string[] = [];
  first.context().on('response', (response) => {
    if (response.request().method() === 'PATCH') answered.push(new URL(response.url()).pathname);
  });
  await first.context().setOffline(true);
  await button(first, 'Start').click();
  await finishJob(second);
  await first.locator('.queued-operation', { hasText: 'Finish job' }).waitFor();
  await first.context().setOffline(false);
  for (const tab of [first, second]) await tab.locator('.queued-operation').first().waitFor({ state: 'detached' });
  expect(answered).toEqual([`/tickets/${id}/start`, `/tickets/${id}/done`]);
  expect(await app.ticketActions(lobby.wanda, id)).toBe('created assigned started done');
});

test('a photo that the service refuses is shown until it is removed', async ({ app, begun, page, lobby: { wanda } }) => {
  const link = await breakUploads(page);
  await fileInput(page).setInputFiles(photoFile('late.png'));
  await page.getByText('Waiting for connection').waitFor();
  await app.transition(wanda, begun, 'done');
  await link.restore();
  await page.reload();
  await page.locator('.upload.failed').waitFor();
  await page.reload();
  await page.locator('.upload.failed').getByRole('button', { name: 'Remove' }).click();
  await page.locator('.upload').waitFor({ state: 'detached' });
});

test('the profile warns before signing out that photos and operations wait to be sent', async ({ app, lobby }) => {
  const { wanda } = lobby;
  const id = await lobby.report('A lamp is dark', 'take', 'start');
  const page = await app.open(wanda, phone);
  const panel = page.locator('section[aria-labelledby=sign-out]');
  await visit(page, '/profile');
  await panel.waitFor();
  await expect(panel.getByText('Not sent yet')).toHaveCount(0);

  const changes = /\/tickets\/\d+\/(photos|done)$/;
  await page.route(changes, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await visit(page, `/tickets/${id}`);
  await fileInput(page).setInputFiles(photoFile('lamp.png'));
  await page.getByAltText('lamp.png').waitFor();
  await finishJob(page);
  await page.locator('.queued-operation').waitFor();
  await visit(page, '/profile');
  await panel.getByText('Not sent yet: Finish job, 1 photo.').waitFor();
  await button(page, 'Sign out').click();
  await page.locator('input[type=password]').waitFor();

  await page.unroute(changes);
  await login(page, wanda);
  await visit(page, '/profile');
  await expect.poll(() => app.ticketStatus(wanda, id), { timeout: 40_000 }).toBe('done');
  await panel.getByText('Not sent yet').waitFor({ state: 'detached' });
});
