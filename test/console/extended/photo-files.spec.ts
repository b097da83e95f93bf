import type { Page } from '@playwright/test';
import {
  exifData,
  photoKinds,
  photoWithMetadata,
  pngChunk,
  pngEnd,
  pngHeader,
  pngImage,
  pngStart,
  secret,
} from '../../../testing/photo-metadata.ts';
import { test as base, expect } from '../fixtures.ts';
import { button, fileInput, phone } from '../page-helpers.ts';
import { photoFile, turned, turnedWebp, uprightLook } from '../pictures.ts';

// What the console makes of a photo before it is sent.

/** The page of a ticket that Wanda works on, and what the service has stored. */
const test = base.extend<{ page: Page; send: (name: string, mimeType: string, buffer: Buffer) => Promise<Stored> }>({
  page: async ({ app, begun, lobby: { wanda } }, use) => {
    const page = await app.open(wanda, phone, `/tickets/${begun}`);
    await button(page, 'Finish job').waitFor();
    await use(page);
  },
  send: async ({ app, begun, page, lobby: { wanda } }, use) => {
    let sent = 0;
    await use(async (name, mimeType, buffer) => {
      sent++;
      await fileInput(page).setInputFiles({ name, mimeType, buffer });
      await page.getByRole('button', { name: `Photo ${sent} of ${sent}` }).waitFor();
      const { items } = await app.call(wanda, 'GET', `/tickets/${begun}/photos`);
      const { url, content_type, original_name } = items[sent - 1];
      return { url, bytes: Buffer.from(await (await fetch(url)).arrayBuffer()), type: content_type, name: original_name };
    });
  },
});

interface Stored {
  url: string;
  bytes: Buffer;
  type: string;
  name: string;
}

test('photos of every type arrive at the service without GPS position and other metadata', async ({ send }) => {
  for (const kind of photoKinds) {
    // A WebP that lies on its side is encoded again, as a JPEG is.
    const { bytes, stripped } = photoWithMetadata(kind, { orientation: kind === 'webp' ? 1 : 6 });
    const stored = await send(`lamp.${kind}`, `image/${kind}`, bytes);
    expect(stored.type).toBe(`image/${kind}`);
    for (const trace of [secret, 'http://ns.adobe.com', 'Photoshop', 'xmpmeta'])
      expect(stored.bytes.includes(trace), trace).toBe(false);
    if (kind === 'jpeg') expect(stored.bytes.includes('Exif'), 'a JPEG is turned upright').toBe(false);
    else expect(stored.bytes.equals(stripped), `the pixels of a small ${kind} are not encoded again`).toBe(true);
  }
});

test('the bytes of a photo decide its type, and a damaged one that the browser shows is sent as a new JPEG', async ({ send }) => {
  const { bytes, stripped } = photoWithMetadata('png');
  const png = await send('bulb.jpg', 'image/jpeg', bytes);
  expect([png.type, png.name, png.bytes.equals(stripped)]).toEqual(['image/png', 'bulb.jpg', true]);
  const damaged = Buffer.concat([pngStart, pngHeader, pngChunk('eXIf', exifData()), pngImage, pngChunk('ABCD'), pngEnd]);
  const jpeg = await send('lamp.png', 'image/png', damaged);
  expect([jpeg.type, jpeg.name, jpeg.bytes.includes(secret)]).toEqual(['image/jpeg', 'lamp.jpg', false]);
});

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

test('a photo with an Exif orientation is sent upright and reduced', async ({ page, send }) => {
  const buffer = turned(Buffer.from(await page.evaluate<string>(lying), 'base64'));
  const { url } = await send('IMG_0001.jpg', 'image/jpeg', buffer);
  expect(await page.evaluate(lookAt(url))).toEqual({ width: 1920, height: 2560, top: 'red', bottom: 'blue', type: 'image/jpeg' });
});

test('a WebP that is mirrored or turned is sent upright', async ({ send }) => {
  for (const orientation of [2, 6, 8]) {
    const webp = await turnedWebp(orientation);
    const { bytes, type } = await send('turned.webp', 'image/webp', webp);
    expect(type).toBe('image/jpeg'); // of the canvas, without Exif
    expect(await uprightLook(bytes), `orientation ${orientation}`).toBe(await uprightLook(webp));
  }
});

test('a photo in HEIC is named when it is chosen, and not added', async ({ page }) => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), Buffer.alloc(100)]);
  await fileInput(page).setInputFiles([{ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic }, photoFile('other.png')]);
  await page.getByText("HEIC photos can't be added in this browser.").waitFor();
  await page.getByRole('button', { name: /Photo 1 of 1: other/ }).waitFor();
});

test('a file that is no picture is named, and does not prevent Finish job', async ({ page }) => {
  await fileInput(page).setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
  await page.getByText("This file can't be read as a photo.").waitFor();
  await expect(button(page, 'Finish job')).toBeEnabled();
  await button(page, 'Remove').click();
  await page.getByText("This file can't be read as a photo.").waitFor({ state: 'detached' });
});
