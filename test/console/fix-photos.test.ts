import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitFor } from '../support/wait.ts';
import { button, missingBrowser, phone, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

const maxPhotos = 20;

it('console photos', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { wanda, report } = await lobby(app);
  const begun = async (): Promise<number> => {
    const id = await report('A lamp is dark');
    for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
    return id;
  };
  const page = await app.open(wanda, { ...phone, serviceWorkers: 'block' });

  await test.test('a phone offers the camera for one photo, and existing photos, several at once', async () => {
    const id = await begun();
    await page.goto(`${app.url}/app/tickets/${id}`);
    const choose = async (name: string) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, name).click();
      return chooser;
    };
    const camera = await choose('Take a photo');
    assert.equal(camera.isMultiple(), false);
    assert.equal(await camera.element().getAttribute('capture'), 'environment');
    await camera.setFiles(photoFile('first.png'));
    await page.getByRole('button', { name: 'Photo 1 of 1: first.png' }).waitFor();
    const existing = await choose('Choose photos');
    assert.equal(existing.isMultiple(), true);
    assert.equal(await existing.element().getAttribute('capture'), null);
    await existing.setFiles([photoFile('second.png'), photoFile('third.png')]);
    await page.getByRole('button', { name: 'Photo 3 of 3: third.png' }).waitFor();
  });

  await test.test('photos above the limit are not added while others wait to be sent', async () => {
    const id = await begun();
    for (let i = 1; i <= maxPhotos - 3; i++) await app.addPhoto(wanda, id, photoFile(`${i}.png`));
    await page.goto(`${app.url}/app/tickets/${id}`);
    await page.getByRole('button', { name: 'Photo 17 of 17: 17.png' }).waitFor();
    const posts = /\/tickets\/\d+\/photos$/;
    await page.route(posts, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    const field = page.locator('input[type=file]');
    await field.setInputFiles([photoFile('first.png')]);
    await page.getByAltText('first.png').waitFor();
    await field.setInputFiles(['second.png', 'third.png', 'fourth.png', 'fifth.png'].map((name) => photoFile(name)));
    await page.getByText('This request takes no more photos: 2 were not added.').waitFor();
    await page.getByAltText('third.png').waitFor();
    assert.equal(await page.locator('.upload').count(), 3);
    await button(page, 'Choose photos').waitFor({ state: 'hidden' });
    await page.unroute(posts);
    await page.getByRole('button', { name: 'Photo 20 of 20: third.png' }).waitFor({ timeout: 40_000 });
    assert.equal(await page.locator('.upload.failed').count(), 0);
  });

  await test.test('a photo whose link has expired is loaded with a new link', async () => {
    const id = await begun();
    await app.addPhoto(wanda, id, photoFile('lamp.png'));
    let refused: string | undefined;
    await page.route(/\/files\/\d+\?/, (route) => {
      refused ??= route.request().url();
      return route.request().url() === refused ? route.fulfill({ status: 403, json: { error: 'expired' } }) : route.continue();
    });
    // Links of the same second are equal: the new one is another one only later.
    await page.route(`${app.url}/tickets/${id}/photos?*`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: { url: string }[] };
      if (refused) for (const photo of body.items) photo.url += '&again';
      return route.fulfill({ response, json: body });
    });
    await page.goto(`${app.url}/app/tickets/${id}`);
    await waitFor(() => page.evaluate<boolean>(`document.querySelector('.gallery img')?.naturalWidth > 0`), 15_000);
  });
});
