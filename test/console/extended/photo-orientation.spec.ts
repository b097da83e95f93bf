import type { Page } from '@playwright/test';
import { realPhoto } from '../../../testing/real-photos.ts';
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

  test('a WebP that lies on its side is sent upright', async ({ app, lobby: { wanda } }) => {
    const buffer = await realPhoto({ width: 300, height: 200, format: 'webp', orientation: 6 });
    await fileInput(page).setInputFiles({ name: 'lying.webp', mimeType: 'image/webp', buffer });
    await page.getByRole('button', { name: /Photo 1 of 1: lying/ }).waitFor();
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    const stored = await page.evaluate(lookAt(items[0].url));
    expect(stored).toEqual({ width: 200, height: 300, top: 'red', bottom: 'blue', type: 'image/jpeg' });
  });

  test('a photo in HEIC is named when it is chosen, and not added', async () => {
    const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), Buffer.alloc(100)]);
    await fileInput(page).setInputFiles([{ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic }, photoFile('other.png')]);
    await page.getByText("HEIC photos can't be added in this browser.").waitFor();
    await page.getByRole('button', { name: /Photo 1 of 1: other/ }).waitFor();
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
