import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, missingBrowser, phone, startConsole } from './browser.ts';
import { photoFile, turned } from './pictures.ts';
import { lobby } from './scene.ts';

// Lying pixels, red on the left and blue on the right: turned upright, red is on top.
const lying = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 });
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, 2000, 3000);
  context.fillStyle = 'blue';
  context.fillRect(2000, 0, 2000, 3000);
  return canvas.toDataURL('image/jpeg').split(',')[1];
})()`;

/** What came to the service, as pixels, whatever its marks say. */
const lookAt = (url: string): string => `(async () => {
  const blob = await (await fetch(${JSON.stringify(url)})).blob();
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const colour = (y) => { const [red, , blue] = context.getImageData(width / 2, y, 1, 1).data; return red > blue ? 'red' : 'blue'; };
  return { width, height, top: colour(10), bottom: colour(height - 10), type: blob.type };
})()`;

it('sends photos as the service takes them', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
  const page = await app.open(wanda, phone);
  await page.goto(`${app.url}/app/tickets/${id}`);
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator('input[type=file]').setInputFiles(file);
  await button(page, 'Mark as done').waitFor();

  await test.test('upright and no larger than needed', async () => {
    const buffer = turned(Buffer.from(await page.evaluate<string>(lying), 'base64'));
    await choose({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: /Photo 1 of 1: IMG_0001/ }).waitFor();
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    const seen = await page.evaluate(lookAt(items[0].url));
    assert.deepEqual(seen, { width: 1920, height: 2560, top: 'red', bottom: 'blue', type: 'image/jpeg' });
  });

  await test.test('and says which file is none', async () => {
    await choose({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
    await page.getByText('This file cannot be read as a photo.').waitFor();
    assert(await button(page, 'Mark as done').isEnabled(), 'it does not stand in the way');
    await button(page, 'Remove').click();
  });

  await test.test('and takes one back until it is too late', async () => {
    await choose(photoFile('wrong.png'));
    const picture = page.getByRole('button', { name: /Photo 2 of 2: wrong/ });
    await picture.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await picture.waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await picture.waitFor();
    const { total } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    assert.equal(total, 2);
  });
});
