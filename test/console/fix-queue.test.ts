import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, missingBrowser, phone, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

const databases = `
  const open = IDBFactory.prototype.open;
  const transaction = IDBDatabase.prototype.transaction;
  globalThis.databases = [];
  IDBFactory.prototype.open = function (...args) {
    const request = open.apply(this, args);
    request.addEventListener('success', () => databases.push(request.result));
    return request;
  };
  IDBDatabase.prototype.transaction = function (...args) {
    if (globalThis.isDatabaseLost) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    return transaction.apply(this, args);
  };
`;

it('console offline queue', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { wanda, report } = await lobby(app);
  const page = await app.open(wanda, { ...phone, serviceWorkers: 'block' });
  await page.addInitScript(databases);
  const field = page.locator('input[type=file]');
  const posts = /\/tickets\/\d+\/photos$/;
  const blockUploads = () =>
    page.route(posts, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  const openNew = async (): Promise<number> => {
    const id = await report('A lamp is dark');
    for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
    await page.goto(`${app.url}/app/tickets/${id}`);
    await button(page, 'Mark as done').waitFor();
    return id;
  };

  await test.test('photos that wait stay and are sent when the browser has closed its database', async () => {
    await openNew();
    await blockUploads();
    await field.setInputFiles(photoFile('first.png'));
    await page.locator('.upload.waiting').waitFor();
    await page.evaluate('databases.forEach((database) => database.close())');
    await field.setInputFiles(photoFile('second.png'));
    await page.getByAltText('second.png').waitFor();
    assert.equal(await page.getByAltText('first.png').count(), 1);
    await page.unroute(posts);
    await page.getByRole('button', { name: 'Photo 1 of 2: first.png' }).waitFor({ timeout: 40_000 });
    await page.locator('.upload').first().waitFor({ state: 'detached' });
  });

  await test.test('photos that wait stay while the database cannot be read, and are sent afterwards', async () => {
    const id = await openNew();
    await blockUploads();
    await field.setInputFiles(photoFile('first.png'));
    await page.locator('.upload.waiting').waitFor();
    await page.evaluate('globalThis.isDatabaseLost = true');
    await field.setInputFiles(photoFile('second.png'));
    await page.getByAltText('second.png').waitFor();
    await page.unroute(posts);
    await page.locator('.upload.waiting').first().getByRole('button', { name: 'Send again' }).click();
    assert.equal(await page.getByAltText('first.png').count(), 1);
    await page.evaluate('globalThis.isDatabaseLost = false');
    await page.locator('.gallery button').nth(1).waitFor({ timeout: 40_000 });
    await page.locator('.upload').first().waitFor({ state: 'detached' });
    const { total } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    assert.equal(total, 2);
  });
});
