import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, fileInput, phone } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// Photos that wait to be sent when the browser closes or loses its database.

const databases = `
  const open = IDBFactory.prototype.open;
  globalThis.databases = [];
  IDBFactory.prototype.open = function (...args) {
    const request = open.apply(this, args);
    request.addEventListener('success', () => databases.push(request.result));
    return request;
  };
`;

const uploads = /\/tickets\/\d+\/photos$/;

/** The ticket on Wanda's phone, whose uploads are blocked. */
const test = base.extend<{ page: Page }>({
  page: async ({ app, begun, lobby: { wanda } }, use) => {
    const page = await app.open(wanda, phone);
    await page.addInitScript(databases);
    await page.goto(`${app.url}/app/tickets/${begun}`);
    await button(page, 'Finish job').waitFor();
    await page.route(uploads, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await fileInput(page).setInputFiles(photoFile('first.png'));
    await page.locator('.upload.waiting').waitFor();
    await use(page);
  },
});

test('photos that wait are kept and sent when the browser has closed its database', async ({ page }) => {
  await page.evaluate('databases.forEach((database) => database.close())');
  await fileInput(page).setInputFiles(photoFile('second.png'));
  await page.getByAltText('second.png').waitFor();
  await expect(page.getByAltText('first.png')).toHaveCount(1);
  await page.unroute(uploads);
  await page.getByRole('button', { name: 'Photo 1 of 2: first.png' }).waitFor({ timeout: 40_000 });
  await page.locator('.upload').first().waitFor({ state: 'detached' });
});

test('photos that wait are shown and sent by a page that is older than the database', async ({ page }) => {
  await page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('callout', 7);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result.close());
  })`);
  await fileInput(page).setInputFiles(photoFile('second.png'));
  await page.getByAltText('second.png').waitFor();
  await page.reload();
  await page.getByAltText('first.png').waitFor();
  await page.getByAltText('second.png').waitFor();
  await page.unroute(uploads);
  await page.getByRole('button', { name: 'Photo 1 of 2: first.png' }).waitFor({ timeout: 40_000 });
  await page.locator('.upload').first().waitFor({ state: 'detached' });
});
