import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, fileInput, login, signOut, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// Photos are kept in the browser until the service has stored them.

const uploads = /\/tickets\/\d+\/photos$/;

const smallScreen = { viewport: { width: 390, height: 844 } };

/** A ticket that Wanda works on, open in her browser. */
const test = base.extend<{ id: number; page: Page; stored: () => Promise<string[]> }>({
  id: async ({ app, lobby: { wanda, report } }, use) => {
    const id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    await use(id);
  },
  page: async ({ app, id, lobby: { wanda } }, use) => {
    const page = await app.open(wanda, smallScreen);
    await visit(page, `/tickets/${id}`);
    await button(page, 'Finish job').waitFor();
    await use(page);
  },
  stored: async ({ app, id, lobby: { wanda } }, use) => {
    await use(() => app.photoNames(wanda, id));
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

test('photos outlive a reload, another account and a new sign-in, in their order', async ({ id, page, stored, lobby }) => {
  const link = await breakUploads(page);
  await fileInput(page).setInputFiles([photoFile('first.png'), photoFile('second.png')]);
  await page.getByText('Waiting for connection').first().waitFor();
  await page.reload();
  await page.getByAltText('second.png').waitFor();

  await signOut(page);
  await login(page, adminEmail);
  const before = link.attempts;
  await visit(page, `/tickets/${id}`);
  await page.getByText('No photos yet.').waitFor();
  await expect(page.getByAltText('second.png'), 'not shown to another account').toHaveCount(0);
  expect(link.attempts, 'not sent by another account').toBe(before);
  await signOut(page);

  await link.restore();
  await login(page, lobby.wanda);
  await visit(page, `/tickets/${id}`);
  await page.getByRole('button', { name: 'Photo 2 of 2: second.png' }).waitFor();
  await button(page, 'Finish job').click({ trial: true });
  expect(await stored()).toEqual(['first.png', 'second.png']);
});

test('a photo whose answer is lost is stored once, with two tabs', async ({ app, id, page, stored }) => {
  const second = await page.context().newPage();
  await second.goto(`${app.url}/app/tickets/${id}`);
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

test('photos of two tabs are stored once each where the browser has no locks', async ({ app, id, stored, lobby: { wanda } }) => {
  const first = await app.open(wanda, smallScreen);
  // As over plain HTTP.
  await first.context().addInitScript('Object.defineProperty(Navigator.prototype, "locks", { value: undefined })');
  const tabs = [first, await first.context().newPage()];
  for (const tab of tabs) {
    await tab.goto(`${app.url}/app/tickets/${id}`);
    await button(tab, 'Finish job').waitFor();
  }
  const files = tabs.map((_, tab) => [1, 2, 3].map((n) => photoFile(`${tab}${n}.png`)));
  await Promise.all(tabs.map((tab, i) => fileInput(tab).setInputFiles(files[i] ?? [])));
  for (const tab of tabs) {
    await tab.locator('.gallery > li').nth(5).waitFor();
    await tab.locator('.upload').first().waitFor({ state: 'detached' });
  }
  expect((await stored()).sort()).toEqual(['01.png', '02.png', '03.png', '11.png', '12.png', '13.png']);
});

test('photos that wait can be discarded, which can be undone', async ({ id, page, stored }) => {
  const link = await breakUploads(page);
  await fileInput(page).setInputFiles(photoFile('lamp.png'));
  await page.getByText('Waiting for connection').waitFor();
  await page.getByRole('link', { name: 'Available' }).last().click();
  await page.getByText('1 photo not sent yet.').waitFor();
  await page.getByRole('button', { name: /Discard/ }).click();
  await button(page, 'Discard').click();
  await page.getByText('1 photo not sent yet.').waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await page.getByText('1 photo not sent yet.').waitFor();
  await page.getByRole('button', { name: /Discard/ }).click();
  await button(page, 'Discard').click();
  await page.getByText('1 photo not sent yet.').waitFor({ state: 'detached' });
  await link.restore();
  await visit(page, `/tickets/${id}`);
  await page.getByText('No photos yet.').waitFor();
  await button(page, 'Finish job').click({ trial: true });
  expect(await stored()).toEqual([]);
});

test('a photo that the service refuses is shown until it is removed', async ({ app, id, page, lobby: { wanda } }) => {
  const link = await breakUploads(page);
  await fileInput(page).setInputFiles(photoFile('late.png'));
  await page.getByText('Waiting for connection').waitFor();
  await app.transition(wanda, id, 'done');
  await link.restore();
  await page.reload();
  await page.locator('.upload.failed').waitFor();
  await page.reload();
  await page.locator('.upload.failed').getByRole('button', { name: 'Remove' }).click();
  await page.locator('.upload').waitFor({ state: 'detached' });
});
