import type { Page, Response } from '@playwright/test';
import { realPhoto } from '../../../testing/real-photos.ts';
import { expect, test } from '../fixtures.ts';
import { button, phone, visit } from '../page-helpers.ts';
import { type PictureFile, photoFile } from '../pictures.ts';
import { openWithServiceWorker, storedRecords, waitForStored } from '../stored-records.ts';

// What photos cost a phone: tiles load small versions, the viewer and the large comparison the photos themselves.

/** About 300 kB, of 1600 by 1200 pixels. */
async function largeJpeg(name: string): Promise<PictureFile> {
  const buffer = await realPhoto({ width: 1600, height: 1200, noise: 17 });
  expect(buffer.length).toBeGreaterThan(280_000);
  return { name, mimeType: 'image/jpeg', buffer };
}

interface LoadedImage {
  path: string;
  size: number;
}

/** Collects the photos that a page loads from now on, each once: it also reads ahead what a start without a connection needs. */
function recordPhotos(page: Page): { loaded: () => Promise<LoadedImage[]> } {
  const responses: Response[] = [];
  const pathOf = (response: Response): string => new URL(response.url()).pathname;
  page.on('response', (response) => {
    if (/^\/(files|ext\/photos)\//.test(pathOf(response))) responses.push(response);
  });
  const read = async (response: Response) => ({ path: pathOf(response), size: (await response.body()).length });
  const distinct = () => [...new Map(responses.toReversed().map((response) => [pathOf(response), response])).values()];
  return { loaded: () => Promise.all(distinct().map(read)) };
}

/** Scrolls to each tile and waits until it shows its picture. */
async function showAllTiles(page: Page, count: number): Promise<void> {
  const tiles = page.locator('.gallery img');
  await expect(tiles).toHaveCount(count);
  for (let i = 0; i < count; i++) {
    await tiles.nth(i).scrollIntoViewIfNeeded();
    await expect.poll(() => widthOf(page, `.gallery > :nth-child(${i + 1}) img`)).toBeGreaterThan(0);
  }
}

/** In pixels of its file. */
const widthOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)})?.naturalWidth ?? 0`);

const sum = (images: LoadedImage[]): number => images.reduce((total, { size }) => total + size, 0);
const isThumb = ({ path }: LoadedImage): boolean => path.endsWith('/thumb');

test('a tile loads at most 20 kB, and the viewer the photo', async ({ app, begun: id, lobby: { wanda } }) => {
  const file = await largeJpeg('lamp.jpg');
  for (let i = 0; i < 6; i++) await app.addPhoto(wanda, id, file);
  const page = await app.open(wanda, { ...phone, deviceScaleFactor: 3 });
  const photos = recordPhotos(page);
  await visit(page, `/tickets/${id}`);
  await showAllTiles(page, 6);
  const tiles = await photos.loaded();
  expect(tiles.map(isThumb)).toEqual(Array(6).fill(true));
  expect(sum(tiles)).toBeLessThanOrEqual(120_000);
  expect(sum(tiles), 'real pictures').toBeGreaterThan(30_000);

  await page.locator('.gallery button').first().click();
  await page.getByRole('dialog').getByAltText('lamp.jpg').waitFor();
  await expect.poll(() => widthOf(page, '.photo-frame img')).toBe(1600);
  const originals = async () => (await photos.loaded()).filter((image) => !isThumb(image));
  await expect.poll(async () => (await originals()).map(({ size }) => size)).toEqual([file.buffer.length]);
  await button(page, 'Close').click();

  await button(page, 'Finish job').click();
  await page.getByRole('dialog').locator('.gallery img').last().scrollIntoViewIfNeeded();
  await expect.poll(() => widthOf(page, 'dialog .gallery > :last-child img')).toBe(480);
  expect(await originals()).toHaveLength(1);
});

test('the card of finished work compares small versions, its page photos', async ({ app, begun: id, lobby: { anna, wanda } }) => {
  for (const name of ['before.jpg', 'after.jpg']) await app.addPhoto(wanda, id, await largeJpeg(name));
  await app.transition(wanda, id, 'done');
  const page = await app.open(anna, phone);
  await expect.poll(() => widthOf(page, '.decision .compared img')).toBe(480);
  await expect.poll(() => widthOf(page, '.decision .compared img + img')).toBe(480);
  await visit(page, `/tickets/${id}`);
  await expect.poll(() => widthOf(page, '.before-after .compared img')).toBe(1600);
});

test('tiles show photos when small versions cannot be loaded', async ({ app, begun: id, lobby: { wanda } }) => {
  await app.addPhoto(wanda, id, await largeJpeg('lamp.jpg'));
  for (const [path, status] of [
    ['**/ext/photos/*/thumb?*', 404],
    ['**/ext/tickets/*/thumbs?*', 500],
  ] as const) {
    const page = await app.open(wanda, phone);
    await page.route(path, (route) => route.fulfill({ status, json: { error: 'small version not found' } }));
    await visit(page, `/tickets/${id}`);
    await expect.poll(() => widthOf(page, '.gallery img')).toBe(1600);
  }
});

test('small versions are stored for a start without a connection', async ({ app, begun: id, lobby: { wanda } }) => {
  await app.addPhoto(wanda, id, photoFile('first.png'));
  await app.addPhoto(wanda, id, await largeJpeg('lamp.jpg'));
  const page = await openWithServiceWorker(app, wanda);
  const photos = recordPhotos(page);
  const storedTypes = async () => (await storedRecords(page)).filter(({ kind }) => kind === 'photo').map(({ value }) => value);
  await expect.poll(storedTypes, { timeout: 30_000 }).toEqual(['image/webp', 'image/webp']);
  expect((await photos.loaded()).filter((image) => !isThumb(image))).toEqual([]);
  await waitForStored(page, '/photos', 'lamp.jpg');
  await waitForStored(page, '/thumbs', '/thumb?');
  app.link.disconnect();
  await page.reload();
  await visit(page, `/tickets/${id}`);
  await expect.poll(() => widthOf(page, '.gallery > :last-child img'), { timeout: 30_000 }).toBe(480);
});
