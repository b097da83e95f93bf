import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, fileInput, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

const maxPhotos = 20;

/** A ticket that Wanda works on, and her phone. */
const test = base.extend<{ id: number; page: Page }>({
  id: async ({ app, lobby: { wanda, report } }, use) => {
    const id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    await use(id);
  },
  page: async ({ app, lobby: { wanda } }, use) => {
    await use(await app.open(wanda, phone));
  },
});

test('a phone offers the camera for one photo, and existing photos, several at once', async ({ id, page }) => {
  await visit(page, `/tickets/${id}`);
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, name).click();
    return chooser;
  };
  const camera = await choose('Take photo');
  expect(camera.isMultiple()).toBe(false);
  expect(await camera.element().getAttribute('capture')).toBe('environment');
  await camera.setFiles(photoFile('first.png'));
  await page.getByRole('button', { name: 'Photo 1 of 1: first.png' }).waitFor();
  const existing = await choose('Choose photos');
  expect(existing.isMultiple()).toBe(true);
  expect(await existing.element().getAttribute('capture')).toBeNull();
  await existing.setFiles([photoFile('second.png'), photoFile('third.png')]);
  await page.getByRole('button', { name: 'Photo 3 of 3: third.png' }).waitFor();
});

test('photos above the limit are not added while others wait to be sent', async ({ app, id, page, lobby: { wanda } }) => {
  for (let i = 1; i <= maxPhotos - 3; i++) await app.addPhoto(wanda, id, photoFile(`${i}.png`));
  await visit(page, `/tickets/${id}`);
  await page.getByRole('button', { name: 'Photo 17 of 17: 17.png' }).waitFor();
  const uploads = /\/tickets\/\d+\/photos$/;
  await page.route(uploads, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await fileInput(page).setInputFiles([photoFile('first.png')]);
  await page.getByAltText('first.png').waitFor();
  await fileInput(page).setInputFiles(['second.png', 'third.png', 'fourth.png', 'fifth.png'].map((name) => photoFile(name)));
  await page.getByText('This request has reached its photo limit. 2 photos were not added.').waitFor();
  await page.getByAltText('third.png').waitFor();
  await expect(page.locator('.upload')).toHaveCount(3);
  await button(page, 'Choose photos').waitFor({ state: 'hidden' });
  await page.unroute(uploads);
  await page.getByRole('button', { name: 'Photo 20 of 20: third.png' }).waitFor({ timeout: 40_000 });
  await expect(page.locator('.upload.failed')).toHaveCount(0);
});

test('a photo whose link has expired is loaded with a new link', async ({ app, id, page, lobby: { wanda } }) => {
  await app.addPhoto(wanda, id, photoFile('lamp.png'));
  let refused: string | undefined;
  await page.route(/\/files\/\d+\?/, (route) => {
    refused ??= route.request().url();
    return route.request().url() === refused ? route.fulfill({ status: 403, json: { error: 'expired' } }) : route.continue();
  });
  // Links that are signed in the same second are equal.
  await page.route(`${app.url}/tickets/${id}/photos?*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { items: { url: string }[] };
    if (refused) for (const photo of body.items) photo.url += '&again';
    return route.fulfill({ response, json: body });
  });
  await visit(page, `/tickets/${id}`);
  const isLoaded = () => page.evaluate<boolean>(`document.querySelector('.gallery img')?.naturalWidth > 0`);
  await expect.poll(isLoaded).toBe(true);
});
