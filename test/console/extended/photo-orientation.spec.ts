import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, fileInput, phone, visit } from '../page-helpers.ts';
import { photoFile, turned } from '../pictures.ts';

// Landscape pixels, red on the left and blue on the right: turned upright, red is on top.
const lying = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 });
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, 2000, 3000);
  context.fillStyle = 'blue';
  context.fillRect(2000, 0, 2000, 3000);
  return canvas.toDataURL('image/jpeg').split(',')[1];
})()`;

/** The pixels that the service stored, whatever the Exif orientation says. */
const lookAt = (url: string): string => `(async () => {
  const blob = await (await fetch(${JSON.stringify(url)})).blob();
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const colour = (y) => { const [red, , blue] = context.getImageData(width / 2, y, 1, 1).data; return red > blue ? 'red' : 'blue'; };
  return { width, height, top: colour(10), bottom: colour(height - 10), type: blob.type };
})()`;

test.describe('photos of a ticket that is being worked on', () => {
  let page: Page;
  let id: number;
  test.beforeEach(async ({ app, lobby: { wanda, report } }) => {
    id = await report('A lamp is dark');
    await app.transition(wanda, id, 'take', 'start');
    page = await app.open(wanda, phone);
    await visit(page, `/tickets/${id}`);
    await button(page, 'Finish job').waitFor();
  });

  test('a photo with an Exif orientation is sent upright and reduced', async ({ app, lobby: { wanda } }) => {
    const buffer = turned(Buffer.from(await page.evaluate<string>(lying), 'base64'));
    await fileInput(page).setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: /Photo 1 of 1: IMG_0001/ }).waitFor();
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    const stored = await page.evaluate(lookAt(items[0].url));
    expect(stored).toEqual({ width: 1920, height: 2560, top: 'red', bottom: 'blue', type: 'image/jpeg' });
  });

  test('a file that is no picture is named, and does not prevent Finish job', async () => {
    await fileInput(page).setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
    await page.getByText("This file can't be read as a photo.").waitFor();
    await expect(button(page, 'Finish job')).toBeEnabled();
    await button(page, 'Remove').click();
    await page.getByText("This file can't be read as a photo.").waitFor({ state: 'detached' });
  });

  test('the removal of a photo can be undone', async ({ app, lobby: { wanda } }) => {
    await fileInput(page).setInputFiles(photoFile('wrong.png'));
    const picture = page.getByRole('button', { name: /Photo 1 of 1: wrong/ });
    await picture.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await picture.waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await picture.waitFor();
    expect(await app.photoNames(wanda, id)).toEqual(['wrong.png']);
  });
});
